import type { Operation } from '../../history/operation.ts';
import { isSent } from './saved.ts';

/** What was meant once: a write, or every attempt at it in its round. */
export interface Intent {
  /** Those that were sent; at least one. */
  readonly attempts: readonly Operation[];
  readonly comes: 'yes' | 'maybe' | 'no';
}

export function intentsOf(operations: readonly Operation[]): readonly Intent[] {
  const groups = new Map<string | number, Operation[]>();
  for (const operation of operations.filter(isSent)) {
    const { id, intent, round, key } = operation;
    const name = intent === undefined ? id : JSON.stringify([round, key, intent]);
    const group = groups.get(name);
    if (group) group.push(operation);
    else groups.set(name, [operation]);
  }
  return [...groups.values()].map((attempts) => ({ attempts, comes: comesOf(attempts) }));
}

function comesOf(attempts: readonly Operation[]): Intent['comes'] {
  if (attempts.some(({ counts }) => counts === 'acknowledged')) return 'yes';
  return attempts.some(({ counts }) => counts === 'unknown') ? 'maybe' : 'no';
}

/** Whether an intent is one of a named count, for certain: `acknowledged`, `keys`, `rejected` or an outcome by its name. */
export function isOne({ attempts, comes }: Intent, name: string): boolean {
  if (name === 'acknowledged' || name === 'keys') return comes === 'yes';
  if (name === 'rejected') return comes === 'no';
  return attempts.some(({ labels }) => labels?.includes(name) === true);
}

/** Whether an attempt by itself makes its intent one of a named count. */
export function isOneBy({ counts, labels }: Operation, name: string): boolean {
  if (name === 'acknowledged' || name === 'keys') return counts === 'acknowledged';
  return name === 'rejected' ? counts === 'rejected' : labels?.includes(name) === true;
}

/** The attempts that may have had the effect of an intent: all of them where none but refused ones were made. */
export function effective({ attempts, comes }: Intent): readonly Operation[] {
  return comes === 'no' ? attempts : attempts.filter(({ counts }) => counts !== 'rejected');
}
