import type { History, HistoryHeader } from '../history/history.ts';
import type { Operation } from '../history/operation.ts';
import { isImported, returnsValues } from '../history/returned.ts';
import type { Proof } from './certificate.ts';
import { belongs } from './counter.ts';
import { must } from './refused.ts';

/**
 * Refuses a counter that the history does not have as the proof takes it: its rounds, its reading, whether answers
 * return its value, and that this reading is held to every write of the key. What else may be written or read is no
 * counter, and an order of it shows nothing.
 */
export function mustFollow({ header, operations }: History, proof: Proof): void {
  must(!proof.others, 'nothing in the history says that others write too');
  must((proof.round !== null) === header.setup, 'whether rounds are counters of their own is for the history to say');
  const isWhole = isImported(header) || header.readings.length === 0;
  must(isWhole === (proof.reading === null), 'the history does not tell its readings apart in this way');
  const ofKey = operations.filter(
    ({ key, round }) => key === proof.key && (proof.round === null || round === proof.round),
  );
  const own = ofKey.filter((operation) => belongs(operation, proof));
  const returned = own.some(({ f, value }) => f !== 'read' && value !== null);
  must(
    !returned || proof.returns === returnsValues(header),
    'whether answers return the value is for the history to say',
  );
  for (const { id, f } of ofKey)
    must(f === 'read' || f === 'increment' || f === 'admit', `operation ${id} is no step of a counter`);
  for (const reading of new Set(own.flatMap(({ f, reading }) => (f === 'read' ? [reading ?? ''] : []))))
    must(isHeld(header, reading), `${reading} is not held to every write`);
  must(!beginsAgain(own), 'a round begins where the first one began: it is a counter of its own');
}

/** To rise by one step for each write that was acknowledged, and nothing else moves it. */
function isHeld({ object, step, expect, readingInfo }: HistoryHeader, reading: string): boolean {
  if ((object !== 'counter' && object !== 'quota') || readingInfo?.[reading]?.adds !== undefined) return false;
  return expect.readings.some(
    (one) =>
      one.reading === reading &&
      (one.risesBy === 'acknowledged' || one.risesBy === 'keys') &&
      one.phaseIndex === undefined &&
      (one.within ?? 0) === 0 &&
      (one.step ?? step) === step,
  );
}

/** Something set the number anew, whatever the history says of a setup. */
function beginsAgain(own: readonly Operation[]): boolean {
  const firsts = new Map<number, string | null>();
  for (const { role, outcome, round, value } of own)
    if (role === 'before' && outcome === 'ok' && !firsts.has(round)) firsts.set(round, value);
  const [first, ...later] = firsts.values();
  return later.includes(first as string | null);
}
