import type { Operation } from '../../history/operation.ts';
import { copyOf } from '../../history/reader/table.ts';
import type { Checker, Claim } from '../claim.ts';
import { type Intent, intentsOf } from '../ledger/intents.ts';
import { admitsNobody } from '../ledger/used-up.ts';
import { type Crowd, fullest } from '../objects/fullest.ts';
import { perOf, wholeLimit } from '../objects/limit.ts';
import { type Times, timesOf } from '../objects/times.ts';
import { spanOf, windowedBy } from '../objects/window.ts';
import { groupedBy, isAcknowledged } from '../objects/writes.ts';
import { duration, plural } from '../words.ts';

const MAX_SHOWN = 6;

/** CP302: more may have been admitted within some span than its windows allow, if writes whose answer was not heard were. */
export const openWindows: Checker = (facts) => {
  const { header, rounds } = facts;
  const [limit, per] = [wholeLimit(header), perOf(header)];
  if (header.object !== 'quota' || limit === null || per?.kind !== 'window') return [];
  const writes = rounds.flatMap(({ phases }) => phases.flatMap((phase) => phase.writes));
  const isOpen = ({ counts }: Operation): boolean => counts === 'unknown';
  if (!writes.some(isOpen) || writes.some(({ f }) => f === 'release') || admitsNobody(facts)) return [];
  const times = givenUp(timesOf(header, writes));
  const windows = { limit, windowNs: per.ns, spanOf: spanOf(per.ns) };
  const places = groupedBy(writes, windowedBy(header));
  return [...places.values()].flatMap((place) => {
    const crowd = fullest(intentsOf(place).flatMap(admittedOf), times, windows);
    // What was heard alone is told as too many.
    if (crowd === null || BigInt(crowd.admitted.filter(isAcknowledged).length) > crowd.most) return [];
    return [claim(crowd, times)];
  });
};

/** What was not heard may have been admitted while it was waited for. */
const givenUp = ({ latest, ...times }: Times): Times => ({
  ...times,
  latest: (one) =>
    one.complete === null && one.ended !== null ? latest({ ...copyOf(one), complete: one.ended }) : latest(one),
});

const admittedOf = ({ counts, attempts }: Intent): readonly Operation[] =>
  counts === 'acknowledged' || counts === 'unknown' ? attempts.filter((one) => one.counts === counts).slice(0, 1) : [];

function claim({ from, to, admitted, most }: Crowd, times: Times): Claim {
  const open = admitted.filter((one) => !isAcknowledged(one));
  const span = duration((times.latest(to) - times.earliest(from)) / 1e6);
  return {
    code: 'CP302',
    round: from.round === to.round ? from.round : null,
    phase: null,
    count: { min: open.length, max: open.length },
    message: `Within ${span} ${plural(admitted.length - open.length, 'write')} ${admitted.length - open.length === 1 ? 'was' : 'were'} admitted and ${open.length} more may have been, where ${most} are the most`,
    argument: 'What became of those was not heard; some ways keep the limit and some break it.',
    witness: open.slice(0, MAX_SHOWN),
  };
}
