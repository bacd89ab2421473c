import { describe, expect, it } from 'vitest';
import { checkRecorded } from '../../../src/check/recorded/recorded.ts';
import type { History, HistoryHeader } from '../../../src/history/history.ts';
import { holds } from '../../../src/verify/verify.ts';
import { headerOf } from '../../support/history.ts';
import { maybe, saw, yes } from '../objects/recorded.ts';

const ahead = { role: 'before', phaseIndex: -1, phase: 'before' } as const;

/** Writes of these amounts at once, from one number to another. */
function history(from: string, amounts: readonly string[], to: string, changes: Partial<HistoryHeader> = {}): History {
  const writes = amounts.map((amount) => yes('increment', 3, 4, { amount }));
  const operations = [saw(from, 1, 2, ahead), ...writes, saw(to, 5, 6)];
  return { header: headerOf(changes), operations: operations.map((one, id) => ({ ...one, id })), marks: [] };
}

const verdictOf = (one: History): string => checkRecorded(one, { level: 'eventual' }).verdict;

describe('a run whose writes move the number by amounts of their own', () => {
  it.each<[string, readonly string[], string]>([
    ['0', ['3'], '3'],
    ['0', ['1', '2'], '3'],
    ['0', ['-3'], '-3'],
    ['9', ['-3'], '6'],
  ])('passes from %s by %j to %s', (from, amounts, to) => {
    expect(verdictOf(history(from, amounts, to))).toBe('pass');
  });

  it.each<[string, readonly string[], string]>([
    ['0', ['3'], '1'],
    ['0', ['5', '5'], '2'],
    ['0', ['1', '2'], '2'],
    ['0', ['-3'], '1'],
  ])('fails from %s by %j to %s', (from, amounts, to) => {
    expect(verdictOf(history(from, amounts, to))).toBe('fail');
  });

  it.each<[string, readonly string[], string]>([
    ['0', ['0'], '1'],
    ['0', ['0'], '0'],
    ['0', ['5', '-3'], '2'],
  ])('is not decided from %s by %j to %s', (from, amounts, to) => {
    const { verdict, findings } = checkRecorded(history(from, amounts, to), { level: 'eventual' });
    expect([verdict, findings.map(({ code }) => code)]).toEqual(['inconclusive', ['CP314']]);
  });

  it('is not decided where more is asked than the exact check knows of', () => {
    const readings = [{ reading: 'value', risesBy: '2', perPhase: false }];
    for (const changes of [{ object: 'custom' as const }, { expect: { readings, unique: false } }]) {
      const { verdict, findings } = checkRecorded(history('0', ['3'], '3', changes), { level: 'eventual' });
      expect([verdict, findings.map(({ code }) => code)]).toEqual(['inconclusive', ['CP314']]);
    }
  });

  it('is not taken to be wrong by what was never answered', () => {
    const { header, operations, marks } = history('0', ['1'], '4');
    const open = { ...maybe('increment', 3, { amount: '3' }), id: 9 };
    expect(verdictOf({ header, operations: [...operations, open], marks })).toBe('pass');
  });

  it('is judged by its phases where they are the step, however that is written', () => {
    const phases = [{ index: 0, kind: 'spaced', name: 'concurrent', count: 2, everyMs: null }] as const;
    expect(verdictOf(history('0', ['1.0', '1'], '2', { phases }))).toBe('pass');
    expect(verdictOf(history('0', ['1.0', '1'], '1', { phases }))).toBe('fail');
  });

  it('is proven wrong by no count of steps', () => {
    const proven = (amounts: readonly string[]): boolean =>
      holds(history('0', amounts, '-3'), {
        finding: { code: 'CP101', proof: { form: 'short', reading: 'value', from: 0, to: 2 } },
      });
    expect(proven(['1'])).toBe(true);
    expect(proven(['-3'])).toBe(false);
  });
});
