import type { Operation } from '../../history/operation.ts';
import type { Facts } from '../ledger/facts.ts';

/**
 * Tells acknowledged writes that may not have counted: those of phases from which some are missing in the end, and all
 * but the first of one intent. A read cannot be called old for lacking one of them. null: there is none.
 */
export function doubtfulWrites(facts: Facts): ((write: Operation) => boolean) | null {
  const [lossy, again] = [lossyPhases(facts), repeats(facts)];
  if (lossy.size === 0 && again.size === 0) return null;
  return (write) =>
    isAcknowledged(write) && (lossy.get(write.round)?.has(write.phaseIndex) === true || again.has(write));
}

/** By round, the phases from which some writes are missing. */
function lossyPhases({ ledgers }: Facts): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  for (const { round, legs, nets, doubt } of ledgers) {
    if (doubt !== null) continue;
    for (const [i, { phases }] of legs.entries()) {
      if (!nets[i]?.lost.min) continue;
      const own = found.get(round.round) ?? new Set();
      found.set(round.round, own);
      for (const { info } of phases) own.add(info.index);
    }
  }
  return found;
}

function repeats({ rounds }: Facts): ReadonlySet<Operation> {
  const found = new Set<Operation>();
  const seen = new Set<string>();
  const retried = rounds.flatMap(({ phases }) => phases.filter(({ intents }) => intents !== null));
  for (const write of retried.flatMap(({ writes }) => writes)) {
    if (write.intent === undefined || !isAcknowledged(write)) continue;
    if (seen.has(write.intent)) found.add(write);
    seen.add(write.intent);
  }
  return found;
}

const isAcknowledged = ({ counts }: Operation): boolean => counts === 'acknowledged';
