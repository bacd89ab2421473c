import type { Operation } from '../../history/operation.ts';
import type { RoundReading } from './ledger.ts';
import type { Leg } from './leg.ts';
import { isLegUnsure } from './unsure.ts';

/** How often each leg moved the number, and how many identities wrote for the first time in it. */
export interface CountedOnce {
  readonly legs: readonly { readonly leg: Leg; readonly fresh: number; readonly identities: number }[];
}

/**
 * Each identity counted once, however often it wrote: every leg rose by just as many as were new in it, at least two
 * counted, and writes that did not overlap were not counted again. null where it is not so, or only one identity wrote.
 */
export function countedOnce({ legs, complete, doubt, expectation }: RoundReading): CountedOnce | null {
  if (doubt !== null || !complete || expectation.risesBy !== 'acknowledged' || legs.some(isLegUnsure)) return null;
  const known = new Set<number>();
  const told: CountedOnce['legs'][number][] = [];
  for (const leg of legs) {
    const sure = identitiesOf(leg, 'acknowledged');
    const fresh = [...sure].filter((identity) => !known.has(identity)).length;
    const maybe = [...identitiesOf(leg, 'unknown')].filter((identity) => !known.has(identity) && !sure.has(identity));
    if (leg.rise === null || leg.rise < BigInt(fresh) || leg.rise > BigInt(fresh + maybe.length)) return null;
    for (const identity of [...sure, ...maybe]) known.add(identity);
    told.push({ leg, fresh, identities: sure.size });
  }
  const apart = told.some(({ leg }) => leg.phases.every(({ peak }) => peak <= 1) && isShort(leg));
  return known.size > 1 && apart && told.reduce((n, { fresh }) => n + fresh, 0) > 1 ? { legs: told } : null;
}

const isShort = ({ rise, acknowledged }: Leg): boolean => rise !== null && rise < BigInt(acknowledged);

function identitiesOf({ phases }: Leg, counts: Operation['counts']): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { writes } of phases)
    for (const { counts: how, identity } of writes) if (how === counts && identity !== undefined) found.add(identity);
  return found;
}
