import { describe, expect, it } from 'vitest';
import { expecting, headerOf } from '../../support/history.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

describe('a lost write (CP101)', () => {
  it('is not found where every acknowledged write is in the number', () => {
    const result = judge([tenAndTen('0', '10', '20')]);
    expect(result).toMatchObject({ verdict: 'pass', findings: [], rounds: { planned: 1, run: 1, wrong: 0 } });
    expect(result.consistency.satisfied).toEqual(expect.arrayContaining(['latest', 'eventual']));
  });

  it('is found, counted, proven and called silent where the number rose by less', () => {
    const result = judge([tenAndTen('0', '1', '11')]);
    expect(result).toMatchObject({ verdict: 'fail', rounds: { wrong: 1 } });
    expect(codesOf(result)).toEqual(['CP101']);
    expect(findingOf(result, 'CP101')).toMatchObject({
      title: 'lost write',
      message: '10 writes were acknowledged and the value rose from 0 to 1: 9 were lost',
      round: 1,
      phase: 'concurrent',
      count: { min: 9, max: 9 },
      silent: true,
      baselined: false,
    });
  });

  it('shows the number before, the acknowledged writes and the number after', () => {
    const { witness } = findingOf(judge([tenAndTen('0', '1', '11')]), 'CP101');
    expect(witness).toHaveLength(12);
    expect(witness.at(0)).toMatchObject({ f: 'read', value: '0' });
    expect(witness.slice(1, -1).every((op) => op.counts === 'acknowledged')).toBe(true);
    expect(witness.at(-1)).toMatchObject({ f: 'read', value: '1', role: 'settle' });
  });

  it('shows twelve writes of many', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 40, after: '1' },
          { acknowledged: 1, after: '2' },
        ],
      },
    ];
    expect(findingOf(judge(rounds), 'CP101').witness).toHaveLength(14);
  });

  it('is one finding over all rounds, with how many they were and the sum', () => {
    const rounds = [tenAndTen('0', '1', '11'), tenAndTen('0', '10', '20'), tenAndTen('0', '3', '13')];
    const result = judge(rounds);
    expect(result.rounds).toEqual({ planned: 3, run: 3, wrong: 2 });
    const finding = findingOf(result, 'CP101');
    expect(finding.message).toMatch(/ 9 were lost \(round 1; so in 2 of 3 rounds, 16 in all\)$/);
    expect(finding.count).toEqual({ min: 16, max: 16 });
  });

  it('says that it takes a race where the spaced writes were kept', () => {
    const result = judge([tenAndTen('0', '1', '11')]);
    expect(findingOf(result, 'CP101').argument).toMatch(/Up to 10 were in flight together.*takes a race/);
    expect(result.notes.map(({ code }) => code)).toContain('overlap-only');
  });

  it('says that it is no race where writes were lost that never overlapped', () => {
    const result = judge([tenAndTen('0', '10', '16')]);
    const finding = findingOf(result, 'CP101');
    expect(finding).toMatchObject({ phase: 'spaced', count: { min: 4, max: 4 } });
    expect(finding.argument).toMatch(/No race: these writes never overlapped/);
    expect(result.notes.map(({ code }) => code)).toContain('without-overlap-only');
  });

  it('is found in each phase by itself', () => {
    const result = judge([tenAndTen('0', '1', '7')]);
    expect(result.findings.map(({ phase, count }) => [phase, count.min])).toEqual([
      ['concurrent', 9],
      ['spaced', 4],
    ]);
    expect(result.notes.map(({ code }) => code)).toContain('no-race');
  });

  it('counts at most what unknown writes do not make up for', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 8, unknown: 2, after: '5' },
          { acknowledged: 10, after: '15' },
        ],
      },
    ];
    const finding = findingOf(judge(rounds), 'CP101');
    expect(finding.count).toEqual({ min: 3, max: 5 });
    expect(finding.message).toBe(
      '8 writes were acknowledged, 2 more may have counted, and the value rose from 0 to 5: 3 to 5 were lost',
    );
  });

  it('is not claimed where unknown writes can make up for it, and the range is said', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 8, unknown: 2, after: '9' },
          { acknowledged: 10, after: '19' },
        ],
      },
    ];
    const result = judge(rounds);
    expect(result.verdict).toBe('pass');
    expect(result.phases[0]).toMatchObject({
      lost: { min: 0, max: 1 },
      expected: { min: '8', max: '10' },
      observed: '9',
    });
    expect(result.notes.find(({ code }) => code === 'unknown')?.message).toMatch(
      /8 to 10 steps of 1, and it rose by 9/,
    );
  });

  it('never counts a refused write, and says how many there were', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 3, rejected: 7, after: '3' },
          { acknowledged: 10, after: '13' },
        ],
      },
    ];
    const result = judge(rounds);
    expect(result.verdict).toBe('pass');
    expect(result.notes.find(({ code }) => code === 'refused')?.message).toMatch(/^7 writes were refused, status 429/);
  });

  it('goes the way of the step, and counts in steps', () => {
    const down = judge([tenAndTen('100', '80', '60')], headerOf({ step: '-2' }));
    expect(down.verdict).toBe('pass');
    const lost = judge([tenAndTen('100', '98', '78')], headerOf({ step: '-2' }));
    expect(findingOf(lost, 'CP101').message).toMatch(/the value fell from 100 to 98 \(1 step of -2\): 9 were lost/);
    expect(lost.phases[0]?.expected).toEqual({ min: '80', max: '80' });
  });

  it('counts all when the number went back', () => {
    expect(findingOf(judge([tenAndTen('5', '0', '10')]), 'CP101')).toMatchObject({ count: { min: 10, max: 10 } });
  });

  it('is judged over the round alone where that was asked for', () => {
    const header = expecting({ perPhase: false });
    const held = judge([tenAndTen('0', '1', '20')], header);
    expect(held).toMatchObject({ verdict: 'pass', findings: [] });
    expect(held.phases.map(({ lost }) => lost.min)).toEqual([0, 0]);
    const lost = findingOf(judge([tenAndTen('0', '1', '11')], header), 'CP101');
    expect(lost).toMatchObject({ phase: null, count: { min: 9, max: 9 } });
    expect(lost.message).toMatch(/^In concurrent and spaced together, 20 writes were acknowledged/);
  });

  it('says what else looks like one of a burst and none after it', () => {
    const result = judge([tenAndTen('0', '1', '1')]);
    expect(result.verdict).toBe('fail');
    expect(result.notes.map(({ code }) => code)).toContain('other-explanations');
  });

  it('is claimed only as far as the round proves it, where a phase made up for another', () => {
    const result = judge([tenAndTen('0', '1', '16')]);
    expect(codesOf(result)).toEqual(['CP101']);
    expect(findingOf(result, 'CP101')).toMatchObject({ phase: 'concurrent', count: { min: 4, max: 9 } });
  });
});
