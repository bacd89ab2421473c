import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { groupedBy, intentOf, mayCount } from './writes.ts';

/** How many machines took part. */
export const machinesOf = (operations: readonly Operation[]): number =>
  new Set(operations.map(({ machine }) => machine ?? '')).size;

/** Which keys of a history the setup of one machine may set anew amid the writes of another. */
export function setAmid(
  { setup }: Pick<HistoryHeader, 'setup'>,
  operations: readonly Operation[],
): (key: string) => boolean {
  if (!setup || machinesOf(operations) <= 1) return () => false;
  const machines = new Map<string, string>();
  const several = new Set<string>();
  for (const { f, key, machine = '' } of operations) {
    if (f !== 'read' && (machines.get(key) ?? machine) !== machine) several.add(key);
    if (f !== 'read') machines.set(key, machine);
  }
  return (key) => several.has(key);
}

/** Between when and when an operation took effect, in true time as far as one machine's clock tells it. */
export interface Times {
  /** Of what may be answered for an earlier attempt at the same: when that was sent. */
  readonly earliest: (operation: Operation) => number;
  readonly sent: (operation: Operation) => number;
  /** Infinity for one whose fate is unknown. */
  readonly latest: (operation: Operation) => number;
}

/**
 * Within one machine times are exact; where several took part each may be off by the error of the clocks, and so the
 * span of every operation is wider by it on both sides: what took place within stays within.
 */
export function timesOf({ clock }: Pick<HistoryHeader, 'clock'>, operations: readonly Operation[]): Times {
  const error = machinesOf(operations) > 1 ? clock.errorNs : 0;
  const first = firstAttempts(operations);
  return {
    earliest: (one) => (first.get(one) ?? one.invoke) - error,
    sent: ({ invoke }) => invoke - error,
    latest: ({ complete }) => (complete === null ? Number.POSITIVE_INFINITY : complete + error),
  };
}

/** When the first attempt was sent that may have had the effect, of every attempt that may have had it. */
function firstAttempts(operations: readonly Operation[]): ReadonlyMap<Operation, number> {
  const attempts = operations.filter((one) => one.intent !== undefined && one.f !== 'read' && mayCount(one));
  const found = new Map<Operation, number>();
  for (const all of groupedBy(attempts, intentOf).values()) {
    const first = all.reduce((least, { invoke }) => Math.min(least, invoke), Number.POSITIVE_INFINITY);
    for (const one of all) found.set(one, first);
  }
  return found;
}
