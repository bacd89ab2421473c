import { describe, expect, it } from 'vitest';
import type { PhaseSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

describe('a run that tested nothing', () => {
  it('is inconclusive when every write was refused, and says with what (CP309)', () => {
    const phase = { rejected: 10, after: '0', status: 403 };
    const result = judge([{ before: ['0'], phases: [phase, phase] }]);
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual(['CP309']);
    expect(findingOf(result, 'CP309').message).toBe('All 20 writes were refused: 403 (20 times)');
  });

  it('is inconclusive when the whole burst was refused in every round (CP309)', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { rejected: 10, after: '0' },
          { acknowledged: 10, after: '10' },
        ],
      },
    ];
    expect(findingOf(judge(rounds), 'CP309').phase).toBe('concurrent');
    expect(judge([...rounds, tenAndTen('0', '10', '20')]).verdict).toBe('pass');
  });

  it('is told of the whole run, and of no one of its rounds', () => {
    const round = (phase: PhaseSketch) => ({ before: ['0'], phases: [{ rejected: 10, after: '0' }, phase] });
    const all = findingOf(judge(Array(20).fill(round({ rejected: 10, after: '0' }))), 'CP309');
    expect(all).toMatchObject({ round: null, phase: null });
    expect(all.message).toBe('All 400 writes were refused: 429 (400 times)');
    const burst = findingOf(judge(Array(20).fill(round({ acknowledged: 10, after: '10' }))), 'CP309');
    expect(burst).toMatchObject({ round: null, phase: 'concurrent' });
    expect(burst.message).not.toMatch(/in 1 of 20 rounds/);
  });

  it('is no such run when only the spaced writes were refused', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '10' },
          { rejected: 10, after: '10' },
        ],
      },
    ];
    expect(judge(rounds).verdict).toBe('pass');
  });

  it('is inconclusive when no write was acknowledged and some are unknown (CP302)', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { unknown: 10, after: '4' },
          { unknown: 8, rejected: 2, after: '9' },
        ],
      },
    ];
    const result = judge(rounds);
    expect(codesOf(result)).toEqual(['CP302']);
    expect(findingOf(result, 'CP302').message).toMatch(/the effect of 18 writes is unknown/);
  });

  it('is inconclusive when a phase had only unknown writes in every round (CP302)', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { unknown: 10, after: '4' },
          { acknowledged: 10, after: '14' },
        ],
      },
    ];
    const result = judge(rounds);
    expect(codesOf(result)).toEqual(['CP302']);
    expect(findingOf(result, 'CP302').phase).toBe('concurrent');
  });

  it('is inconclusive when no write could be sent (CP301)', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { notSent: 10, after: '0' },
          { notSent: 10, after: '0' },
        ],
      },
    ];
    const result = judge(rounds);
    expect(codesOf(result)).toEqual(['CP301']);
    expect(result.phases[0]?.writes).toEqual({ sent: 0, acknowledged: 0, rejected: 0, unknown: 0, notSent: 10 });
  });

  it('says so, and no more, when some writes could not be sent', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 8, notSent: 2, after: '8' },
          { acknowledged: 10, after: '18' },
        ],
      },
    ];
    const result = judge(rounds);
    expect(result.verdict).toBe('pass');
    expect(result.notes.map(({ code }) => code)).toEqual(['not-sent']);
  });

  it('is inconclusive when its setup failed (CP307)', () => {
    const result = judge([{ setupFailed: 'PUT /counters/a was answered 500' }]);
    expect(result).toMatchObject({ verdict: 'inconclusive', rounds: { run: 0, wrong: 0 }, phases: [] });
    expect(findingOf(result, 'CP307').message).toMatch(/PUT \/counters\/a was answered 500/);
  });

  it('is inconclusive in one round that was not set up, whatever the others say', () => {
    const result = judge([tenAndTen('0', '10', '20'), { setupFailed: 'no' }]);
    expect(codesOf(result)).toEqual(['CP307']);
    expect(result.confidence.statement).toMatch(/^0 of 1 round/);
  });
});
