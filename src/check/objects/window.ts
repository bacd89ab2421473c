import type { Operation } from '../../history/operation.ts';
import { duration, plural } from '../words.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import type { Quota } from './quota.ts';
import { granted, groupedBy, isRefused, mayCount, phaseOfAll } from './writes.ts';

const MS = 1e6;

/** What a target's clock may be coarser or faster by, over a span of time, in nanoseconds. */
export const coarseness = (ns: number): number => 5 * MS + ns / 1_000;

/** How much later than its time a window may be turned, by a timer of a busy target. */
const lateness = (ns: number): number => 50 * MS + ns / 20;

/** The most that n windows in a row, and one that is cut in two, admit: fixed, sliding or a bucket that refills. */
export const mostOver = (limit: bigint, spanNs: number, windowNs: number): bigint =>
  limit * BigInt(Math.ceil((spanNs + coarseness(spanNs)) / windowNs) + 1);

interface Crowd {
  readonly from: Operation;
  readonly to: Operation;
  readonly admitted: readonly Operation[];
  readonly most: bigint;
}

/** CP104: more admitted within some span than all windows that it can touch allow, wherever they begin. */
export function crowdedWindows(quota: Quota, windowNs: number): readonly ObjectFinding[] {
  const { writes, limit } = quota;
  const places = groupedBy(granted(writes), ({ key, identity = 0 }) => JSON.stringify([key, identity]));
  return [...places.values()].flatMap((admitted): readonly ObjectFinding[] => {
    const crowd = fullest(quota, admitted, windowNs);
    if (crowd === null) return [];
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

/** The span that exceeds its windows by most. */
function fullest({ limit, times }: Quota, admitted: readonly Operation[], windowNs: number): Crowd | null {
  const byEnd = [...admitted].sort((a, b) => times.latest(a) - times.latest(b));
  let best: Omit<Crowd, 'admitted'> | null = null;
  let worst = 0n;
  for (const from of admitted) {
    let count = 0n;
    for (const to of byEnd) {
      if (times.earliest(to) < times.earliest(from)) continue;
      count += 1n;
      if (count <= 2n * limit + worst) continue;
      const most = mostOver(limit, times.latest(to) - times.earliest(from), windowNs);
      if (count - most > worst) {
        best = { from, to, most };
        worst = count - most;
      }
    }
  }
  if (best === null) return null;
  const [first, last] = [times.earliest(best.from), times.latest(best.to)];
  return { ...best, admitted: admitted.filter((one) => times.earliest(one) >= first && times.latest(one) <= last) };
}

/**
 * CP105: refused, and fewer than the limit can have counted in any window that holds the refusal. Nothing is said of a
 * refusal whose windows reach back before the run: who knows what counted then.
 */
export function refusedInWindows(quota: Quota, windowNs: number): readonly ObjectFinding[] {
  const { writes, limit, times } = quota;
  const candidates = writes.filter(mayCount);
  const reach = windowNs + lateness(windowNs);
  const early = writes.filter(isRefused).flatMap((refused) => {
    const from = times.earliest(refused) - reach;
    if (from < 0) return [];
    const end = times.latest(refused);
    const near = candidates.filter((one) => times.earliest(one) <= end && times.latest(one) >= from);
    return BigInt(near.length) < limit ? [{ refused, near }] : [];
  });
  return [...groupedBy(early, ({ refused }) => String(refused.round)).values()].map((group): ObjectFinding => {
    const [{ refused, near }] = group as [(typeof early)[number]];
    return {
      code: 'CP105',
      round: refused.round,
      phaseIndex: phaseOfAll(group.map((one) => one.refused)),
      count: { min: 1, max: group.length },
      message: `${plural(group.length, 'write')} refused below the limit of ${limit} in ${duration(windowNs / MS)}: around #${refused.id} ${near.length} at most had been admitted`,
      argument: `In the ${duration(reach / MS)} up to the end of #${refused.id} no more than ${plural(near.length, 'write')} can have been admitted; no window that holds it can have been full.`,
      witness: [...near.slice(0, MAX_WITNESS - 1), refused],
      proof: { form: 'room', refused: refused.id },
    };
  });
}
