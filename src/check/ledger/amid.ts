import type { History, HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { copyOf } from '../../history/reader/table.ts';

/**
 * Where several machines took part, a number that one of them read when all its own writes were over was perhaps read
 * among those of another. Such a read is `during`, whatever it was made for: unless all writes up to its phase were over
 * for certain, and those of later ones not yet sent, as far as the clocks can tell.
 */
export function withAmidReads(history: History): History {
  const { header, operations } = history;
  if (!areOfSeveral(operations)) return history;
  const byKey = new Map<string, Writes>();
  for (const one of operations) {
    if (one.f === 'read' || one.counts === 'notSent') continue;
    const writes = byKey.get(one.key) ?? new Writes(header);
    byKey.set(one.key, writes);
    writes.add(one);
  }
  const isAmid = (one: Operation): boolean =>
    one.f === 'read' && one.role !== 'during' && byKey.get(one.key)?.mayBeAmid(one) === true;
  return {
    ...history,
    operations: operations.map((one) => (isAmid(one) ? { ...copyOf(one), role: 'during' } : one)),
  };
}

/** Whether several machines took part. */
export function areOfSeveral(operations: readonly Operation[]): boolean {
  const first = operations[0]?.machine;
  return operations.some(({ machine }) => machine !== first);
}

const LEAST_NS = 1;

/** When the writes of one place and machine were over, and when the first of them was sent. */
interface Extent {
  over: number;
  begun: number;
}

/** The places of one machine, in order. */
interface Ordered {
  readonly places: readonly number[];
  /** When all up to each of them was over, behind one for what is ahead of the first. */
  readonly overUpTo: readonly number[];
  /** When the first from each of them on was sent, ahead of one for what is behind the last. */
  readonly begunFrom: readonly number[];
}

function inOrder(extents: ReadonlyMap<number, Extent>): Ordered {
  const sorted = [...extents].sort(([a], [b]) => a - b);
  const overUpTo = [Number.NEGATIVE_INFINITY];
  for (const [, { over }] of sorted) overUpTo.push(Math.max(overUpTo.at(-1) as number, over));
  const begun = [Number.POSITIVE_INFINITY];
  for (const [, extent] of sorted.toReversed()) begun.push(Math.min(begun.at(-1) as number, extent.begun));
  return { places: sorted.map(([place]) => place), overUpTo, begunFrom: begun.reverse() };
}

/** How many of the places are no later than one. */
function countUpTo(places: readonly number[], place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Writes of one key, by machine and by place in the plan; asked when all are there. */
class Writes {
  readonly #errorNs: number;
  readonly #phases: number;
  readonly #byMachine = new Map<string | undefined, Map<number, Extent>>();
  #ordered: readonly (readonly [machine: string | undefined, Ordered])[] | null = null;

  constructor({ clock, phases }: HistoryHeader) {
    this.#errorNs = clock.errorNs;
    this.#phases = phases.length;
  }

  add(write: Operation): void {
    const { machine, invoke, complete } = write;
    const places = this.#byMachine.get(machine) ?? new Map<number, Extent>();
    this.#byMachine.set(machine, places);
    const place = this.#placeOf(write);
    const extent = places.get(place) ?? { over: Number.NEGATIVE_INFINITY, begun: Number.POSITIVE_INFINITY };
    places.set(place, extent);
    // What was not heard may come at any time, and is counted as such.
    extent.over = Math.max(extent.over, complete ?? extent.over);
    extent.begun = Math.min(extent.begun, invoke);
  }

  mayBeAmid(read: Operation): boolean {
    const own = this.#placeOf(read);
    const end = read.complete ?? read.ended ?? read.invoke;
    this.#ordered ??= [...this.#byMachine].map(([machine, extents]) => [machine, inOrder(extents)] as const);
    return this.#ordered.some(([machine, { places, overUpTo, begunFrom }]) => {
      // Within one machine what touches is in the order that it was done in.
      const apart = machine === read.machine ? 0 : 2 * this.#errorNs + LEAST_NS;
      const count = countUpTo(places, own);
      return (overUpTo[count] as number) + apart > read.invoke || (begunFrom[count] as number) - apart < end;
    });
  }

  /** Rounds, and the phases of each, in order. */
  #placeOf({ round, phaseIndex }: Operation): number {
    return round * (this.#phases + 1) + phaseIndex + 1;
  }
}
