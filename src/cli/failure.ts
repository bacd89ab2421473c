import { CommanderError } from 'commander';
import { describeError, isProbeError } from '../errors.ts';
import { printable } from '../history/printable.ts';
import { VERSION } from '../version.ts';
import type { CliIo } from './io.ts';

const LONGEST = 4_000;
const NO_COMMAND = 'no command was given (try counter-probe demo, or counter-probe --help)';

/** Exit codes that no verdict has. */
export const USAGE = 2;
export const FAULT = 70;

/** Says on stderr, in one line, what ended a command early, and returns the exit code that belongs to it. */
export function failure(error: unknown, argv: readonly string[], io: CliIo): number {
  if (error instanceof CommanderError) return parserEnd(error, io);
  if (isProbeError(error)) return told(describeError(error), USAGE, io);
  const message = error instanceof Error ? error.message : String(error);
  const code = told(
    `a fault of counter-probe ${VERSION} itself, please report it with the output of -v: ${message}`,
    FAULT,
    io,
  );
  const verbose = argv.includes('-v') || argv.includes('--verbose');
  if (verbose && error instanceof Error)
    io.stderr.write(
      `${(error.stack ?? '')
        .split('\n')
        .map((l) => printable(l))
        .join('\n')}\n`,
    );
  return code;
}

/** The parser ends a command with help or the version too. */
function parserEnd(error: CommanderError, io: CliIo): number {
  if (error.exitCode === 0) return 0;
  const message = error.code === 'commander.help' ? NO_COMMAND : error.message.replace(/^error: /, '');
  return told(message, USAGE, io);
}

function told(message: string, exitCode: number, io: CliIo): number {
  io.stderr.write(`counter-probe: ${printable(message.replaceAll('\n', ' '), LONGEST)}\n`);
  return exitCode;
}
