import { renderCommand, roundValues } from '../../plan/render.ts';
import { timerMs } from '../clock.ts';
import type { RunningOf } from '../running.ts';
import { tried } from '../steps.ts';
import { startGuarded } from './guarded-shell.ts';

/** Runs a command by a shell, and marks when and how it ended. What it prints goes nowhere. What kept it from it, or undefined. */
export async function runCommand({ context, round, phase }: RunningOf<'run'>): Promise<string | undefined> {
  const { clock, recorder, signal, plan } = context;
  const { command, timeoutMs } = phase.how;
  const filled = tried(() => renderCommand(command, roundValues(plan, round.number, round.taken)));
  if ('unfit' in filled) return filled.unfit;
  const first = clock.now();
  const exitCode = await exitOf(filled.made, timeoutMs, signal);
  const { index: phaseIndex } = phase.info;
  recorder.mark({ ran: true, round: round.number, phaseIndex, first, last: clock.now(), exitCode });
  return undefined;
}

/** null: it could not be started, or was ended by a signal: its own, ours when its time was up, or that of the run. */
function exitOf(command: string, timeoutMs: number, signal: AbortSignal): Promise<number | null> {
  const { child, over, end } = startGuarded(command);
  const timer = setTimeout(end, timerMs(timeoutMs));
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  return new Promise((resolve) => {
    const settle = (code: number | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      over();
      resolve(code);
    };
    child.once('error', () => settle(null));
    child.once('exit', settle);
  });
}
