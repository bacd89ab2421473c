import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';

/** A history by the ids of its operations. */
export interface Saved extends History {
  readonly byId: ReadonlyMap<number, Operation>;
}

/** Made once for each history: many proofs may be tried on one. */
const made = new WeakMap<History, Saved>();

export function savedOf(history: History): Saved {
  const known = made.get(history);
  if (known !== undefined) return known;
  const byId = new Map<number, Operation>();
  for (const operation of history.operations) {
    must(!byId.has(operation.id), `two operations have the id ${operation.id}`);
    byId.set(operation.id, operation);
  }
  const saved = { ...history, byId };
  made.set(history, saved);
  return saved;
}

export function operationOf({ byId }: Saved, id: number): Operation {
  const operation = byId.get(id);
  must(operation !== undefined, `the history has no operation ${id}`);
  return operation;
}

export function writeOf(saved: Saved, id: number): Operation {
  const operation = operationOf(saved, id);
  must(operation.f !== 'read', `operation ${id} is no write`);
  return operation;
}

/** x was complete before y began, whatever the clocks' errors. */
export function precedes({ header }: Pick<History, 'header'>, x: Operation, y: Operation): boolean {
  if (x.complete === null) return false;
  return x.complete + (x.machine === y.machine ? 0 : 2 * header.clock.errorNs) < y.invoke;
}

export const isSent = ({ f, counts }: Operation): boolean => f !== 'read' && counts !== 'notSent';
export const isYes = ({ counts }: Operation): boolean => counts === 'acknowledged';
export const isNo = ({ counts }: Operation): boolean => counts === 'rejected';
export const mayCount = ({ counts }: Operation): boolean => counts === 'acknowledged' || counts === 'unknown';
