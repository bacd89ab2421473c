import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { isFault } from '../../../src/check/findings.ts';
import type { History } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { holds } from '../../../src/verify/verify.ts';
import { certified } from '../../support/certified.ts';
import { headerOf } from '../../support/history.ts';
import { everyFinding } from '../../verify/forms.ts';
import { maybe, no, saw, yes } from '../objects/recorded.ts';

const spaced = [0, 1].map((index) => ({ index, kind: 'spaced' as const, name: `ph${index}`, count: 1, everyMs: 0 }));
const [a, b] = [
  { intent: 'a', phaseIndex: 0 },
  { intent: 'a', phaseIndex: 1 },
];
/** What one intent did in two phases, and what was read after each. */
function judged(
  first: readonly Operation[],
  one: string,
  second: readonly Operation[],
  two: string,
  then: readonly Operation[] = [],
) {
  const operations = [
    saw('0', 1, 2, { role: 'before', phaseIndex: -1 }),
    ...first,
    saw(one, 30, 31),
    ...second,
    saw(two, 60, 61, { phaseIndex: 1 }),
    ...then,
  ].map((operation, id) => ({ ...operation, id }));
  const history: History = { header: headerOf({ phases: spaced, minOverlap: 1 }), operations, marks: [] };
  const result = certified(history, check(history));
  const proven = [...everyFinding(history)].filter((finding) => holds(history, { finding }));
  if (result.verdict !== 'fail') expect(proven).toEqual([]);
  // A phase whose only answer was not heard is in doubt besides.
  return result.findings.filter(isFault).map(({ code, phase }) => (phase === null ? code : `${code} ${phase}`));
}

describe('An intent that is tried in two phases', () => {
  it('counts in the one that lets it in, where the other refuses it', () => {
    expect(judged([no('increment', 3, 4, a)], '0', [yes('increment', 40, 41, b)], '1')).toEqual([]);
  });

  it('is lost where it was let in, and not where it was refused', () => {
    expect(judged([no('increment', 3, 4, a)], '0', [yes('increment', 40, 41, b)], '0')).toEqual(['CP101 ph1']);
  });

  it('took effect though it was refused, where the number rises with the refusal', () => {
    expect(judged([no('increment', 3, 4, a)], '1', [yes('increment', 40, 41, b)], '1')).toContain('CP120');
    expect(judged([no('increment', 3, 4, a)], '1', [yes('increment', 40, 41, b)], '2')).toEqual(['CP103 ph0']);
  });

  it('may count in either, where the first was not heard', () => {
    expect(judged([maybe('increment', 3, a)], '0', [yes('increment', 40, 41, b)], '1')).toEqual([]);
    expect(judged([maybe('increment', 3, a)], '1', [yes('increment', 40, 41, b)], '1')).toEqual([]);
  });

  it('is lost where it counts in neither, and applied again where it counts in both', () => {
    expect(judged([maybe('increment', 3, a)], '0', [yes('increment', 40, 41, b)], '0')).toEqual(['CP101 ph1']);
    expect(judged([maybe('increment', 3, a)], '1', [yes('increment', 40, 41, b)], '2')).toContain('CP110 ph1');
    expect(judged([yes('increment', 3, 4, a)], '1', [yes('increment', 40, 41, b)], '2')).toEqual(['CP110 ph1']);
  });

  it('counts in the first that lets it in, where both do', () => {
    expect(judged([yes('increment', 3, 4, a)], '1', [yes('increment', 40, 41, b)], '1')).toEqual([]);
    expect(judged([yes('increment', 3, 4, a)], '0', [yes('increment', 40, 41, b)], '1')).toEqual(['CP120']);
  });

  it('is due once, where the last number has room for it and for all else', () => {
    const again = [yes('increment', 40, 41, b), yes('increment', 42, 43, { intent: 'b', phaseIndex: 1 })];
    const failed = saw('', 70, 71, { phaseIndex: 1, outcome: 'info', complete: null, value: null });
    const unsettled = (first: Operation, last: string) => judged([first], '0', again, last, [failed]);
    expect(unsettled(yes('increment', 3, 4, a), '2')).toEqual([]);
    expect(unsettled(maybe('increment', 3, a), '2')).toEqual([]);
    expect(unsettled(yes('increment', 3, 4, a), '1')).toEqual(['CP101 ph0']);
  });
});
