import type { Operation } from '../../history/operation.ts';

export const isAcknowledged = ({ counts }: Operation): boolean => counts === 'acknowledged';
export const isRefused = ({ counts }: Operation): boolean => counts === 'rejected';
/** It took effect, or may have. */
export const mayCount = ({ counts }: Operation): boolean => counts === 'acknowledged' || counts === 'unknown';
/** It may arrive long after it was given up, when a setup has set all anew as well. */
export const isUnheard = ({ counts }: Operation): boolean => counts === 'unknown';
/** Something of it reached the target, or may have. */
export const wasSent = ({ f, counts }: Operation): boolean => f !== 'read' && counts !== 'notSent';

/** What attempts are of: one intent, however often it was sent; a write without one is an intent of its own. */
export const intentOf = ({ id, key, round, intent }: Operation): string =>
  JSON.stringify(intent === undefined ? [id] : [round, key, intent]);

/** The first acknowledged attempt of each intent: what counts at most once is counted once. */
export function granted(writes: readonly Operation[]): readonly Operation[] {
  const first = new Map<string, Operation>();
  for (const write of writes) {
    if (!isAcknowledged(write)) continue;
    const intent = intentOf(write);
    const known = first.get(intent);
    if (known === undefined || (write.complete ?? 0) < (known.complete ?? 0)) first.set(intent, write);
  }
  return [...first.values()];
}

/** Groups in the order in which they first appear. */
export function groupedBy<T, Place extends string | number>(
  items: readonly T[],
  place: (item: T) => Place,
): ReadonlyMap<Place, readonly T[]> {
  const groups = new Map<Place, T[]>();
  for (const item of items) {
    const at = place(item);
    const group = groups.get(at);
    if (group) group.push(item);
    else groups.set(at, [item]);
  }
  return groups;
}

/** The phase of all of them; null when they are of several. */
export function phaseOfAll(operations: readonly Operation[]): number | null {
  const phases = new Set(operations.map(({ phaseIndex }) => phaseIndex));
  const [phase] = phases;
  return phases.size === 1 && phase !== undefined && phase >= 0 ? phase : null;
}
