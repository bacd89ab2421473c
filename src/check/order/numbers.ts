import type { HistoryHeader, ReadingExpectation } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundRun } from '../ledger/rounds.ts';

/** One number, as clients saw it from one reset to the next. */
export interface SeenNumber {
  readonly key: string;
  readonly reading: string;
  /** How far a write moves it; a decimal string. */
  readonly step: string;
  /** null: what was read ahead of the first write tells. */
  readonly initial: string | null;
  readonly rounds: readonly number[];
  /** Its writes and the reads of that reading; writes of before it that may still arrive are among them. */
  readonly operations: readonly Operation[];
}

/** Whether each acknowledged write of a run moves the reading by one step, and nothing else does. */
export const isPlainCount = (
  { object, readingInfo }: HistoryHeader,
  { reading, risesBy, within }: ReadingExpectation,
): boolean =>
  object === 'counter' &&
  risesBy === 'acknowledged' &&
  within === undefined &&
  readingInfo?.[reading]?.adds === undefined;

/** Every number of a run that is a plain count of its writes. */
export function numbersOf({ header, rounds }: Facts): readonly SeenNumber[] {
  const plain = header.expect.readings.filter((expectation) => isPlainCount(header, expectation));
  const byName = new Map(plain.map((expectation) => [expectation.reading, expectation]));
  return [...byName.values()].flatMap(({ reading, step = header.step }) =>
    spansOf(header, rounds, reading).map((span) => ({ reading, step, ...span })),
  );
}

interface Span {
  readonly key: string;
  readonly initial: string | null;
  readonly rounds: number[];
  readonly operations: Operation[];
  readonly first: Operation | null;
}

function spansOf(header: HistoryHeader, rounds: readonly RoundRun[], reading: string): readonly Span[] {
  const spans: Span[] = [];
  const open = new Map<string, Span>();
  for (const round of rounds) {
    if (round.setupFailed !== null) continue;
    for (const [key, own] of byKey(round, reading)) {
      const first = own.find(({ role, outcome }) => role === 'before' && outcome === 'ok') ?? null;
      let span = open.get(key);
      if (span === undefined || isReset(header, span, first)) {
        const initial = span === undefined || header.setup ? header.initial : null;
        if (span !== undefined && first !== null) dropLater(header, span, first);
        span = { key, initial, first, rounds: [], operations: stillOpen(span) };
        open.set(key, span);
        spans.push(span);
      }
      span.rounds.push(round.round);
      for (const operation of own) span.operations.push(operation);
    }
  }
  return spans;
}

function byKey(round: RoundRun, reading: string): ReadonlyMap<string, readonly Operation[]> {
  const found = new Map<string, Operation[]>();
  const add = (operation: Operation): void => {
    if (operation.f === 'read' && operation.reading !== reading) return;
    const own = found.get(operation.key);
    if (own) own.push(operation);
    else found.set(operation.key, [operation]);
  };
  round.before.forEach(add);
  for (const { writes, reads } of round.phases) {
    writes.forEach(add);
    reads.forEach(add);
  }
  return found;
}

/** As the amounts are judged: the setup sets it anew, or a round begins where the one before began, and that had moved it. */
function isReset({ setup }: HistoryHeader, { first, operations }: Span, ahead: Operation | null): boolean {
  if (setup || first === null || first.value !== ahead?.value) return setup;
  const last = operations.findLast(({ f, role, outcome }) => f === 'read' && role !== 'during' && outcome === 'ok');
  return last?.value !== first.value;
}

/** Of several machines one may still have read for an earlier round when another had begun the next. */
function dropLater({ clock }: HistoryHeader, { operations }: Span, next: Operation): void {
  const isEarlier = ({ f, machine, complete }: Operation): boolean =>
    f !== 'read' || machine === next.machine || (complete ?? 0) + 2 * clock.errorNs < next.invoke;
  const kept = operations.filter(isEarlier);
  operations.length = 0;
  for (const one of kept) operations.push(one);
}

const stillOpen = (span: Span | undefined): Operation[] =>
  span?.operations.filter(({ f, outcome }) => f !== 'read' && outcome === 'info') ?? [];
