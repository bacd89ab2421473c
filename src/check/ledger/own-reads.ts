import { add, compare, type Decimal, formatDecimal, parseDecimal, subtract, times } from '../../history/decimal.ts';
import type { History, HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { copyOf } from '../../history/reader/table.ts';
import type { Note, ScenarioResult } from '../../verdict/report.ts';
import { aheadOfAll, placesAmong } from './read-order.ts';
import { NOT_EXACT } from './unclear.ts';

/** Readings that move the number themselves, by name; each with how far one does. */
function countingReads({ readingInfo = {}, expect, step }: HistoryHeader): ReadonlyMap<string, Decimal> {
  const found = new Map<string, Decimal>();
  for (const [reading, { adds }] of Object.entries(readingInfo)) {
    const own = expect.readings.find((one) => one.reading === reading)?.step ?? step;
    const [steps, unit] = [parseDecimal(adds ?? '0'), parseDecimal(own)];
    if (steps === null || unit === null || steps.unscaled === 0n || unit.unscaled === 0n) continue;
    const { unscaled, scale } = steps;
    found.set(reading, add({ unscaled: unscaled * unit.unscaled, scale: scale + unit.scale }, ZERO));
  }
  return found;
}

const ZERO: Decimal = { unscaled: 0n, scale: 0 };

/**
 * The history with the numbers that its writes alone would have made: of what a reading shows, the effect of those
 * before it is taken off. Between two numbers at rest that is exact, whether a reading shows its own effect or not. A
 * reading of which nobody knows how many came before it shows no number.
 */
export function withoutOwnReads(history: History): History {
  const counting = countingReads(history.header);
  if (counting.size === 0) return history;
  const changed = new Map<Operation, string | null>();
  const isAhead = aheadOfAll(history);
  let isStartKnown = true;
  for (const reads of countersOf(history, counting)) {
    const [first] = reads as readonly [Operation];
    const unit = counting.get(first.reading ?? '') ?? ZERO;
    const places = placesAmong(history.header, reads.filter(isAnswered));
    isStartKnown &&= places.get(first) === 0 && isAhead(first);
    const own = showsOwn(history.header, first, unit) ? 1n : 0n;
    for (const read of reads) {
      const value = read.outcome === 'ok' ? parseDecimal(read.value ?? '') : null;
      const place = places.get(read) ?? null;
      if (value === null) continue;
      changed.set(read, place === null ? null : formatDecimal(subtract(value, times(unit, own + BigInt(place)))));
    }
  }
  return {
    ...history,
    // Whether a reading shows what it adds is told by the first, where one is known to be.
    header: isStartKnown ? history.header : { ...history.header, initial: null },
    operations: history.operations.map((op) => withValue(op, changed.get(op))),
  };
}

function withValue(op: Operation, value: string | null | undefined): Operation {
  if (value === undefined) return op;
  if (value !== null) return { ...copyOf(op), value };
  const reason = `${NOT_EXACT} ${op.value}, which others that count were read together with`;
  return { ...copyOf(op), role: 'during', outcome: 'info', complete: null, value: null, reason };
}

/** Reads of one reading of one counter, in order; a setup makes each round a counter of its own. */
function countersOf(
  { header, operations }: History,
  counting: ReadonlyMap<string, Decimal>,
): readonly (readonly Operation[])[] {
  const groups = new Map<string, Operation[]>();
  for (const op of operations) {
    if (op.f !== 'read' || op.reading === null || !counting.has(op.reading)) continue;
    const place = JSON.stringify([op.reading, op.key, header.setup ? op.round : 0]);
    const group = groups.get(place);
    if (group) group.push(op);
    else groups.set(place, [op]);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => a.invoke - b.invoke || a.id - b.id));
}

/** Where the number before is known, the first reading tells whether it shows what it adds. */
function showsOwn({ initial }: HistoryHeader, first: Operation, unit: Decimal): boolean {
  const [was, is] = [parseDecimal(initial ?? ''), parseDecimal(first.value ?? '')];
  return was !== null && is !== null && compare(is, add(was, unit)) === 0;
}

const isAnswered = ({ outcome }: Operation): boolean => outcome === 'ok';

/** Readings that move the number, were sent and got no number in answer: nobody knows whether they did. */
export function openReads({ header, operations }: History): readonly Operation[] {
  const counting = countingReads(header);
  if (counting.size === 0) return [];
  return operations.filter(
    (op) => op.f === 'read' && counting.has(op.reading ?? '') && !isAnswered(op) && op.sent !== null,
  );
}

/** A result whose operations are shown as they were recorded. */
export function asRecorded(
  { header, operations }: History,
  result: ScenarioResult,
  judged: readonly Operation[],
): ScenarioResult {
  if (judged === operations) return result;
  const recorded = new Map(operations.map((op) => [op.id, op]));
  const all = (some: readonly Operation[]): readonly Operation[] => some.map((op) => recorded.get(op.id) ?? op);
  return {
    ...result,
    findings: result.findings.map((finding) => ({ ...finding, witness: all(finding.witness) })),
    phases: result.phases.map((phase) =>
      phase.operations === undefined ? phase : { ...phase, operations: all(phase.operations) },
    ),
    notes: [...result.notes, ...[...countingReads(header)].map(noteOf)],
  };
}

const noteOf = ([reading, unit]: readonly [string, Decimal]): Note => ({
  code: 'reads-count',
  message: `Each reading of ${reading} itself moves the number by ${formatDecimal(unit)}. That is taken off: the values told here are those that the writes alone make.`,
});
