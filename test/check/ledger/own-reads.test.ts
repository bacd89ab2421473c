import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { headerOf, historyOf, type RoundSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const counting = headerOf({ readingInfo: { value: { adds: '1' } } });

/** Each read adds one: six reads and twenty writes. */
const badge = (burst: readonly string[], spaced: string, quiet: string): RoundSketch => ({
  before: ['1', '2'],
  phases: [
    { acknowledged: 10, after: burst },
    { acknowledged: 10, after: spaced, quiet: [quiet] },
  ],
});

describe('a reading that itself counts', () => {
  it('is taken off where the scenario says so', () => {
    const result = judge([badge(['13', '14'], '25', '26')], counting);
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(result.notes.map(({ code }) => code)).toContain('reads-count');
  });

  it('does not hide a loss', () => {
    const result = judge([badge(['4', '5'], '16', '17')], counting);
    expect(codesOf(result)).toEqual(['CP101']);
    expect(findingOf(result, 'CP101').count).toEqual({ min: 9, max: 9 });
  });

  it('is shown as it was recorded', () => {
    const result = judge([badge(['4', '5'], '16', '17')], counting);
    expect(findingOf(result, 'CP101').witness.at(-1)?.value).toBe('5');
    expect(result.phases[0]?.operations?.at(-1)?.value).toBe('5');
  });

  it('counts from a number that is known, whether or not it shows its own', () => {
    expect(judge([badge(['13', '14'], '25', '26')], { ...counting, initial: '0' }).verdict).toBe('pass');
    expect(judge([badge(['13', '14'], '25', '26')], { ...counting, initial: '1' }).verdict).toBe('pass');
  });

  it('is somebody else as far as can be told, where nobody said so; and the words say what to do', () => {
    const result = judge([badge(['13', '14'], '25', '26')]);
    expect(codesOf(result)).toEqual(['CP304']);
    expect(findingOf(result, 'CP304').message).toMatch(/adds: 1/);
  });

  it('leaves a doubt (CP302) where one was sent and not answered: it may have counted', () => {
    const history = historyOf([badge(['13', '15'], '26', '27')], counting);
    const reads = history.operations.filter(({ role }) => role === 'settle');
    const lost = {
      ...reads[0],
      id: 99,
      outcome: 'info',
      value: null,
      status: null,
      complete: null,
      invoke: (reads[0]?.invoke ?? 0) + 1,
    };
    const result = check({ ...history, operations: [...history.operations, lost as (typeof reads)[number]] });
    expect(codesOf(result)).toEqual(['CP302']);
  });
});
