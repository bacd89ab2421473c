import { type Turn, turnOf } from '../../compare/latency.ts';
import { TURNS } from '../../compare/measurements.ts';
import type { TimedGroup } from '../../compare/ratio.ts';
import type { Row } from './row.ts';

interface Timing {
  readonly row: Row;
  readonly turns: Turn[];
  why: string | null;
}

/**
 * Times the writes of several counters in turns, each turn in another order and nothing else beside it, so that what the
 * machine does meanwhile falls on all of them alike. `from`: turns that were had before.
 */
export async function timeInTurns(rows: readonly Row[], from: number, signal: AbortSignal): Promise<TimedGroup> {
  const timings: readonly Timing[] = rows.map((row) => ({ row, turns: [], why: null }));
  for (let turn = 0; turn < TURNS; turn++)
    for (const timing of rotated(timings, turn)) if (timing.why === null) await takeTurn(timing, from + turn, signal);
  return new Map(timings.map(({ row, turns, why }) => [row.subject.id, { turns, why }]));
}

const rotated = <T>(all: readonly T[], by: number): readonly T[] => all.map((_, i) => all[(i + by) % all.length] as T);

async function takeTurn(timing: Timing, turn: number, signal: AbortSignal): Promise<void> {
  const had = signal.aborted ? null : turnOf(await timing.row.ask('timed', { turn }));
  if (had === null) timing.why = 'interrupted';
  else if ('tested' in had) timing.why = had.why;
  else timing.turns.push(had);
}
