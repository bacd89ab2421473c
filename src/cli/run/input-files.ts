import { resolve } from 'node:path';
import type { Scenario } from '../../scenario/scenario.ts';
import type { Named } from './apart.ts';
import type { CommandFlags } from './flags.ts';

type FileFlags = Pick<
  CommandFlags,
  'varsFile' | 'cacert' | 'cert' | 'key' | 'cookie' | 'header' | 'readHeader' | 'data'
>;

/** Every file that scenarios and flags are read from. A text that may be a path is taken for one. */
export function inputFiles(scenarios: readonly Scenario[], flags: FileFlags, cwd: string): readonly Named[] {
  const { varsFile, cacert, cert, key, cookie = [], header = [], readHeader = [], data = [] } = flags;
  const texts = [...header, ...readHeader, ...data.map(({ text }) => text)];
  const paths = [
    ...[varsFile, cacert, cert, cert?.replace(/:[^:]*$/, ''), key].filter((path) => path !== undefined),
    ...cookie,
    ...texts.flatMap((text) => (text.includes('@') ? [text.slice(text.indexOf('@') + 1)] : [])),
  ];
  return [
    ...scenarios.flatMap(({ file }) =>
      file === null ? [] : [{ name: `the scenario file ${file}`, path: resolve(file) }],
    ),
    ...paths.filter((path) => path !== '').map((path) => ({ name: `the file ${path}`, path: resolve(cwd, path) })),
  ];
}
