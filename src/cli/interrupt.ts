import type { CliIo, SignalName } from './io.ts';
import { ERASE, hasLiveLine } from './live-line.ts';

const EXIT: Record<SignalName, number> = { SIGINT: 130, SIGTERM: 143 };

export interface Interrupt {
  readonly signal: AbortSignal;
  /** The exit code of the signal that came; null when none did. */
  readonly exitCode: () => number | null;
  readonly release: () => void;
}

/**
 * Turns the first Ctrl-C or SIGTERM into an abort, and says so in the words given; the next one ends the process at
 * once, as if nobody listened.
 */
export function interruptible(io: CliIo, words: string): Interrupt {
  const controller = new AbortController();
  let exitCode: number | null = null;
  const stop = (name: SignalName) => (): void => {
    exitCode = EXIT[name];
    release();
    io.stderr.write(`${hasLiveLine(io) ? ERASE : '\n'}${words}\n`);
    controller.abort();
  };
  const offs = (['SIGINT', 'SIGTERM'] as const).map((name) => io.onSignal(name, stop(name)));
  const release = (): void => offs.forEach((off) => void off());
  return { signal: controller.signal, exitCode: () => exitCode, release };
}
