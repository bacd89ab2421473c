import { CommanderError } from 'commander';
import { describeError, isProbeError } from '../errors.ts';
import { printable } from '../history/printable.ts';
import { VERSION } from '../version.ts';
import type { Output } from './io.ts';

const LONGEST = 4_000;
const NO_COMMAND = 'no command was given (try npx counter-probe demo, or npx counter-probe --help)';

/** Exit codes that no verdict has. */
export const USAGE = 2;
const FAULT = 70;

/** Says on stderr, in one line, what ended a command early, and returns the exit code that belongs to it. */
export function failure(error: unknown, argv: readonly string[], stderr: Output): number {
  if (error instanceof CommanderError) return parserEnd(error, stderr);
  if (isProbeError(error)) return told(describeError(error), USAGE, stderr);
  const message = error instanceof Error ? error.message : String(error);
  told(`a fault of counter-probe ${VERSION} itself, please report it with the output of -v: ${message}`, FAULT, stderr);
  if (argv.includes('-v') || argv.includes('--verbose')) stderr.write(stackOf(error));
  return FAULT;
}

function stackOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/** The parser ends a command with help or the version too. */
function parserEnd(error: CommanderError, stderr: Output): number {
  if (error.exitCode === 0) return 0;
  const message = error.code === 'commander.help' ? NO_COMMAND : error.message.replace(/^error: /, '');
  return told(message, USAGE, stderr);
}

function told(message: string, exitCode: number, stderr: Output): number {
  stderr.write(`counter-probe: ${printable(message.replaceAll('\n', ' '), LONGEST)}\n`);
  return exitCode;
}
