import type { Operation } from '../../history/operation.ts';
import { type Intent, intentsOf } from './intents.ts';
import { hasOutcome } from './tally.ts';

/** How many answers had an outcome: for certain, and at most, if each that was not heard had it. */
export interface Answers {
  readonly least: number;
  readonly most: number;
  /** Never sent, and so never answered. */
  readonly notSent: number;
  /** Those that had it. */
  readonly having: readonly Operation[];
}

/**
 * Counts an outcome among some writes: `acknowledged`, `rejected`, `unknown`, `keys` (keys acknowledged at least once),
 * or one that the scenario names. Attempts that were given up are part of their intent: where another attempt at it was
 * acknowledged there is nothing unknown about them.
 */
export function answersOf(writes: readonly Operation[], count: string): Answers {
  const intents = intentsOf(writes);
  const notSent = writes.filter(({ counts }) => counts === 'notSent').length;
  if (count === 'keys') {
    const sure = intents.filter(({ counts }) => counts === 'acknowledged');
    const open = intents.filter(({ counts }) => counts === 'unknown').length;
    const having = sure.flatMap(({ attempts }) => attempts.find((one) => one.counts === 'acknowledged') ?? []);
    return { least: sure.length, most: sure.length + open, notSent, having };
  }
  const unheard = intents.reduce((n, intent) => n + unheardOf(intent), 0);
  if (count === 'unknown') {
    const having = writes.filter(({ counts }) => counts === 'unknown');
    return { least: unheard, most: unheard, notSent, having };
  }
  const having = writes.filter((write) => hasOutcome(write, count));
  return { least: having.length, most: having.length + unheard, notSent, having };
}

/** Unknown attempts that may have been answered with anything; those given up count once, and only if none was acknowledged. */
function unheardOf({ attempts, counts }: Intent): number {
  const unknown = attempts.filter((attempt) => attempt.counts === 'unknown');
  const givenUp = unknown.filter(({ abandoned }) => abandoned !== undefined).length;
  const others = unknown.length - givenUp;
  return counts === 'acknowledged' || others > 0 || givenUp === 0 ? others : 1;
}
