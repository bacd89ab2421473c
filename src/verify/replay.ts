import type { Explained } from './certificate.ts';
import type { CounterView, Seen } from './counter.ts';
import { must } from './refused.ts';

/**
 * Carries out the operations in the order given, on a counter that does nothing else, and refuses when one of them
 * could not have shown what it showed, when one stands before what was complete before it began, or when an
 * operation that took effect is missing.
 */
export function replay(view: CounterView, { initial, order, others }: Explained): void {
  const start = view.height(initial);
  must(view.initial === null || view.initial === start, 'the start value is not the one in the history');
  const left = new Map(view.operations);
  const latest = new LatestStart(view);
  // Where the start is above the limit already, it goes no higher.
  const limit = view.limit !== null && view.limit < start ? start : view.limit;
  let value = start;
  for (const id of order) {
    const operation = left.get(id);
    must(operation !== undefined, `operation ${id} is not one of the counter's, or stands twice in the order`);
    left.delete(id);
    must(!latest.isAfter(operation), `operation ${id} was complete before one began that stands ahead of it`);
    latest.add(operation);
    value = applied(operation, others ? raised(operation, value) : value, limit);
  }
  for (const { id, certain } of left.values()) must(!certain, `operation ${id} took effect and is not in the order`);
}

/** The value after the operation. */
function applied({ id, kind, amount, low, high, garbled }: Seen, before: bigint, limit: bigint | null): bigint {
  must(!garbled, `operation ${id} told something that is no number`);
  const after = before + amount;
  must(limit === null || after <= limit, `operation ${id} exceeds the limit`);
  if (low !== null)
    must(kind === 'increment' ? after === low : before >= low, `operation ${id} cannot have shown so high a value yet`);
  if (high !== null) must(before <= high, `operation ${id} cannot have shown so low a value any more`);
  return after;
}

/** What others must first have raised the value to; no more than the operation needs. */
function raised({ kind, amount, low }: Seen, value: bigint): bigint {
  if (low === null) return value;
  const needed = kind === 'increment' ? low - amount : low;
  return needed > value ? needed : value;
}

/** The latest start among the operations that stand ahead, of all machines and of each. */
class LatestStart {
  readonly #twoErrors: number;
  readonly #ofMachine = new Map<string | undefined, number>();
  #ofAll = Number.NEGATIVE_INFINITY;

  constructor({ errorNs }: CounterView) {
    this.#twoErrors = 2 * errorNs;
  }

  add({ invoke, machine }: Seen): void {
    this.#ofAll = Math.max(this.#ofAll, invoke);
    this.#ofMachine.set(machine, Math.max(this.#ofMachine.get(machine) ?? invoke, invoke));
  }

  /** Whether one that stands ahead began after this one was complete, for certain. */
  isAfter({ complete, machine }: Seen): boolean {
    const own = this.#ofMachine.get(machine) ?? Number.NEGATIVE_INFINITY;
    return complete < own || complete + this.#twoErrors < this.#ofAll;
  }
}
