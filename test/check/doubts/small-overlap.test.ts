import { describe, expect, it } from 'vitest';
import { headerOf, type PhaseSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const round = (burst: PhaseSketch) => ({
  before: ['0'],
  phases: [
    { acknowledged: 10, after: '10', ...burst },
    { acknowledged: 10, after: '20' },
  ],
});
const asking = (minOverlap: number | null, maxSpreadMs: number | null = null) => headerOf({ minOverlap, maxSpreadMs });

describe('overlap too small (CP303)', () => {
  it('is not found where half the burst was in flight together', () => {
    expect(judge([round({ together: 5 })]).verdict).toBe('pass');
  });

  it('is found where less than half was, and never a pass', () => {
    const result = judge([round({ together: 4 })]);
    expect(result.verdict).toBe('inconclusive');
    expect(findingOf(result, 'CP303')).toMatchObject({ phase: 'concurrent', silent: false });
    expect(findingOf(result, 'CP303').message).toMatch(
      /^At most 4 of 10 writes were in flight together, and 5 must be/,
    );
  });

  it('is found only where no round reached it', () => {
    expect(judge([round({ together: 1 }), round({ together: 10 })]).verdict).toBe('pass');
    expect(codesOf(judge([round({ together: 1 }), round({ together: 2 })]))).toEqual(['CP303']);
  });

  it('is told of all rounds, and not of the best of them alone', () => {
    const { round: where, message } = findingOf(judge(Array(20).fill(round({ together: 2 }))), 'CP303');
    expect(where).toBeNull();
    expect(message).toBe('At most 2 of 10 writes were in flight together, and 5 must be');
  });

  it('is held to what was asked for', () => {
    expect(judge([round({ together: 4 })], asking(4)).verdict).toBe('pass');
    expect(codesOf(judge([round({ together: 9 })], asking(10)))).toEqual(['CP303']);
  });

  it('never counts a burst that was answered before its release', () => {
    const result = judge([round({ early: true })]);
    expect(findingOf(result, 'CP303').message).toMatch(/in 1 of 1 rounds the target answered before the release/);
    expect(judge([round({ early: true }), round({})]).verdict).toBe('pass');
  });

  it('asks nothing of a burst of one', () => {
    const [burst, spaced] = headerOf().phases;
    if (!burst || !spaced) throw new Error('no phases');
    const header = headerOf({ phases: [{ ...burst, count: 1 }, spaced] });
    expect(
      judge(
        [round({ acknowledged: 1, after: '1' })].map((r) => ({
          ...r,
          phases: [r.phases[0] ?? {}, { acknowledged: 10, after: '11' }],
        })),
        header,
      ).verdict,
    ).toBe('pass');
  });

  it('asks two of a burst of two', () => {
    const [burst, spaced] = headerOf().phases;
    if (!burst || !spaced) throw new Error('no phases');
    const header = headerOf({ phases: [{ ...burst, count: 2 }, spaced] });
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 2, after: '2', together: 1 },
          { acknowledged: 10, after: '12' },
        ],
      },
    ];
    expect(codesOf(judge(rounds, header))).toEqual(['CP303']);
  });

  it('is found where every release took longer than was asked', () => {
    const slow = judge([round({ spreadMs: 3 })], asking(null, 2));
    expect(findingOf(slow, 'CP303').message).toMatch(/released over 3 ms at best, and 2 ms is the most/);
    expect(judge([round({ spreadMs: 3 }), round({ spreadMs: 1 })], asking(null, 2)).verdict).toBe('pass');
  });

  it('stands beside a loss, and does not undo it', () => {
    const result = judge([
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, together: 1, after: '4' },
          { acknowledged: 10, after: '14' },
        ],
      },
    ]);
    expect(codesOf(result)).toEqual(['CP101', 'CP303']);
    expect(result.verdict).toBe('fail');
    expect(findingOf(result, 'CP101').argument).toMatch(/No race: these writes never overlapped/);
  });
});
