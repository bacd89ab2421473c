import { describe, expect, it } from 'vitest';
import { checkRecorded } from '../../../src/check/recorded/recorded.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { headerOf } from '../../support/history.ts';
import { saw, yes } from '../objects/recorded.ts';

const ahead = { role: 'before', phaseIndex: -1, phase: 'before' } as const;

function judged(operations: readonly Operation[], runId = 'run-1') {
  const numbered = operations.map((one, id) => ({ ...one, id }));
  const history = { header: headerOf({ runId, initial: null }), operations: numbered, marks: [] };
  const { verdict, findings } = checkRecorded(history, { level: 'eventual' });
  return { verdict, told: findings.map(({ code, message }) => `${code} ${message}`) };
}

const notRead = { verdict: 'inconclusive', told: [expect.stringMatching(/^CP308 .*not read after its writes/)] };

describe('a number that was not read after its writes', () => {
  it.each(['0', '1', '5'])('is not said to hold them, where another one shows %s', (value) => {
    const operations = [saw('0', 1, 2, ahead), yes('increment', 3, 4), saw(value, 5, 6, { key: 'j' })];
    expect(judged(operations)).toEqual(notRead);
  });

  it('is not said to hold them, where another one was read ahead and after', () => {
    const other = [saw('7', 1, 2, { ...ahead, key: 'j' }), saw('7', 5, 6, { key: 'j' })];
    expect(judged([...other, saw('0', 1, 2, ahead), yes('increment', 3, 4)])).toEqual(notRead);
  });

  it('is not said to hold the last of them, which came after the last read', () => {
    const key = { key: 'j' };
    const operations = [yes('increment', 3, 4), saw('1', 5, 6), yes('increment', 7, 8), saw('0', 9, 10, key)];
    expect(judged(operations).verdict).toBe('inconclusive');
  });

  it('of another tool is not said to hold any, where all reads were over before the first', () => {
    expect(judged([saw('0', 1, 2, ahead), yes('increment', 3, 4)], 'imported')).toEqual(notRead);
  });

  it('is judged where it was read then', () => {
    const of = (value: string) => [saw('0', 1, 2, ahead), yes('increment', 3, 4), saw(value, 5, 6)];
    const other = saw('0', 5, 6, { key: 'j' });
    expect(judged([...of('1'), other]).verdict).toBe('pass');
    expect(judged([...of('0'), other]).verdict).toBe('fail');
    expect(judged(of('1'), 'imported').verdict).toBe('pass');
  });
});
