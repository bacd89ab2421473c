import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { certifiedRun } from './saved-runs.ts';

export interface CliResult {
  /** null: a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  /** Added to the environment; undefined takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** What is written to standard input; nothing by default. */
  readonly stdin?: string;
  /** The same for standard output, and with the process. */
  readonly onStdout?: (text: string, child: ChildProcess) => unknown;
  /** Called with all of standard error so far, each time it grows: to send a signal at a known moment. */
  readonly onStderr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

export const CLI = fileURLToPath(new URL('../../bin/counter-probe.js', import.meta.url));

/** Runs the built command line as a user would, without a terminal, and waits for its end; a fail must have its proof. */
export const cli = (args: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
  certifiedRun(args, (more) => started(args, { ...options, env: { ...more, ...options.env } }));

function started(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const env = { ...process.env, ...options.env };
  const child = spawn(process.execPath, [CLI, ...args], { cwd: options.cwd, env, stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    options.onStdout?.(stdout, child);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    options.onStderr?.(stderr, (signal) => child.kill(signal));
  });
  child.stdin.on('error', () => {}).end(options.stdin ?? '');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
