import { PassThrough } from 'node:stream';
import { type CliIo, main } from '../../src/cli/main.ts';
import { certifiedRun } from '../support/saved-runs.ts';

type SignalName = Parameters<CliIo['onSignal']>[0];

export interface Surroundings {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** stdin, stdout and stderr are a terminal. */
  readonly tty?: boolean;
  readonly columns?: number;
  /** What is typed; the input ends after it. */
  readonly typed?: string;
}

export interface Terminal {
  readonly io: CliIo;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Sends a signal; false when nobody listens, so that it would have ended the process. */
  readonly signal: (name: SignalName) => boolean;
  /** Settles when a piece of text has been written to stdout or stderr. */
  readonly saw: (text: string) => Promise<void>;
}

/** Streams and signals of a process that is not there. */
export function terminal({
  env = {},
  cwd = process.cwd(),
  tty = false,
  columns,
  typed = '',
}: Surroundings = {}): Terminal {
  const texts = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  const handlers = new Map<SignalName, Set<() => void>>();
  const output = (name: 'stdout' | 'stderr') => ({
    isTTY: tty,
    columns,
    write(text: string) {
      texts[name] += text;
      for (const look of waiting) look();
    },
  });
  const io: CliIo = {
    env,
    cwd,
    stdin: Object.assign(new PassThrough(), { isTTY: tty }),
    stdout: output('stdout'),
    stderr: output('stderr'),
    onSignal(name, handler) {
      const set = handlers.get(name) ?? new Set();
      handlers.set(name, set.add(handler));
      return () => set.delete(handler);
    },
    now: () => new Date(),
  };
  (io.stdin as PassThrough).end(typed);
  return {
    io,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    signal(name) {
      const set = [...(handlers.get(name) ?? [])];
      for (const handler of set) handler();
      return set.length > 0;
    },
    saw: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!(texts.stdout + texts.stderr).includes(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line to its end; a run that fails must have its proof. */
export async function ran(argv: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  const { code, ...said } = await certifiedRun(argv, async (env) => {
    const { io, stdout, stderr } = terminal({ ...surroundings, env: { ...env, ...surroundings.env } });
    const exitCode = await main(argv, io);
    return { code: exitCode, stdout: stdout(), stderr: stderr() };
  });
  return { exitCode: code, ...said };
}
