import { describe, expect, it } from 'vitest';
import { headerOf } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

/** Ten writes at once and ten spaced, and all that was read after each. */
const round = (burst: readonly string[], spaced: readonly string[], moving = false, key?: string) => ({
  ...(key === undefined ? {} : { key }),
  before: ['0', '0'],
  phases: [
    { acknowledged: 10, after: burst, moving },
    { acknowledged: 10, after: spaced, moving },
  ],
});

describe('several backends that answer in turn (CP310)', () => {
  it('are seen where the number goes to and fro between values that stand still', () => {
    const result = judge([round(['5', '3', '2', '5', '3', '2', '5'], ['10', '6', '4', '10', '6', '4'], true)]);
    expect(codesOf(result)).toEqual(['CP310']);
    expect(result.verdict).toBe('inconclusive');
    expect(findingOf(result, 'CP310').message).toBe(
      'With no write of ours under way the value was 5, 3, 2, 5, 3, 2, 5: 3 numbers that come back',
    );
    expect(findingOf(result, 'CP310').witness).toHaveLength(7);
  });

  it('are seen in any order', () => {
    const values = ['3', '5', '5', '3', '2', '5', '2', '2', '3'];
    expect(codesOf(judge([round(values, ['20'])]))).toEqual(['CP310']);
  });

  it('silence what the amounts of every round would say, of that counter and of others', () => {
    const calm = round(['1'], ['1'], false, 'other');
    const result = judge([calm, round(['5', '3', '5', '3'], ['9', '9'])]);
    expect(codesOf(result)).toEqual(['CP310']);
    expect(result.rounds.wrong).toBe(0);
    expect(result.phases.every(({ lost }) => lost.min === null)).toBe(true);
  });

  it('are seen where each number only rises', () => {
    expect(codesOf(judge([round(['50', '3', '51', '4', '51', '4'], ['60', '9'])]))).toEqual(['CP310']);
  });

  it('are not seen in a number that only moves on: it is still moving', () => {
    const moving = judge([
      { before: ['0'], phases: [{ acknowledged: 10, after: ['1', '2', '3', '4', '5'], moving: true }] },
    ]);
    expect(codesOf(moving)).toContain('CP313');
    expect(codesOf(moving)).not.toContain('CP310');
  });

  it('are not seen where one read shows something else once', () => {
    expect(codesOf(judge([round(['0', '1', '0', '0', '0'], ['0'])]))).not.toContain('CP310');
  });

  it('are not seen in a replica that was late and has come to rest at the newest value', () => {
    const late = ['0', '10', '0', '10', '10', '10', '10', '10', '10'];
    expect(judge([round(late, ['20'])]).verdict).toBe('pass');
    const lateByAWhile = ['0', '0', '0', '0', '0', '10', '0', '10', '10', '10', '10'];
    expect(judge([round(lateByAWhile, ['20'])]).verdict).toBe('pass');
  });

  it('are not seen where the number comes to what the writes make, however short it was looked at then', () => {
    expect(judge([round(['0', '10', '0', '10', '10'], ['20'])]).verdict).toBe('pass');
    expect(codesOf(judge([round(['0', '9', '0', '9', '9'], ['19'])]))).toEqual(['CP310']);
  });

  it('are seen where they end at another than the newest value', () => {
    expect(codesOf(judge([round(['4', '6', '4', '6', '4', '4', '4', '4', '4'], ['9'])]))).toEqual(['CP310']);
  });

  it('are not looked for in reads made while writes were in flight', () => {
    const values = ['5', '3', '5', '3'];
    const other = headerOf({ readings: ['value', 'gauge'] });
    expect(codesOf(judge([round(values, ['20'])], other))).toEqual(['CP310']);
  });

  it('are not looked for in a gauge, which may go to and fro by itself', () => {
    const gauge = headerOf({
      object: 'custom',
      expect: { readings: [{ reading: 'value', risesBy: '0', perPhase: true }], unique: false },
    });
    const result = judge([round(['3', '0', '3', '0', '0', '0'], ['0'])], gauge);
    expect(codesOf(result)).not.toContain('CP310');
  });
});
