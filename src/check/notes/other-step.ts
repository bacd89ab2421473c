import { formatDecimal, times } from '../../history/decimal.ts';
import type { Note } from '../../verdict/report.ts';
import { type Facts, judgedLegs } from '../ledger/facts.ts';
import type { Leg } from '../ledger/leg.ts';

/** That every phase moved by the same other amount for each write, so that the step may be what is wrong. */
export function otherStep({ ledgers }: Facts): readonly Note[] {
  if (!ledgers.every(({ expectation }) => expectation.risesBy === 'acknowledged')) return [];
  const legs = ledgers.flatMap(judgedLegs).filter((leg) => leg.acknowledged > 0 || leg.rise !== 0n);
  const factors = new Set(legs.map(factorOf));
  const [factor = null] = factors;
  if (factors.size !== 1 || factor === null || factor === 0n || factor === 1n) return [];
  if (legs.every(isOfRefusals)) return [];
  const step = legs[0]?.measure.step;
  if (step === undefined) return [];
  const amount = formatDecimal(times(step, factor));
  const message = `Each write moved the value by ${amount} in every phase: if one write is meant to move it by that much, say --step ${amount} (step: ${amount}).`;
  return [{ code: 'other-step', message }];
}

/** Steps for each acknowledged write; null where they are no whole number, or other writes may be among them. */
export function factorOf({ acknowledged, unknown, repeats, balance, rise }: Leg): bigint | null {
  if (acknowledged === 0 || unknown > 0 || repeats > 0 || balance === null || rise === null) return null;
  const writes = BigInt(acknowledged);
  return rise % writes === 0n ? rise / writes : null;
}

/** All that it rose by too much is what its refused writes would add: that is the likelier reason. */
export const isOfRefusals = ({ balance }: Leg): boolean =>
  balance !== null && (balance.refused.min ?? 0) > 0 && balance.duplicated.min === 0;
