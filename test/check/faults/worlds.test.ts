import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../../src/check/findings.ts';
import type { PhaseInfo } from '../../../src/history/history.ts';
import type { Counts, Operation } from '../../../src/history/operation.ts';
import { headerOf, type PhaseSketch } from '../../support/history.ts';
import { runs } from '../../support/runs.ts';
import { codesOf, judge } from '../../support/verdicts.ts';

const ALL: readonly Counts[] = ['acknowledged', 'rejected', 'unknown'];
const phase: PhaseInfo = { index: 0, kind: 'spaced', name: 'spaced', count: 1, everyMs: 0 };

/** A phase of writes in this order, each said to count so. */
function written(all: readonly Counts[], each: (i: number) => Partial<Operation> = () => ({})): PhaseSketch {
  const sorted = ALL.flatMap((counts) => all.flatMap((one, i) => (one === counts ? [i] : [])));
  const amount = (counts: Counts): number => all.filter((one) => one === counts).length;
  return {
    ...{ acknowledged: amount('acknowledged'), rejected: amount('rejected'), unknown: amount('unknown') },
    each: (i) => each(sorted[i] ?? 0),
  };
}

/** Every way in which the answers that were not heard can have been. */
function worldsOf(all: readonly Counts[]): readonly (readonly Counts[])[] {
  return all.reduce<readonly (readonly Counts[])[]>(
    (worlds, one) =>
      worlds.flatMap((world) =>
        (one === 'unknown' ? (['acknowledged', 'rejected'] as const) : [one]).map((counts) => [...world, counts]),
      ),
    [[]],
  );
}

const answers = fc.array(fc.constantFrom(...ALL), { minLength: 1, maxLength: 7 });

describe('a count of answers, beside every way the unheard ones can have been', () => {
  it('fails where all of them break it, passes where none does, and is in doubt where some do', () => {
    const count = fc.constantFrom('acknowledged', 'rejected');
    const bound = fc.constantFrom('equals', 'atLeast', 'atMost');
    fc.assert(
      fc.property(answers, count, bound, fc.nat(7), (all, named, kind, wanted) => {
        const holds = (world: readonly Counts[]): boolean => {
          const n = world.filter((one) => one === named).length;
          return kind === 'equals' ? n === wanted : kind === 'atLeast' ? n >= wanted : n <= wanted;
        };
        const right = worldsOf(all).map(holds);
        const counts = [{ count: named, perPhase: false, [kind]: String(wanted) }];
        const header = headerOf({
          object: 'quota',
          readings: [],
          phases: [phase],
          expect: { readings: [], unique: false, counts },
        });
        const { verdict, findings } = judge([{ phases: [written(all)] }], header);
        const heard = all.some((one) => one !== 'unknown');
        if (!right.includes(true)) expect(verdict).toBe('fail');
        else expect(findings.filter(isFault)).toEqual([]);
        if (!right.includes(false)) expect(verdict).toBe(heard ? 'pass' : 'inconclusive');
        else if (right.includes(true)) expect(verdict).toBe('inconclusive');
      }),
      { numRuns: runs(250) },
    );
  });
});

describe('a rise, beside every way that attempts at the same can have had one effect or none', () => {
  it('fails exactly where none makes it', () => {
    const attempts = fc.array(fc.record({ intent: fc.nat(2), counts: fc.constantFrom(...ALL), cut: fc.boolean() }), {
      minLength: 1,
      maxLength: 7,
    });
    fc.assert(
      fc.property(attempts, fc.nat(8), (all, rise) => {
        const intents = [...new Set(all.map(({ intent }) => intent))].map((intent) =>
          all.filter((one) => one.intent === intent).map(({ counts }) => counts),
        );
        // An intent that was acknowledged has its one effect; one that may have been has it or not; a refused one has none.
        const effects = intents.map((own) =>
          own.includes('acknowledged') ? [1] : own.includes('unknown') ? [0, 1] : [0],
        );
        const sums = effects.reduce<readonly number[]>(
          (some, ways) => some.flatMap((n) => ways.map((m) => n + m)),
          [0],
        );
        const each = (i: number): Partial<Operation> => {
          const one = all[i];
          const given = one?.counts === 'unknown' && one.cut ? { abandoned: 'reply' as const } : {};
          return { intent: `k${one?.intent}`, ...given };
        };
        const sketch = {
          ...written(
            all.map(({ counts }) => counts),
            each,
          ),
          after: String(rise),
        };
        const retry: PhaseInfo = { ...phase, kind: 'retry', name: 'retry' };
        const result = judge([{ before: ['0'], phases: [sketch] }], headerOf({ object: 'effect', phases: [retry] }));
        expect(result.findings.some(isFault)).toBe(!sums.includes(rise));
        const most = Math.max(...sums);
        const again = all.length - intents.length;
        if (rise > most && again > 0) expect(codesOf(result)).toContain('CP110');
        if (again === 0) expect(codesOf(result)).not.toContain('CP110');
      }),
      { numRuns: runs(250) },
    );
  });
});
