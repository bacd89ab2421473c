import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { ObjectFinding } from './finding.ts';
import { perOf, wholeLimit } from './limit.ts';
import { usedShown } from './shown.ts';
import { setAmid, timesOf } from './times.ts';
import { groupedBy, intentOf, mayCount, wasSent } from './writes.ts';

/**
 * CP104, of a stock CP106: a number that showed no more than the limit ahead of all writes on its key shows more when all
 * of them are over, and no more than they can make: be it that the answers of some were not heard, too many were let in.
 */
export function above(header: HistoryHeader, operations: readonly Operation[]): readonly ObjectFinding[] {
  const limit = wholeLimit(header);
  if (limit === null || perOf(header)?.kind !== 'round' || operations.some(isOther)) return [];
  const times = timesOf(header, operations);
  const isSetAmid = setAmid(header, operations);
  const writes = groupedBy(operations.filter(wasSent), placeOf);
  const keys = groupedBy(operations.filter(wasSent), ({ key }) => key);
  const reads = groupedBy(operations.filter(isTold), placeOf);
  return [...reads].flatMap(([place, own]): readonly ObjectFinding[] => {
    const sent = writes.get(place) ?? [];
    const [one] = sent;
    // Of a later round of a key the limit may be another one.
    if (one === undefined || isSetAmid(one.key) || (!header.setup && keys.get(one.key)?.length !== sent.length))
      return [];
    const looks = own.filter(({ phaseIndex }) => phaseIndex < 0);
    const base = looks.find((read) => sent.every((write) => times.latest(read) < times.earliest(write)));
    const last = own.findLast(({ role, phaseIndex }) => phaseIndex >= 0 && role !== 'during');
    if (base === undefined || last === undefined || last.reading !== base.reading) return [];
    const shown = [...looks, last].map((read) => usedShown(header, read, limit));
    if (shown.some((used) => used === null)) return [];
    const used = shown.pop() as bigint;
    const first = usedShown(header, base, limit) as bigint;
    const isOver = sent.every((write) => write.complete === null || times.latest(write) < times.earliest(last));
    const most = first + BigInt(new Set(sent.filter(mayCount).map(intentOf)).size);
    // Looks that differ show another writer.
    const isWithin = shown.every((before) => before === first && before <= limit);
    return isOver && isWithin && used > limit && used <= most ? [findingOf(header, limit, base, last, used)] : [];
  });
}

const placeOf = ({ key, round }: Operation): string => JSON.stringify([key, round]);
const isTold = ({ f, outcome }: Operation): boolean => f === 'read' && outcome === 'ok';
const isOther = ({ f, items, amount }: Operation): boolean =>
  f === 'release' || items !== undefined || amount !== undefined;

function findingOf(
  { object }: HistoryHeader,
  limit: bigint,
  base: Operation,
  last: Operation,
  used: bigint,
): ObjectFinding {
  const extra = Number(used - limit);
  return {
    code: object === 'reservation' ? 'CP106' : 'CP104',
    round: last.round,
    phaseIndex: null,
    count: { min: extra, max: extra },
    message: `After all writes ${used} of the limit of ${limit} are used: ${extra} too many`,
    argument: `#${base.id}, ahead of the first write, shows ${base.value}, and #${last.id}, after all of them, ${last.value}: whatever the answers that were not heard, more were let in than the limit.`,
    witness: [base, last],
    proof: { form: 'above', before: base.id, read: last.id },
  };
}
