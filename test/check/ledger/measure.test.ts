import { describe, expect, it } from 'vitest';
import type { HistoryHeader, ReadingExpectation } from '../../../src/history/history.ts';
import { headerOf, type PhaseSketch, type RoundSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const following = (asked: Partial<ReadingExpectation>, more: Partial<HistoryHeader> = {}): HistoryHeader =>
  headerOf({
    minOverlap: 1,
    expect: { readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: true, ...asked }], unique: false },
    ...more,
  });
const round = (...phases: readonly PhaseSketch[]): readonly RoundSketch[] => [{ before: ['0'], phases }];

describe('what moves a reading', () => {
  it('may be a step of its own', () => {
    const rounds = round({ acknowledged: 10, after: '-50' }, { acknowledged: 10, after: '-100' });
    expect(judge(rounds, following({ step: '-5' }))).toMatchObject({ verdict: 'pass', findings: [] });
    const short = round({ acknowledged: 10, after: '-45' }, { acknowledged: 10, after: '-95' });
    expect(findingOf(judge(short, following({ step: '-5' })), 'CP101').count).toEqual({ min: 1, max: 1 });
  });

  it('may be the refusals', () => {
    const rounds = round({ acknowledged: 6, rejected: 4, after: '4' }, { rejected: 2, after: '6' });
    expect(judge(rounds, following({ risesBy: 'rejected' }))).toMatchObject({ verdict: 'pass', findings: [] });
    const none = round({ acknowledged: 6, rejected: 4, after: '3' }, { rejected: 2, after: '5' });
    expect(judge(none, following({ risesBy: 'rejected' })).verdict).toBe('fail');
  });

  it('may be an outcome that the scenario names', () => {
    const each = (i: number) => (i < 3 ? { labels: ['created'] } : {});
    const created = following({ risesBy: 'created' }, { outcomes: ['created'] });
    const rounds = (burst: string, spaced: string) =>
      round({ acknowledged: 5, rejected: 1, after: burst, each }, { acknowledged: 5, after: spaced, each });
    expect(judge(rounds('3', '6'), created)).toMatchObject({ verdict: 'pass', findings: [] });
    expect(codesOf(judge(rounds('2', '5'), created))).toEqual(['CP101']);
    expect(codesOf(judge(rounds('3', '7'), created))).toEqual(['CP114']);
    expect(codesOf(judge(rounds('4', '7'), created))).toEqual(['CP103']);
  });

  it('is the same amount too much for each write, together and spaced: one finding (CP102), and no race', () => {
    const result = judge(round({ acknowledged: 10, after: '20' }, { acknowledged: 5, after: '30' }), following({}));
    expect(codesOf(result)).toEqual(['CP102']);
    expect(findingOf(result, 'CP102')).toMatchObject({ phase: null, count: { min: 15, max: 15 } });
    expect(findingOf(result, 'CP102').argument).toMatch(
      /in concurrent and spaced alike: a constant factor, and not a race/,
    );
  });

  it('may be off by a share of it', () => {
    const sampled = following({ within: 0.1 });
    expect(judge(round({ acknowledged: 10, after: '9' }, { acknowledged: 10, after: '20' }), sampled).verdict).toBe(
      'pass',
    );
    expect(judge(round({ acknowledged: 10, after: '9.5' }, { acknowledged: 10, after: '19' }), sampled).verdict).toBe(
      'pass',
    );
    const result = judge(round({ acknowledged: 10, after: '8' }, { acknowledged: 10, after: '18' }), sampled);
    expect(codesOf(result)).toEqual(['CP101']);
    expect(
      judge(
        round({ acknowledged: 10, after: '9' }, { acknowledged: 10, after: '18' }),
        following({ risesBy: '10', within: 0.1 }),
      ).verdict,
    ).toBe('pass');
  });

  it('never moves it the other way (CP114)', () => {
    const result = judge(round({ acknowledged: 10, after: '10' }, { rejected: 10, after: '7' }), following({}));
    expect(codesOf(result)).toEqual(['CP114']);
    expect(findingOf(result, 'CP114').message).toMatch(/it moved against its writes/);
  });
});
