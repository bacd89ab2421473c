import { type FileHandle, open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { ProbeError } from '../../errors.ts';
import { createHistoryWriter, type HistoryWriter } from '../../history/codec.ts';
import type { HistoryEntry, HistoryHeader } from '../../history/history.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { unwritable } from './writable.ts';

const PLACE = '{scenario}';

export interface HistoryPlace {
  /** What it is in errors. */
  readonly name: string;
  /** As it was given, with `{scenario}` filled in. */
  readonly given: string;
  /** Absolute. */
  readonly path: string;
}

export interface HistoryFile {
  /** As it was given, with `{scenario}` filled in. */
  readonly path: string;
  readonly header: (header: HistoryHeader) => void;
  readonly entry: (entry: HistoryEntry) => void;
  /** Writes the footer, and settles when all is in the file; rejects with a ProbeError when it is not whole. */
  readonly end: () => Promise<void>;
}

/** Where the history of each scenario goes; none where no path was given. Throws a ProbeError. */
export function historyPlaces(
  given: string | null,
  scenarios: readonly Scenario[],
  cwd: string,
): readonly HistoryPlace[] {
  if (given === null) return [];
  const paths = scenarios.map((scenario) => given.replaceAll(PLACE, shortName(scenario)));
  if (new Set(paths).size < paths.length) {
    const mend = given.includes(PLACE) ? 'two files have the same name' : `put ${PLACE} into the path`;
    throw new ProbeError('usage', '--history would write several scenarios into one file', { mend });
  }
  return paths.map((given) => ({ name: `--history ${given}`, given, path: resolve(cwd, given) }));
}

/** Opens one history file for each scenario. Throws a ProbeError. */
export const openHistories = (places: readonly HistoryPlace[]): Promise<readonly HistoryFile[]> =>
  Promise.all(places.map(({ given, path }) => openHistoryFile(given, path)));

/** `checkout` of `shop/checkout.probe.yaml`. */
function shortName({ file }: Scenario): string {
  return file === null ? 'flags' : basename(file).replace(/(\.probe)?\.ya?ml$/, '');
}

/**
 * Opens a file for a history and writes into it as the run goes on: of a run that is killed, what happened before is
 * there, and its missing footer shows that it is cut off. Entries come without secrets. An older file of that name is overwritten.
 */
async function openHistoryFile(path: string, at: string): Promise<HistoryFile> {
  const stream = (await opened(at)).createWriteStream();
  const failed = new Promise<never>((_, reject) => stream.once('error', (error) => reject(unwritable(path, error))));
  failed.catch(() => {});
  let writer: HistoryWriter | null = null;
  return {
    path,
    header(header) {
      writer = createHistoryWriter((text) => stream.write(text), header);
    },
    entry: (entry) => writer?.entry(entry),
    async end() {
      writer?.end();
      await Promise.race([new Promise<void>((resolve) => stream.end(resolve)), failed]);
    },
  };
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w');
  } catch (error) {
    throw unwritable(path, error);
  }
}
