import type { Readable } from 'node:stream';

export type SignalName = 'SIGINT' | 'SIGTERM';

export interface Output {
  readonly write: (text: string) => unknown;
  readonly isTTY: boolean;
  /** Width of the terminal; undefined where there is none. */
  readonly columns: number | undefined;
}

/** All that a command touches of the process it runs in. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Calls `handler` for each signal until the function it returned is called; then the signal ends the process again. */
  readonly onSignal: (name: SignalName, handler: () => void) => () => void;
  readonly now: () => Date;
}

/** The same surroundings with other outputs; stdin is not touched before it is read. */
export function withOutputs(io: CliIo, stdout: Output, stderr: Output): CliIo {
  return {
    env: io.env,
    cwd: io.cwd,
    get stdin() {
      return io.stdin;
    },
    stdout,
    stderr,
    onSignal: io.onSignal,
    now: io.now,
  };
}

/** The same surroundings without talk. */
export const silent = (io: CliIo): CliIo =>
  withOutputs(io, io.stdout, { write: () => true, isTTY: false, columns: undefined });

/** The io of this process. A reader of stdout that goes away ends the writing, not the program. */
export function processIo(): CliIo {
  process.on('uncaughtException', endAsFault);
  return {
    env: process.env,
    cwd: process.cwd(),
    get stdin() {
      return process.stdin;
    },
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    onSignal(name, handler) {
      process.on(name, handler);
      return () => process.off(name, handler);
    },
    now: () => new Date(),
  };
}

function outputOf(stream: NodeJS.WriteStream): Output {
  let open = true;
  const onError = (error: NodeJS.ErrnoException): boolean => {
    open = false;
    if (error.code !== 'EPIPE' && stream !== process.stderr) endUnwritten(error);
    return false;
  };
  stream.on('error', onError);
  const write = (text: string): boolean => {
    try {
      return stream.write(text);
    } catch (error) {
      // A file is written to at once, and throws at once.
      return onError(error as NodeJS.ErrnoException);
    }
  };
  return {
    write: (text) => open && write(text),
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      // A terminal that does not know its width says 0.
      return stream.columns || undefined;
    },
  };
}

/** The answer is lost, and with it what the exit code would say of the target. */
function endUnwritten({ message }: Error): never {
  process.stderr.write(
    `counter-probe: the output could not be written: ${message}; write it where there is room for it\n`,
  );
  process.exit(70);
}

/** An error outside of every promise must not end with 1, which says that the target failed. */
function endAsFault(error: unknown): void {
  process.stderr.write(`counter-probe: a fault of its own: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(70);
}
