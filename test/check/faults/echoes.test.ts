import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { type Claim, UNCOUNTED } from '../../../src/check/claim.ts';
import { withoutEchoes } from '../../../src/check/faults/echoes.ts';
import type { PhaseInfo } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { headerOf, historyOf } from '../../support/history.ts';

const spaced: PhaseInfo = { index: 0, kind: 'spaced', name: 'spaced', count: 3, everyMs: null };
const claim = (code: Claim['code'], changes: Partial<Claim> = {}): Claim => ({
  ...{ code, round: 1, phase: null, count: UNCOUNTED, message: code, argument: '', witness: [] },
  ...changes,
});

const codesOf = ({ findings }: ReturnType<typeof check>): readonly string[] => findings.map(({ code }) => code);

describe('what another claim says better', () => {
  it('is left out in whatever order they come', () => {
    const all = [
      claim('CP101'),
      claim('CP115', { reading: 'value' }),
      claim('CP114', { reading: 'value' }),
      claim('CP114', { reading: 'other' }),
      claim('CP108'),
      claim('CP109', { round: 2 }),
      claim('CP309', { round: null }),
      claim('CP103', { round: 3 }),
      claim('CP302', { endOfRun: true }),
      claim('CP304'),
    ];
    const left = ['CP103', 'CP109', 'CP114', 'CP115', 'CP304'];
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (claims) => {
        expect(
          withoutEchoes(claims)
            .map(({ code }) => code)
            .sort(),
        ).toEqual(left);
      }),
      { numRuns: 50 },
    );
  });

  it('is not left out for what cannot be said itself', () => {
    const header = headerOf({ phases: [spaced], readingInfo: { value: { adds: '1' } } });
    const history = historyOf([{ before: ['0'], phases: [{ rejected: 3, after: '3' }] }], header);
    expect(codesOf(check(history))).toEqual(['CP103']);
    const read = history.operations.find(({ role }) => role === 'settle');
    const open = { ...read, id: 900, outcome: 'info', value: null, status: null, complete: null, invoke: 0 };
    const result = check({ ...history, operations: [...history.operations, open as Operation] });
    expect(codesOf(result)).toEqual(['CP302', 'CP309']);
  });
});
