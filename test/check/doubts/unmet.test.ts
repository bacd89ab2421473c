import { describe, expect, it } from 'vitest';
import type { PhaseInfo, ReplayWhen } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { headerOf, type PhaseSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const replay = (when: ReplayWhen, count: number): PhaseInfo => ({
  ...{ index: 0, kind: 'replay', name: 'again', count, everyMs: null, when },
});

function replayed(when: ReplayWhen, sketches: readonly PhaseSketch[]) {
  const header = headerOf({
    ...{ object: 'effect', phases: [replay(when, 3)] },
    expect: { readings: [{ reading: 'value', risesBy: 'keys', perPhase: false }], unique: false },
  });
  let value = 0;
  const rounds = sketches.map((sketch) => {
    const before = String(value);
    value += sketch.acknowledged ? 1 : 0;
    const each = (i: number) => ({ intent: `k${value}`, ...sketch.each?.(i) });
    return {
      before: [before, before],
      phases: [{ ...sketch, each, after: String(value), together: sketch.together ?? 1 }],
    };
  });
  return judge(rounds, header);
}

describe('a replay whose condition never came', () => {
  it('is inconclusive where nothing failed (CP309)', () => {
    const result = replayed('after-failure', [{ acknowledged: 3 }, { acknowledged: 3 }]);
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual(['CP309']);
    expect(findingOf(result, 'CP309')).toMatchObject({
      phase: 'again',
      round: null,
      message: 'In again no attempt failed, so the key was never sent again after a failure',
    });
  });

  it('passes where an attempt failed in some round before the key came again', () => {
    // Acknowledged ones come first in a sketch.
    const failed = (i: number): Partial<Operation> =>
      i === 0 ? { counts: 'unknown', outcome: 'info', complete: null } : {};
    expect(replayed('after-failure', [{ acknowledged: 3 }, { acknowledged: 3, each: failed }]).verdict).toBe('pass');
  });

  it('is inconclusive where nothing succeeded (CP309)', () => {
    expect(codesOf(replayed('after-success', [{ rejected: 3 }]))).toContain('CP309');
    expect(replayed('after-success', [{ acknowledged: 3 }]).verdict).toBe('pass');
  });

  it('is inconclusive where the first attempt was answered too soon, though the others overlap (CP303)', () => {
    const early = (i: number): Partial<Operation> => (i === 0 ? { firstByte: 1, complete: 2 } : {});
    const together = { acknowledged: 3, together: 3 };
    expect(replayed('in-flight', [together]).verdict).toBe('pass');
    const result = replayed('in-flight', [{ ...together, each: early }]);
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual(['CP303']);
  });
});
