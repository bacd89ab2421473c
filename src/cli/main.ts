import { redactor } from '../scenario/redact.ts';
import { failure } from './failure.ts';
import type { CliIo } from './io.ts';
import { program } from './program.ts';
import { redacted } from './run/redacted.ts';

export { type CliIo, processIo } from './io.ts';

/**
 * Runs one command and returns its exit code. Results go to `io.stdout`, talk to `io.stderr`; it never throws and never
 * ends the process.
 */
export async function main(argv: readonly string[], io: CliIo): Promise<number> {
  let exitCode = 0;
  let secrets: readonly string[] = [];
  const end = (code: number): void => {
    exitCode = code;
  };
  const hide = (more: readonly string[]): void => {
    secrets = [...secrets, ...more];
  };
  try {
    await program({ argv, io, end, hide }).parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return failure(error, argv, redacted(io.stderr, redactor(secrets)));
  }
}
