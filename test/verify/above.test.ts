import { describe, expect, it } from 'vitest';
import type { History } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { holds } from '../../src/verify/verify.ts';
import { no, quotaOf, saw, yes } from '../check/objects/recorded.ts';

const spaced = { index: 0, kind: 'spaced' as const, name: 'spaced', count: 2, everyMs: 0 };
const rises = { readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: false }], unique: false };
const look = (value: string, at: number) => saw(value, at, at, { role: 'before', phaseIndex: -1 });

/** Whether the last number is taken as a proof that too many were let in, by the look just ahead of the writes. */
function isProven(limit: number, looks: readonly string[], writes: readonly Operation[], after: string): boolean {
  const all = [...looks.map((value, i) => look(value, i + 1)), ...writes, saw(after, 31, 32)];
  const operations = all.map((one, id) => ({ ...one, id }));
  const history: History = {
    header: quotaOf(limit, 'round', { phases: [spaced], expect: rises }),
    operations,
    marks: [],
  };
  const proof = { form: 'above', before: looks.length - 1, read: operations.length - 1 } as const;
  return holds(history, { finding: { code: 'CP104', proof } });
}

describe('A number above its limit proves nothing of those that were let in', () => {
  const [one, two] = [yes('admit', 11, 12), yes('admit', 13, 14)];

  it('where it shows more than they can have made', () => {
    expect(isProven(1, ['0'], [one, two], '2')).toBe(true);
    expect(isProven(1, ['0'], [one, two], '3')).toBe(false);
    expect(isProven(2, ['0'], [one], '5')).toBe(false);
  });

  it('where those that were refused must have counted too', () => {
    expect(isProven(0, ['0'], [no('admit', 11, 12)], '1')).toBe(false);
    expect(isProven(1, ['0'], [one, no('admit', 13, 14)], '2')).toBe(false);
  });

  it('where one was tried twice', () => {
    const tries = [one, two].map((attempt) => ({ ...attempt, intent: 'a' }));
    expect(isProven(1, ['0'], tries, '2')).toBe(false);
  });

  it('where somebody else moved it ahead of the first write', () => {
    expect(isProven(2, ['1', '1'], [one, two], '3')).toBe(true);
    expect(isProven(2, ['0', '1'], [one, two], '3')).toBe(false);
  });
});
