import { type HistoryHeader, isSettle, type Mark, type PhaseInfo } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { plural } from '../words.ts';
import type { ObjectFinding } from './finding.ts';
import { perOf, wholeLimit } from './limit.ts';
import { usedShown } from './shown.ts';
import { setAmid, type Times, timesOf } from './times.ts';
import { groupedBy, intentOf, isRefused, mayCount, wasSent } from './writes.ts';

/**
 * CP104, of a stock CP106: a number that showed no more than the limit ahead of all writes on its key shows more when all
 * of them are over, and no more than they can make: be it that the answers of some were not heard, too many were let in.
 * All that was read at rest by then says so. If it is not that, refused attempts counted, which is told where they can make
 * it. Not where a command or a plain request may have moved it.
 */
export function above(header: HistoryHeader, operations: readonly Operation[]): readonly ObjectFinding[] {
  const limit = wholeLimit(header);
  if (limit === null || perOf(header)?.kind !== 'round' || operations.some(isOther)) return [];
  if (header.phases.some(mayMove)) return [];
  const times = timesOf(header, operations);
  const isSetAmid = setAmid(header, operations);
  const writes = groupedBy(operations.filter(wasSent), placeOf);
  const keys = groupedBy(operations.filter(wasSent), ({ key }) => key);
  const reads = groupedBy(operations.filter(isRead), placeOf);
  return [...reads].flatMap(([place, own]): readonly ObjectFinding[] => {
    const sent = writes.get(place) ?? [];
    const [one] = sent;
    // Of a later round of a key the limit may be another one.
    if (one === undefined || isSetAmid(one.key) || (!header.setup && keys.get(one.key)?.length !== sent.length))
      return [];
    const looks = own.filter(({ phaseIndex }) => phaseIndex < 0);
    const base = looks.find((read) => sent.every((write) => times.latest(read) < times.earliest(write)));
    const last = own.filter((read) => isAfterAll(read) && sent.every(isOverBy(times, read)));
    const [read] = last;
    if (base === undefined || read === undefined || last.some(({ reading }) => reading !== base.reading)) return [];
    const [ahead, after] = [usedIn(header, looks, limit), usedIn(header, last, limit)];
    if (ahead === null || after === null) return [];
    const [[first], least, highest] = [ahead as [bigint], after.reduce(lesser), after.reduce(greater)];
    const most = first + BigInt(new Set(sent.filter(mayCount).map(intentOf)).size);
    const refused = BigInt(sent.filter(isRefused).length);
    // Looks that differ show another writer.
    const isWithin = first <= limit && highest <= most && ahead.every((before) => before === first);
    const shows = last[after.indexOf(least)];
    return isWithin && least > limit && shows !== undefined
      ? [findingOf(header, base, shows, { least, limit, refused })]
      : [];
  });
}

const isAfterAll = ({ role, phaseIndex }: Operation): boolean => phaseIndex >= 0 && role !== 'during';

const isOverBy =
  (times: Times, read: Operation) =>
  (write: Operation): boolean =>
    write.complete === null || times.latest(write) < times.earliest(read);

/** What each of some reads shows as used; null where one of them shows nothing of it. */
function usedIn(header: HistoryHeader, reads: readonly Operation[], limit: bigint): readonly bigint[] | null {
  const shown = reads.map((read) => usedShown(header, read, limit));
  return shown.every((used) => used !== null) ? shown : null;
}

const lesser = (a: bigint, b: bigint): bigint => (b < a ? b : a);
const greater = (a: bigint, b: bigint): bigint => (b > a ? b : a);

const mayMove = ({ kind }: PhaseInfo): boolean => kind === 'run' || kind === 'request';

const placeOf = ({ key, round }: Operation): string => JSON.stringify([key, round]);
const isRead = ({ f, outcome }: Operation): boolean => f === 'read' && outcome === 'ok';
const isOther = ({ f, items, amount }: Operation): boolean =>
  f === 'release' || items !== undefined || amount !== undefined;

interface Used {
  readonly least: bigint;
  readonly limit: bigint;
  readonly refused: bigint;
}

function findingOf(
  { object }: HistoryHeader,
  base: Operation,
  read: Operation,
  { least, limit, refused }: Used,
): ObjectFinding {
  const extra = Number(least - limit);
  const other =
    refused >= least - limit ? `, or of the ${plural(Number(refused), 'refused write')} some counted all the same` : '';
  return {
    code: object === 'reservation' ? 'CP106' : 'CP104',
    round: read.round,
    phaseIndex: null,
    count: { min: extra, max: extra },
    message: `After all writes ${least} of the limit of ${limit} are used: ${extra} too many`,
    argument: `#${base.id}, ahead of the first write, shows ${base.value}, and #${read.id}, after all of them, ${read.value}: whatever the answers that were not heard, more were let in than the limit${other}.`,
    witness: [base, read],
    proof: { form: 'above', before: base.id, read: read.id },
  };
}

/** Whether it is shown by a number that still moved when its time was up. */
export const isOfMoving = ({ proof, witness }: ObjectFinding, marks: readonly Mark[]): boolean =>
  proof?.form === 'above' &&
  marks.some(
    (mark) =>
      isSettle(mark) &&
      mark.moving &&
      witness.some(
        (read) => read.reading === mark.reading && read.round === mark.round && read.phaseIndex === mark.phaseIndex,
      ),
  );
