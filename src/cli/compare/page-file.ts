import { resolve } from 'node:path';
import { comparisonHtml } from '../../report/compare/html.ts';
import type { Comparison } from '../../verdict/comparison.ts';
import { keepApart, type Named } from '../run/apart.ts';
import { writeWhole } from '../run/whole-file.ts';
import { mustBeWritable, unwritable } from '../run/writable.ts';

/**
 * A page that can be written, and that is none of what is read, found out before anything is measured; null: none is
 * wanted. Rejects with a ProbeError.
 */
export async function pageFile(path: string | null, inputs: readonly Named[], cwd: string) {
  const at = path === null ? null : resolve(cwd, path);
  if (at !== null) {
    await keepApart([{ name: `--html ${path}`, path: at }], inputs);
    await mustBeWritable(at);
  }
  return {
    async write(comparison: Comparison): Promise<void> {
      if (at === null) return;
      await writeWhole(at, comparisonHtml(comparison)).catch((error) => {
        throw unwritable(at, error);
      });
    },
  };
}
