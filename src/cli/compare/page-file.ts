import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { comparisonHtml } from '../../report/compare/html.ts';
import type { Comparison } from '../../verdict/comparison.ts';
import { mustBeWritable, unwritable } from '../run/writable.ts';

/** A page that can be written, found out before anything is measured; null: none is wanted. Rejects with a ProbeError. */
export async function pageFile(path: string | null, cwd: string) {
  const at = path === null ? null : resolve(cwd, path);
  if (at !== null) await mustBeWritable(at);
  return {
    async write(comparison: Comparison): Promise<void> {
      if (at === null) return;
      await writeFile(at, comparisonHtml(comparison)).catch((error) => {
        throw unwritable(at, error);
      });
    },
  };
}
