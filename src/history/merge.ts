import { ProbeError } from '../errors.ts';
import { type History, type HistoryEntry, type HistoryHeader, isOperation, type Mark } from './history.ts';
import { isRelease, isRun, isUnharmed } from './mark.ts';
import type { Operation } from './operation.ts';
import { printable } from './printable.ts';
import type { HistoryStream } from './reader/stream.ts';

/** What one machine recorded of a run in which several took part. */
export interface Part<T> {
  /** A name of its own, such as that of its file. */
  readonly machine: string;
  readonly history: T;
}

const TOGETHER = 'merge only histories of one run';
/** What must be the same in all parts. */
const SHARED = [
  'object',
  'initial',
  'step',
  'limit',
  'limitPer',
  'require',
  'expect',
  'readings',
  'setup',
  'returns',
] as const;

/**
 * One history out of those of several machines: every operation names its machine, processes and sessions are told
 * apart by it, and times count from one moment. `clockErrorNs` is how far any of their clocks may be from true time.
 * Throws a ProbeError when the parts do not belong together, or when nobody knows how their clocks stand to each other.
 */
export function mergeHistories(parts: readonly Part<History>[], clockErrorNs: number): History {
  const { header, place } = plan(parts, clockErrorNs);
  const operations = parts.flatMap(({ history }, i) => history.operations.map((one) => place(i, one) as Operation));
  const marks = parts.flatMap(({ history }, i) => history.marks.map((one) => place(i, one) as Mark));
  return { header, operations: operations.sort((a, b) => a.invoke - b.invoke || a.id - b.id), marks };
}

/** The same for histories that are read bit by bit; the entries of one machine come after those of another. */
export function mergeStreams(parts: readonly Part<HistoryStream>[], clockErrorNs: number): HistoryStream {
  const { header, place } = plan(parts, clockErrorNs);
  async function* batches(): AsyncGenerator<readonly HistoryEntry[]> {
    for (const [i, { history }] of parts.entries()) {
      for await (const batch of history.batches) yield batch.map((entry) => place(i, entry));
    }
  }
  const assumesStart = parts.some(({ history }) => history.assumesStart === true);
  return { header, assumesStart, batches: batches() };
}

interface Plan {
  readonly header: HistoryHeader;
  /** An entry of a part as it stands in the whole. */
  readonly place: (part: number, entry: HistoryEntry) => HistoryEntry;
}

function plan(parts: readonly Part<{ readonly header: HistoryHeader }>[], clockErrorNs: number): Plan {
  const [first] = parts;
  if (!first) throw new ProbeError('history', 'there is no history to merge');
  if (new Set(parts.map(({ machine }) => machine)).size < parts.length)
    throw new ProbeError('history', 'two of the histories have the same name', { mend: 'give each a name of its own' });
  for (const part of parts) assertAlike(first, part);
  const headers = parts.map(({ history }) => history.header);
  const origins = originsOf(parts);
  const start = origins === null ? null : ([...origins].sort((a, b) => (a < b ? -1 : 1))[0] ?? null);
  const shifts = parts.map((part, i) => shiftOf(part.machine, origins?.[i] ?? 0n, start ?? 0n));
  return {
    header: mergedHeader(headers, clockErrorNs, start),
    place(part, entry) {
      const { machine } = parts[part] as Part<unknown>;
      const shift = shifts[part] ?? 0;
      return isOperation(entry) ? placed(entry, machine, shift, entry.id * parts.length + part) : shifted(entry, shift);
    },
  };
}

/** Beyond it, times are no longer exact as doubles. */
const FARTHEST = 2 ** 52;

function shiftOf(machine: string, origin: bigint, start: bigint): number {
  const shift = Number(origin - start);
  if (shift <= FARTHEST) return shift;
  const what = `the clock of ${printable(machine, 100)} showed a time more than 50 days later than that of another`;
  throw new ProbeError('history', what, { mend: TOGETHER });
}

function assertAlike(
  first: Part<{ readonly header: HistoryHeader }>,
  part: Part<{ readonly header: HistoryHeader }>,
): void {
  const [a, b] = [first.history.header, part.history.header];
  const names = [first.machine, part.machine].map((name) => printable(name, 100));
  const differs = SHARED.find((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
  if (differs) throw new ProbeError('history', `${names.join(' and ')} differ in ${differs}`, { mend: TOGETHER });
  const phases = [a, b].map((header) => JSON.stringify(header.phases.map(({ kind, name }) => [kind, name])));
  if (phases[0] !== phases[1])
    throw new ProbeError('history', `${names.join(' and ')} differ in their phases`, { mend: TOGETHER });
}

/** Null when no part tells: then their times are taken to be of clocks that were set alike. */
function originsOf(parts: readonly Part<{ readonly header: HistoryHeader }>[]): readonly bigint[] | null {
  const told = parts.map(({ history }) => history.header.clock.originNs);
  if (told.every((origin) => origin === undefined)) return null;
  const silent = parts[told.indexOf(undefined)];
  if (silent) {
    const what = `${printable(silent.machine, 100)} does not tell what its clock showed at its time 0, and others do`;
    throw new ProbeError('history', what, { mend: 'record all of them with clock.originNs, or none' });
  }
  return told.map((origin) => BigInt(origin as string));
}

function mergedHeader(headers: readonly HistoryHeader[], clockErrorNs: number, start: bigint | null): HistoryHeader {
  const first = headers[0] as HistoryHeader;
  const most = (of: (header: HistoryHeader) => number): number => Math.max(...headers.map(of));
  const all = (of: (header: HistoryHeader) => string): string => [...new Set(headers.map(of))].join(' + ');
  return {
    ...first,
    clock: {
      unit: 'ns',
      errorNs: Math.max(
        clockErrorNs,
        most(({ clock }) => clock.errorNs),
      ),
      ...(start === null ? {} : { originNs: String(start) }),
    },
    runId: all(({ runId }) => runId),
    scenario: all(({ scenario }) => scenario),
    target: all(({ target }) => target),
    phases: first.phases.map((phase, i) => ({
      ...phase,
      count: headers.reduce((sum, { phases }) => sum + (phases[i]?.count ?? 0), 0),
    })),
    rounds: most(({ rounds }) => rounds),
    settleMs: most(({ settleMs }) => settleMs),
  };
}

const later = (time: number | null, shift: number): number | null => (time === null ? null : time + shift);

function placed(operation: Operation, machine: string, shift: number, id: number): Operation {
  return {
    ...operation,
    id,
    process: `${machine}/${operation.process}`,
    session: `${machine}/${operation.session}`,
    machine: operation.machine ?? machine,
    invoke: operation.invoke + shift,
    complete: later(operation.complete, shift),
    sent: later(operation.sent, shift),
    firstByte: later(operation.firstByte, shift),
    ended: later(operation.ended, shift),
  };
}

function shifted(mark: Mark, shift: number): Mark {
  if (isRelease(mark) || isRun(mark)) return { ...mark, first: mark.first + shift, last: mark.last + shift };
  if (isUnharmed(mark)) return { ...mark, invoke: mark.invoke + shift, complete: later(mark.complete, shift) };
  return mark;
}
