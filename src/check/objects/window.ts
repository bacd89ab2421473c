import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { duration, plural } from '../words.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import { fullest } from './fullest.ts';
import type { Quota } from './quota.ts';
import { Ranks } from './ranks.ts';
import { granted, groupedBy, isRefused, mayCount, phaseOfAll } from './writes.ts';

const MS = 1e6;

const coarsePerNs = 1 / 1_000;

/** What a target's clock may be coarser or faster by, over a span of time, in nanoseconds. */
export const coarseness = (ns: number): number => 5 * MS + ns * coarsePerNs;

/** How much later than its time a window may be turned, by a timer of a busy target. */
const lateness = (ns: number): number => 50 * MS + ns / 20;

/** The longest span that touches no more than n windows and one that is cut in two, in nanoseconds. */
export const spanOf =
  (windowNs: number) =>
  (windows: number): number =>
    Math.floor((windows * windowNs - coarseness(0)) / (1 + coarsePerNs));

/** What tells apart whatever has windows of its own: a setup may set them anew, round by round. */
export const windowedBy =
  ({ setup }: Pick<HistoryHeader, 'setup'>) =>
  ({ key, identity = 0, round }: Operation): string =>
    JSON.stringify([key, identity, setup ? round : null]);

/** CP104: more admitted within some span than all windows that it can touch allow, wherever they begin. */
export function crowdedWindows(quota: Quota, windowNs: number): readonly ObjectFinding[] {
  const { writes, limit } = quota;
  const places = groupedBy(granted(writes), windowedBy(quota.header));
  return [...places.values()].flatMap((admitted): readonly ObjectFinding[] => {
    const crowd = fullest(admitted, quota.times, { limit, windowNs, spanOf: spanOf(windowNs) });
    if (crowd === null || quota.isSetAmid(crowd.from.key)) return [];
    const { from, to, most } = crowd;
    const count = crowd.admitted.length;
    const extra = Number(BigInt(count) - most);
    const span = duration((quota.times.latest(to) - quota.times.earliest(from)) / MS);
    return [
      {
        code: 'CP104',
        round: from.round === to.round ? from.round : null,
        phaseIndex: phaseOfAll(crowd.admitted),
        count: { min: extra, max: null },
        message: `${count} writes were admitted within ${span}, where ${limit} are allowed in ${duration(windowNs / MS)}: ${most} at most, wherever the windows begin`,
        argument: `From the beginning of #${from.id} to the end of #${to.id} there is time for no more windows than admit ${most}; ${count} answers admitted.`,
        witness: crowd.admitted.slice(0, MAX_WITNESS),
        proof: { form: 'window', from: from.id, to: to.id },
      },
    ];
  });
}

/**
 * CP105: refused, and fewer than the limit can have counted in any window that holds the refusal. Nothing is said of a
 * refusal whose windows reach back before the run: who knows what counted then.
 */
export function refusedInWindows(quota: Quota, windowNs: number): readonly ObjectFinding[] {
  const { writes, limit, times } = quota;
  const candidates = writes.filter(mayCount);
  const [begun, over] = [new Ranks(candidates.map(times.earliest)), new Ranks(candidates.map(times.latest))];
  const reach = windowNs + lateness(windowNs);
  const early = writes.filter((refused) => {
    const from = times.earliest(refused) - reach;
    if (!isRefused(refused) || from < 0 || quota.toldToWait(refused)) return false;
    return BigInt(begun.atMost(times.latest(refused)) - over.below(from)) < limit;
  });
  return [...groupedBy(early, ({ round }) => String(round)).values()].map((group): ObjectFinding => {
    const [refused] = group as [Operation];
    const [from, end] = [times.earliest(refused) - reach, times.latest(refused)];
    const near = candidates.filter((one) => times.earliest(one) <= end && times.latest(one) >= from);
    return {
      code: 'CP105',
      round: refused.round,
      phaseIndex: phaseOfAll(group),
      count: { min: 1, max: group.length },
      message: `${plural(group.length, 'write')} refused below the limit of ${limit} in ${duration(windowNs / MS)}: around #${refused.id} ${near.length} at most had been admitted`,
      argument: `In the ${duration(reach / MS)} up to the end of #${refused.id} no more than ${plural(near.length, 'write')} can have been admitted; no window that holds it can have been full.`,
      witness: [...near.slice(0, MAX_WITNESS - 1), refused],
      proof: { form: 'room', refused: refused.id },
    };
  });
}
