import { createReadStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirementNamed } from '../../src/check/diagnosis/requirement.ts';
import { checkRecorded } from '../../src/check/recorded/recorded.ts';
import { readHistory } from '../../src/history/codec.ts';
import { certified } from './certified.ts';

export interface SavedRuns {
  /** For `--history`: a file for each scenario, in a folder of its own. */
  readonly path: string;
  readonly folder: string;
}

export function historyFolder(): SavedRuns {
  const folder = mkdtempSync(join(tmpdir(), 'counter-probe-runs-'));
  return { path: join(folder, '{scenario}.ndjson'), folder };
}

/**
 * Runs a command line that saves no history with a place to save it, told by the environment: then what is written stays
 * the same. A run that fails must have a proof of it; other commands have no history, or read one, as `compare` (which
 * measures), `demo` and `check` (which are judged by what they say).
 */
export async function certifiedRun<T extends { readonly code: number | null; readonly stdout: string }>(
  args: readonly string[],
  run: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (args[0] !== 'run' || args.includes('--history') || args.includes('--dry-run')) return run({});
  const saved = historyFolder();
  const ran = await run({ COUNTER_PROBE_HISTORY: saved.path });
  await certifiedFiles(saved, ran.code);
  // The command that repeats a run names what the environment gave; that is none of the test's.
  return { ...ran, stdout: ran.stdout.replaceAll(` --history '${saved.path}'`, '') };
}

/**
 * What a command line saved is judged again, and each fault of a fail must have a proof that the verifier takes, as
 * `certified` has it. `code`: how the run ended; unless with 1, nothing failed; else one of them at least must. Takes the folder away.
 */
export async function certifiedFiles({ folder }: SavedRuns, code: number | null): Promise<void> {
  if (code !== 1) return rmSync(folder, { recursive: true });
  const files = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  const verdicts = await Promise.all(files.map((name) => certifiedFile(join(folder, name))));
  rmSync(folder, { recursive: true });
  if (!verdicts.includes('fail')) throw new Error(`exit code 1, and of what was saved: ${verdicts.join()}`);
}

async function certifiedFile(path: string): Promise<string> {
  const history = await readHistory(createReadStream(path), path);
  const result = certified(history, checkRecorded(history, requirementNamed(history.header.require)));
  return result.verdict;
}
