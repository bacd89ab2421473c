import type { Operation } from '../../history/operation.ts';
import type { Quota } from './quota.ts';
import { Ranks } from './ranks.ts';
import { groupedBy, intentOf, isUnheard, mayCount } from './writes.ts';

/** What a limit is of, where it is of no window. */
export type Kind = 'round' | 'phase' | 'identity';

/** What uses some of a limit: every attempt by itself, or every intent once, however often it was sent. */
export type Each = 'attempt' | 'intent';

/** Writes that share one limit for certain: keys are counters, and each may have its own. */
export const SCOPES: Readonly<Record<Kind, (write: Operation) => string>> = {
  round: ({ round, key }) => JSON.stringify([round, key]),
  phase: ({ round, phaseIndex, key }) => JSON.stringify([round, phaseIndex, key]),
  identity: ({ round, key, identity = 0 }) => JSON.stringify([round, key, identity]),
};

/** Where writes may share a limit: in one scope, whatever their key; or under one key, whatever their round. */
export function placesOf(kind: Kind): readonly [(write: Operation) => string, (write: Operation) => string] {
  const who = ({ identity = 0 }: Operation) => (kind === 'identity' ? identity : '');
  return [
    (one) => `${who(one)} ${one.round} ${kind === 'phase' ? one.phaseIndex : ''}`,
    (one) => `${who(one)} ${one.key}`,
  ];
}

/** `each`: what may have used a limit, every attempt by itself, or every intent once. */
export function roomFor(quota: Quota, kind: Kind, each: Each = 'attempt'): (refused: Operation) => boolean {
  const sent = sentBy(quota, kind, each);
  return (refused) =>
    !quota.usedUpAtFirst(refused) && BigInt(sent(refused)) + quota.usedBefore(refused.round) < quota.limit;
}

/** How many writes that may have counted were sent by the end of a refusal, of those that may share its limit. */
function sentBy(quota: Quota, kind: Kind, each: Each): (refused: Operation) => number {
  const { times, header, isSetAmid } = quota;
  const attempts = quota.writes.filter(mayCount);
  const counted = each === 'attempt' ? attempts : firstOfEach(attempts);
  // An attempt uses nothing ahead of itself, though it may be answered for an earlier one.
  const began = each === 'attempt' ? times.sent : times.earliest;
  const by = (place: (one: Operation) => string, among = counted) => {
    const ranks = new Map<string, Ranks>();
    for (const [at, writes] of groupedBy(among, place)) ranks.set(at, new Ranks(writes.map(began)));
    return (refused: Operation) => ranks.get(place(refused))?.atMost(times.latest(refused)) ?? 0;
  };
  const [scope, key] = placesOf(kind);
  const inScope = by(scope);
  if (header.setup || kind === 'phase') {
    const late = counted.filter((one) => isUnheard(one) || (kind !== 'phase' && isSetAmid(one.key)));
    const [ofKey, ofBoth] = [by(key, late), by((one) => `${scope(one)} ${one.key}`, late)];
    return (refused) => inScope(refused) + ofKey(refused) - ofBoth(refused);
  }
  // Of the round, or of the key; those of both are not counted twice.
  const ofKey = by(key);
  const ofBoth = by((one) => `${scope(one)} ${one.key}`);
  return (refused) => inScope(refused) + ofKey(refused) - ofBoth(refused);
}

const firstOfEach = (attempts: readonly Operation[]): readonly Operation[] =>
  [...groupedBy(attempts, intentOf).values()].flatMap(([first]) => first ?? []);
