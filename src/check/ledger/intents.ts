import type { Counts, Operation } from '../../history/operation.ts';

/** What was meant once: one write, or every attempt at it. */
export interface Intent {
  /** In the order they were made; at least one. */
  readonly attempts: readonly Operation[];
  /** One yes is enough; without one, a single unknown attempt leaves it unknown. */
  readonly counts: Counts;
}

/** The intents of some writes, in the order of their first attempts. */
export function intentsOf(writes: readonly Operation[]): readonly Intent[] {
  const found = new Map<string | Operation, Operation[]>();
  for (const write of writes) {
    const name = write.intent === undefined ? write : JSON.stringify([write.key, write.intent]);
    const attempts = found.get(name);
    if (attempts) attempts.push(write);
    else found.set(name, [write]);
  }
  return [...found.values()].map((attempts) => ({ attempts, counts: cameOut(attempts) }));
}

const ORDER: readonly Counts[] = ['acknowledged', 'unknown', 'rejected'];

/** How attempts at one thing came out together. */
export const cameOut = (attempts: readonly Operation[]): Counts =>
  ORDER.find((counts) => attempts.some((attempt) => attempt.counts === counts)) ?? 'notSent';

/** Attempts that may have reached the target. */
export const sentAttempts = ({ attempts }: Intent): readonly Operation[] =>
  attempts.filter(({ counts }) => counts !== 'notSent');
