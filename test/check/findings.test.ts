import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/check/claim.ts';
import { findingsOf } from '../../src/check/findings.ts';

const lost = (round: number): Claim => ({
  code: 'CP101',
  round,
  phase: 'concurrent',
  count: { min: 1, max: 1 },
  message: '1 was lost',
  argument: 'It is missing.',
  witness: [],
});

describe('findings', () => {
  it('are one for each code and phase, however many rounds saw it', () => {
    const rounds = 100_000;
    const found = findingsOf(
      Array.from({ length: rounds }, (_, i) => lost(i + 1)),
      rounds,
    );
    expect(found.map(({ round, count }) => [round, count.min])).toEqual([[1, rounds]]);
    expect(found[0]?.message).toMatch(/round 1; so in 100000 of 100000 rounds, 100000 in all/);
  });
});
