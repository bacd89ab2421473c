import type { Operation } from '../operation.ts';
import { IMPORTED } from '../returned.ts';
import { copyOf } from '../table.ts';

/** When the writes to one counter were under way. */
interface Span {
  first: number;
  last: number;
}

/**
 * Tells imported reads apart by their time: before all writes to that counter, after all of them (the value must stand
 * still), or during them. Only a whole history shows it.
 */
export function withRoles(operations: readonly Operation[]): readonly Operation[] {
  const roles = rolesOf(operations);
  return operations.map((operation) => roles(operation) ?? operation);
}

/** The same, one operation at a time: null where nothing changes. */
export function rolesOf(operations: readonly Operation[]): (operation: Operation) => Operation | null {
  if (!operations.some(isTold)) return () => null;
  const spans = new Map<string, Span>();
  for (const operation of operations) if (operation.f !== 'read') widen(spans, operation);
  return (operation) => {
    if (!isTold(operation)) return null;
    const { first, last } = spans.get(counterOf(operation)) ?? { first: Number.POSITIVE_INFINITY, last: -1 };
    const { invoke, complete } = operation;
    if (complete !== null && complete < first)
      return { ...copyOf(operation), role: 'before', phase: 'before', phaseIndex: -1 };
    return invoke > last ? { ...copyOf(operation), role: 'settle' } : null;
  };
}

const isTold = ({ f, phase }: Operation): boolean => f === 'read' && phase === IMPORTED;

function widen(spans: Map<string, Span>, operation: Operation): void {
  const { invoke, complete, ended } = operation;
  const end = complete ?? ended ?? invoke;
  const counter = counterOf(operation);
  const span = spans.get(counter);
  if (!span) spans.set(counter, { first: invoke, last: end });
  else {
    span.first = Math.min(span.first, invoke);
    span.last = Math.max(span.last, end);
  }
}

const counterOf = ({ key, round }: Operation): string => `${round} ${key}`;
