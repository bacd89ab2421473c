import type { Operation } from '../operation.ts';
import { copyOf } from '../reader/table.ts';
import { IMPORTED } from '../returned.ts';

/** When the writes to one counter were under way. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** Of the writes to one counter, by the machine that recorded them. */
type OfMachines = Map<string | undefined, Span>;

/**
 * Tells imported reads apart by their time: before all writes to that counter, after all of them (the value must stand
 * still), or during them. Only a whole history shows it. `errorNs`: how far the clock of a machine may be from true time.
 */
export function withRoles(operations: readonly Operation[], errorNs = 0): readonly Operation[] {
  const roles = rolesOf(operations, errorNs);
  return operations.map((operation) => roles(operation) ?? operation);
}

/** The same, one operation at a time: null where nothing changes. */
export function rolesOf(operations: readonly Operation[], errorNs: number): (operation: Operation) => Operation | null {
  if (!operations.some(isTold)) return () => null;
  const spans = new Map<string, OfMachines>();
  for (const operation of operations) if (operation.f !== 'read') widen(spans, operation);
  return (operation) => {
    if (!isTold(operation)) return null;
    const { first, last } = among(spans.get(counterOf(operation)), operation.machine, 2 * errorNs);
    const { invoke, complete } = operation;
    if (complete !== null && complete < first)
      return { ...copyOf(operation), role: 'before', phase: 'before', phaseIndex: -1 };
    return invoke > last ? { ...copyOf(operation), role: 'settle' } : null;
  };
}

const isTold = ({ f, phase }: Operation): boolean => f === 'read' && phase === IMPORTED;

/** When writes may have been under way by the clock of one machine; those of others may be off from it by so much. */
function among(spans: OfMachines | undefined, own: string | undefined, by: number): Span {
  let [start, end] = [Number.POSITIVE_INFINITY, -1];
  for (const [machine, { first, last }] of spans ?? []) {
    const off = machine === own ? 0 : by;
    start = Math.min(start, first - off);
    end = Math.max(end, last + off);
  }
  return { first: start, last: end };
}

function widen(spans: Map<string, OfMachines>, operation: Operation): void {
  const { invoke, complete, ended, machine } = operation;
  const end = complete ?? ended ?? invoke;
  const counter = counterOf(operation);
  const machines = spans.get(counter) ?? new Map();
  spans.set(counter, machines);
  const { first, last } = machines.get(machine) ?? { first: invoke, last: end };
  machines.set(machine, { first: Math.min(first, invoke), last: Math.max(last, end) });
}

const counterOf = ({ key, round }: Operation): string => `${round} ${key}`;
