import { readdir, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { ProbeError } from '../../errors.ts';

const ENDING = '.probe.yaml';

/** Scenario files named on a command line: files as they are, of folders every `*.probe.yaml` below, sorted. */
export async function scenarioFiles(paths: readonly string[], cwd: string): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => filesOf(path, cwd)));
  return [...new Set(found.flat())];
}

async function filesOf(path: string, cwd: string): Promise<readonly string[]> {
  const at = resolve(cwd, path);
  const kind = await stat(at).catch(() => null);
  if (kind === null && /^https?:/i.test(path)) {
    throw new ProbeError('usage', `${path} is no scenario file`, { mend: `did you mean --url ${path}?` });
  }
  if (kind === null) throw new ProbeError('file', `${path} is not there`, { mend: 'give a scenario file or a folder' });
  const shown = isAbsolute(path) ? path : relative('', at);
  if (!kind.isDirectory()) return [shown];
  const below = await readdir(at, { recursive: true });
  const files = below.filter((name) => name.endsWith(ENDING) && !name.includes('node_modules'));
  if (files.length === 0) throw new ProbeError('file', `${path} holds no *${ENDING}`);
  return files.sort().map((name) => join(shown, name));
}
