import { describe, expect, it } from 'vitest';
import { headerOf } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const fromFive = headerOf({ initial: '5' });
const round = (before: readonly string[], burst: string, spaced: string, key: string) => ({
  key,
  before,
  phases: [
    { acknowledged: 10, after: burst },
    { acknowledged: 10, after: spaced },
  ],
});

describe('a number that is given for the time before the first write', () => {
  it('is where the first round of each counter starts, where nobody read', () => {
    const result = judge([round([], '15', '25', 'a'), round([], '15', '25', 'b')], fromFive);
    expect(result.verdict).toBe('pass');
    expect(result.phases[0]).toMatchObject({ before: '5', after: '15', lost: { min: 0, max: 0 } });
  });

  it('proves a loss as a reading would, which is then shown by what was read alone', () => {
    const result = judge([round([], '13', '23', 'a')], fromFive);
    const finding = findingOf(result, 'CP101');
    expect(finding).toMatchObject({ phase: 'concurrent', count: { min: 2, max: 2 } });
    expect(finding.witness.filter((op) => op.f === 'read').map(({ value }) => value)).toEqual(['13']);
  });

  it('is not where a later round of a counter starts, for that has moved on', () => {
    const result = judge([round([], '15', '25', 'a'), round([], '35', '45', 'a')], fromFive);
    expect(codesOf(result)).toEqual(['CP308']);
    expect(findingOf(result, 'CP308').round).toBe(2);
  });

  it('is where every round starts that a setup sets anew', () => {
    const setup = { ...fromFive, setup: true };
    expect(judge([round([], '15', '25', 'a'), round([], '15', '25', 'a')], setup).verdict).toBe('pass');
  });

  it('agrees with a reading of the same number', () => {
    expect(judge([round(['5.0'], '15', '25', 'a'), round(['25'], '35', '45', 'a')], fromFive).verdict).toBe('pass');
  });

  it('was moved by another writer where the first reading found something else (CP304)', () => {
    const result = judge([round(['7'], '17', '27', 'a')], fromFive);
    expect(codesOf(result)).toEqual(['CP304']);
    expect(findingOf(result, 'CP304').message).toMatch(/^The value went from 5 to 7 before the first write was sent/);
    expect(findingOf(result, 'CP304').witness.map(({ value }) => value)).toEqual(['7']);
  });
});
