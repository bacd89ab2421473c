import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { once } from '../once.ts';
import { must } from '../refused.ts';
import { withoutReadings } from './counting.ts';

/** A history by the ids of its operations, with the numbers that its writes alone would have made. */
export interface Saved extends History {
  readonly byId: ReadonlyMap<number, Operation>;
}

/** Made once for each history: many proofs may be tried on one. */
const made = new WeakMap<History, Saved>();

export function savedOf(history: History): Saved {
  const known = made.get(history);
  if (known !== undefined) return known;
  const byId = new Map<number, Operation>();
  const operations = withoutReadings(history);
  for (const operation of operations) {
    must(!byId.has(operation.id), `two operations have the id ${operation.id}`);
    byId.set(operation.id, operation);
  }
  const saved = { ...history, operations, byId };
  made.set(history, saved);
  return saved;
}

const grouped = once((saved: Saved, by: 'key' | 'round'): ReadonlyMap<string | number, readonly Operation[]> => {
  const groups = new Map<string | number, Operation[]>();
  for (const operation of saved.operations) {
    const group = groups.get(operation[by]);
    if (group) group.push(operation);
    else groups.set(operation[by], [operation]);
  }
  return groups;
});

/** In the order of the history. */
export const operationsOn = (saved: Saved, key: string): readonly Operation[] => grouped(saved, 'key').get(key) ?? [];
export const operationsIn = (saved: Saved, round: number): readonly Operation[] =>
  grouped(saved, 'round').get(round) ?? [];

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

/** The same; and what touches in another phase or round of one machine, which begins nothing before all is over that it waits for. */
export function comesBefore(saved: Pick<History, 'header'>, x: Operation, y: Operation): boolean {
  if (precedes(saved, x, y)) return true;
  const isLater = x.round < y.round || (x.round === y.round && x.phaseIndex < y.phaseIndex);
  return x.complete === y.invoke && x.machine === y.machine && isLater;
}

/** Of several machines each has rounds of its own, and a lower number tells nothing. */
export const mayBeEarlier = (saved: Saved, other: number, round: number): boolean =>
  hasOneMachine(saved, '') ? other < round : other !== round;

const hasOneMachine = once(
  ({ operations }: Saved, _: string): boolean => new Set(operations.map(({ machine }) => machine ?? '')).size <= 1,
);

export const isSent = ({ f, counts }: Operation): boolean => f !== 'read' && counts !== 'notSent';
export const isYes = ({ counts }: Operation): boolean => counts === 'acknowledged';
export const isNo = ({ counts }: Operation): boolean => counts === 'rejected';
export const mayCount = ({ counts }: Operation): boolean => counts === 'acknowledged' || counts === 'unknown';

/** When the first attempt at the same was sent that may have had its effect. */
export const beganAt = (saved: Saved, one: Operation): number =>
  Math.min(one.invoke, begins(saved, '').get(nameOf(one)) ?? one.invoke);

const nameOf = ({ round, key, intent }: Operation): string => JSON.stringify([round, key, intent]);

const begins = once((saved: Saved, _: string): ReadonlyMap<string, number> => {
  const first = new Map<string, number>();
  for (const one of saved.operations) {
    if (one.intent === undefined || one.f === 'read' || !mayCount(one)) continue;
    first.set(nameOf(one), Math.min(one.invoke, first.get(nameOf(one)) ?? one.invoke));
  }
  return first;
});

/** A refusal while another attempt at the same was under way, or may have been let in before, says nothing of a limit. */
export function isToldToWait(saved: Saved, refused: Operation): boolean {
  const { intent, key, round } = refused;
  if (intent === undefined) return false;
  return operationsOn(saved, key).some(
    (one) =>
      one !== refused &&
      isSent(one) &&
      one.intent === intent &&
      one.round === round &&
      !precedes(saved, refused, one) &&
      (mayCount(one) || !precedes(saved, one, refused)),
  );
}
