import { spawn } from 'node:child_process';
import { renderCommand, roundValues } from '../../plan/render.ts';
import { timerMs } from '../clock.ts';
import type { RunningOf } from '../running.ts';
import { tried } from '../steps.ts';

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
  // A group of its own, so that what it started in turn ends with it.
  const child = spawn(command, { shell: true, stdio: 'ignore', detached: true });
  const end = () => endGroup(child.pid);
  const timer = setTimeout(end, timerMs(timeoutMs));
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  return new Promise((resolve) => {
    const settle = (code: number | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(code);
    };
    child.once('error', () => settle(null));
    child.once('exit', settle);
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}
