import type { Operation } from '../../history/operation.ts';
import type { Quota } from './quota.ts';
import { Ranks } from './ranks.ts';
import { groupedBy, mayCount } from './writes.ts';

/** What a limit is of, where it is of no window. */
export type Kind = 'round' | 'phase' | 'identity';

/** How many writes that may have counted were sent by the end of a refusal, of those that may share its limit. */
export function sentBy(quota: Quota, kind: Kind): (refused: Operation) => number {
  const { times, header } = quota;
  const counted = quota.writes.filter(mayCount);
  const by = (place: (one: Operation) => string) => {
    const ranks = new Map<string, Ranks>();
    for (const [at, writes] of groupedBy(counted, place)) ranks.set(at, new Ranks(writes.map(times.earliest)));
    return (refused: Operation) => ranks.get(place(refused))?.atMost(times.latest(refused)) ?? 0;
  };
  if (kind === 'phase') return by(({ round, phaseIndex }) => `${round} ${phaseIndex}`);
  const who = ({ identity = 0 }: Operation) => (kind === 'identity' ? identity : '');
  const inRound = by((one) => `${who(one)} ${one.round}`);
  if (header.setup) return inRound;
  // Of the round, or of the key; those of both are not counted twice.
  const ofKey = by((one) => `${who(one)} ${one.key}`);
  const ofBoth = by((one) => `${who(one)} ${one.round} ${one.key}`);
  return (refused) => inRound(refused) + ofKey(refused) - ofBoth(refused);
}
