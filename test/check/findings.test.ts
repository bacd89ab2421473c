import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { Claim } from '../../src/check/claim.ts';
import { findingsOf } from '../../src/check/findings.ts';
import type { PhaseInfo } from '../../src/history/history.ts';
import { headerOf, historyOf } from '../support/history.ts';

const burst = (index: number): PhaseInfo => ({
  index,
  kind: 'concurrent',
  name: 'concurrent',
  count: 10,
  everyMs: null,
});
const lost = (round: number, phase: number): Claim => ({
  code: 'CP101',
  round,
  phase: burst(phase),
  count: { min: 1, max: 1 },
  message: '1 was lost',
  argument: 'It is missing.',
  witness: [],
});

describe('findings', () => {
  it('are one for each code and phase, however many rounds saw it', () => {
    const rounds = 100_000;
    const found = findingsOf(
      Array.from({ length: rounds }, (_, i) => lost(i + 1, 0)),
      rounds,
    );
    expect(found.map(({ round, count }) => [round, count.min])).toEqual([[1, rounds]]);
    expect(found[0]?.message).toMatch(/round 1; so in 100000 of 100000 rounds, 100000 in all/);
  });

  it('say how many rounds are alike, and nothing of the kind of the end of a run', () => {
    const textOf = (...claims: readonly Claim[]) => findingsOf(claims, 3)[0]?.message;
    expect(textOf(lost(1, 0), lost(3, 0))).toBe('1 was lost (round 1; so in 2 of 3 rounds, 2 in all)');
    expect(textOf(lost(3, 0))).toBe('1 was lost (round 3; in no other of 3 rounds)');
    expect(textOf({ ...lost(3, 0), code: 'CP308', endOfRun: true })).toBe('1 was lost');
  });

  it('are not one for two phases that have the same name', () => {
    const phases = [
      { acknowledged: 10, after: '5' },
      { acknowledged: 10, after: '8' },
    ];
    const { findings } = check(historyOf([{ before: ['0'], phases }], headerOf({ phases: [burst(0), burst(1)] })));
    expect(findings.map(({ phase, count }) => [phase, count.min])).toEqual([
      ['concurrent', 5],
      ['concurrent', 7],
    ]);
  });
});
