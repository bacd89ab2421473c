import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holds } from '../../src/verify/verify.ts';
import { headerOf, historyOf, type PhaseSketch, type RoundSketch } from '../support/history.ts';
import { everyFinding } from '../verify/forms.ts';

const seed = Number(process.env.SEED ?? 1);
const phase = fc.record({
  acknowledged: fc.nat(2),
  rejected: fc.nat(1),
  unknown: fc.nat(1),
  /** Of the unknown ones of this phase, and of earlier ones that were still under way. */
  counted: fc.nat(1),
  late: fc.nat(1),
});
type Phase = typeof phase extends fc.Arbitrary<infer T> ? T : never;

/** A counter as it should be, over rounds of one key or of a key each. */
function sketch(rounds: readonly (readonly Phase[])[], step: string, isOneKey: boolean): readonly RoundSketch[] {
  let [steps, open] = [0, 0];
  const value = (): string => String(7 + Number(step) * steps);
  return rounds.map((phases) => {
    if (!isOneKey) [steps, open] = [0, 0];
    const before = [value()];
    const made = phases.map(({ acknowledged, rejected, unknown, counted, late }): PhaseSketch => {
      const now = Math.min(unknown, counted);
      const then = Math.min(open + unknown - now, late);
      open += unknown - now - then;
      steps += acknowledged + now + then;
      return { acknowledged, rejected, unknown, after: value() };
    });
    return { ...(isOneKey ? { key: 'k' } : {}), before, phases: made };
  });
}

it('nothing at all is proven of a counter that counts, whenever its unknown writes come', () => {
  const rounds = fc.array(fc.array(phase, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(rounds, fc.boolean(), fc.constantFrom('1', '-2', '0.5'), (all, isOneKey, step) => {
      const history = historyOf(sketch(all, step, isOneKey), headerOf({ step }));
      for (const claimed of everyFinding(history)) {
        if (holds(history, { finding: claimed })) expect({ all, isOneKey, step, claimed }).toBe('refused');
      }
    }),
    { numRuns: 300, seed },
  );
});
