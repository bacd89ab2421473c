import { describe, expect, it } from 'vitest';
import { headerOf, type RoundSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

const round = (before: readonly string[], burst: string, spaced: string, quiet: readonly string[], key?: string) => ({
  ...(key === undefined ? {} : { key }),
  before,
  phases: [
    { acknowledged: 10, after: burst },
    { acknowledged: 10, after: spaced, quiet },
  ],
});

describe('another writer (CP304)', () => {
  it('is not seen where the number stood still while we did not write', () => {
    expect(codesOf(judge([round(['0', '0', '0'], '10', '20', ['20', '20'])]))).toEqual([]);
  });

  it('is seen where the number moved before the first write', () => {
    const result = judge([round(['0', '3'], '13', '23', ['23'])]);
    expect(result.verdict).toBe('inconclusive');
    expect(findingOf(result, 'CP304').message).toMatch(/^The value went from 0 to 3 before the first write was sent/);
    expect(findingOf(result, 'CP304')).toMatchObject({ silent: false, phase: null });
  });

  it('is seen where the number moved after the last value had settled', () => {
    const result = judge([round(['0', '0'], '10', '20', ['24'])]);
    expect(codesOf(result)).toEqual(['CP304']);
    expect(findingOf(result, 'CP304').message).toMatch(/after the last write was answered/);
  });

  it('is seen where the number went away and came back', () => {
    expect(findingOf(judge([round(['0', '9', '0'], '10', '20', ['20'])]), 'CP304').message).toMatch(
      /left 0 and came back/,
    );
  });

  it('silences what the amounts of that round would say', () => {
    const result = judge([round(['0', '3'], '4', '34', ['34'])]);
    expect(codesOf(result)).toEqual(['CP304']);
    expect(result.phases[0]).toMatchObject({ before: '3', after: '4', lost: { min: null, max: null } });
  });

  it('puts every round of that counter in doubt, for who wrote once may have written at any time', () => {
    const result = judge([round(['0'], '1', '11', ['11'], 'k'), round(['11'], '12', '22', ['21'], 'k')]);
    expect(codesOf(result)).toEqual(['CP304']);
    expect(result.verdict).toBe('inconclusive');
  });

  it('does not undo what a round of another counter proves', () => {
    const result = judge([round(['0', '3'], '4', '14', ['14']), tenAndTen('0', '1', '11')]);
    expect(codesOf(result)).toEqual(['CP101', 'CP304']);
    expect(result).toMatchObject({ verdict: 'fail', rounds: { run: 2, wrong: 1 } });
  });

  it('tells of a reading that adds one more than is said of it', () => {
    const header = headerOf({ readingInfo: { value: { adds: '1' } } });
    const result = judge([round(['0', '2', '4'], '16', '28', ['30'])], header);
    expect(findingOf(result, 'CP304').message).toMatch(/they may add 2\. Then say so: adds: 2\.$/);
  });

  it('may be the reading itself, where each one moves the number by a step', () => {
    const result = judge([round(['0', '1', '2'], '13', '24', ['25'])]);
    expect(findingOf(result, 'CP304').message).toMatch(
      /exactly one step with each reading: the reading itself may count/,
    );
    const other = judge([round(['0', '2', '4'], '13', '24', ['25'])]);
    expect(findingOf(other, 'CP304').message).not.toMatch(/the reading itself/);
  });

  it('is seen between two rounds of one counter, and puts both in doubt', () => {
    const result = judge([round(['0'], '1', '11', ['11'], 'k'), round(['31'], '32', '42', ['42'], 'k')]);
    expect(codesOf(result)).toEqual(['CP304']);
    expect(findingOf(result, 'CP304')).toMatchObject({ round: 2 });
    expect(findingOf(result, 'CP304').message).toMatch(/went from 11 to 31 between the end of the round before/);
  });

  it('is not looked for between rounds of different counters', () => {
    expect(judge([round(['0'], '10', '20', ['20'], 'a'), round(['31'], '41', '51', ['51'], 'b')]).verdict).toBe('pass');
  });

  it('is not seen in a setup that sets the number anew', () => {
    const rounds = [round(['0'], '10', '20', ['20'], 'k'), round(['0'], '10', '20', ['20'], 'k')];
    expect(judge(rounds).verdict).toBe('pass');
    const other = [round(['0'], '10', '20', ['20'], 'k'), round(['500'], '510', '520', ['520'], 'k')];
    expect(judge(other).verdict).toBe('inconclusive');
    expect(judge(other, headerOf({ setup: true })).verdict).toBe('pass');
  });

  it('is not seen in an unknown write of ours that lands late', () => {
    const rounds = [
      {
        key: 'k',
        before: ['0'],
        phases: [
          { acknowledged: 7, unknown: 3, after: '8' },
          { acknowledged: 10, after: '18', quiet: ['19'] },
        ],
      },
      round(['20'], '30', '40', ['40'], 'k'),
    ];
    expect(judge(rounds).verdict).toBe('pass');
    const unknownOne = [
      {
        ...rounds[0],
        phases: [
          { acknowledged: 7, unknown: 1, after: '8' },
          { acknowledged: 10, after: '18', quiet: ['19'] },
        ],
      },
    ];
    expect(codesOf(judge(unknownOne))).toEqual(['CP304']);
  });

  it.each(['quota', 'reservation'] as const)('is not seen in what a window or a lease of a %s ends', (object) => {
    const header = headerOf({ object, limit: '50', limitPer: '2000ms' });
    const judged = (rounds: readonly RoundSketch[]) => judge(rounds, header);
    expect(judged([round(['0'], '10', '20', ['20', '0'])])).toMatchObject({ verdict: 'pass', findings: [] });
    expect(judged([round(['7', '0'], '10', '20', ['20'])])).toMatchObject({ verdict: 'pass', findings: [] });
    expect(judged([round(['0'], '10', '20', ['20', '12', '4', '0'])])).toMatchObject({ verdict: 'pass', findings: [] });
    const between = [round(['0'], '10', '20', ['20'], 'k'), round(['3'], '13', '23', ['23'], 'k')];
    expect(judged(between)).toMatchObject({ verdict: 'pass', findings: [] });
    expect(codesOf(judged([round(['0'], '10', '20', ['24'])]))).toEqual(['CP304']);
    expect(
      codesOf(judge([round(['0'], '10', '20', ['0'])], headerOf({ object, limit: '50', limitPer: 'round' }))),
    ).toEqual(['CP304']);
  });
});
