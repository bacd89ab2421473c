import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { comparisonHtml } from '../../report/compare/html.ts';
import type { Comparison } from '../../verdict/comparison.ts';
import { unwritable } from '../run/history-file.ts';

/** A page that can be written, found out before anything is measured; null: none is wanted. Rejects with a ProbeError. */
export async function pageFile(path: string | null, cwd: string) {
  const at = path === null ? null : resolve(cwd, path);
  if (at !== null) await writable(at).catch((error) => fail(at, error));
  return {
    async write(comparison: Comparison): Promise<void> {
      if (at !== null) await writeFile(at, comparisonHtml(comparison)).catch((error) => fail(at, error));
    },
  };
}

async function writable(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  await access(found ? path : dirname(path), constants.W_OK);
}

function fail(path: string, error: unknown): never {
  throw unwritable(path, error);
}
