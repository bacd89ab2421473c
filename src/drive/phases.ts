import type { PhaseKind } from '../history/history.ts';
import { runCommand } from './phases/command.ts';
import { runConcurrent } from './phases/concurrent.ts';
import { runLanes } from './phases/lanes.ts';
import { runMixed } from './phases/mixed.ts';
import { runPaced } from './phases/paced.ts';
import { runQuiet, runWait } from './phases/pauses.ts';
import { runReplay } from './phases/replay.ts';
import { runRequest } from './phases/request.ts';
import { runRetry } from './phases/retry.ts';
import { runSpaced } from './phases/spaced.ts';
import type { Running, RunningOf } from './running.ts';

/** Carries out one phase; a string that comes of it says why the round cannot go on. */
type Runner<Kind extends PhaseKind> = (run: RunningOf<Kind>) => Promise<unknown>;

const RUNNERS: { readonly [Kind in PhaseKind]: Runner<Kind> } = {
  concurrent: runConcurrent,
  spaced: runSpaced,
  paced: runPaced,
  lanes: runLanes,
  mixed: runMixed,
  retry: runRetry,
  replay: runReplay,
  wait: runWait,
  quiet: runQuiet,
  run: runCommand,
  request: runRequest,
};

/** Carries out one phase of a round, as its kind asks for; why the round cannot go on after it, or null. */
export async function runPhase(run: Running): Promise<string | null> {
  const runner = RUNNERS[run.phase.how.kind] as Runner<PhaseKind>;
  const result = await runner(run);
  return typeof result === 'string' ? result : null;
}
