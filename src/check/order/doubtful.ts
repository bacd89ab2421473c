import type { Operation } from '../../history/operation.ts';
import type { Facts } from '../ledger/facts.ts';

/**
 * Acknowledged writes that may not have counted: those of phases from which some are missing in the end, and all but
 * the first of one intent. A read cannot be called old for lacking one of them.
 */
export function doubtfulWrites({ ledgers, rounds }: Facts): ReadonlySet<Operation> {
  const found = new Set<Operation>();
  for (const { legs, nets, doubt } of ledgers) {
    if (doubt !== null) continue;
    for (const [i, { phases }] of legs.entries()) {
      if (!nets[i]?.lost.min) continue;
      for (const { writes } of phases) for (const write of writes) if (isAcknowledged(write)) found.add(write);
    }
  }
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
