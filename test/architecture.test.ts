import { readdirSync, readFileSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeOf, filesIn, importsOf, ROOT, type SourceFile } from './support/source.ts';

const everything = [
  ...['history', 'verdict', 'scenario', 'plan', 'drive', 'check', 'compare', 'report', 'verify', 'reference'],
];

/** What each part of src may import beside itself and errors.ts. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  history: [],
  verdict: ['history'],
  scenario: ['history'],
  plan: ['scenario', 'history'],
  drive: ['plan', 'history'],
  check: ['verdict', 'history'],
  compare: ['scenario', 'verdict', 'history'],
  report: ['verdict', 'history'],
  verify: ['history'],
  reference: [],
  'errors.ts': [],
  'package-file.ts': [],
  'version.ts': ['package-file.ts'],
  'probe.ts': ['scenario', 'plan', 'drive', 'history', 'check', 'verdict'],
  'index.ts': [...everything, 'probe.ts', 'version.ts'],
  cli: [...everything, 'probe.ts', 'version.ts', 'package-file.ts'],
};

const NETWORK = /^(undici|node:(net|tls|http|https|http2|dgram|dns|child_process|cluster|worker_threads)(\/.*)?)$/;
const PLATFORM = /^(node|cloudflare):/;
/** Looks at text alone. */
const ADDRESS_CHECK = /import \{ isIP(v[46])?(, isIP(v[46])?)* \} from 'node:net';/;
const FILES = /^node:fs(\/.*)?$/;
const CLOCK_AND_CHANCE =
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\b|\bhrtime\b|\bMath\.random\b|\brandom(UUID|Bytes|Int)\b|\bset(Timeout|Interval|Immediate)\b/;

const src = filesIn('src');

/** `check/check.ts` → `check`; `probe.ts` → `probe.ts`. */
const partOf = (path: string): string => path.replace(/^src\//, '').split('/')[0] as string;
const isIn =
  (...parts: readonly string[]) =>
  (file: SourceFile) =>
    parts.includes(partOf(file.path));
/** Runs by itself, in workerd or in a process of its own; no part of the library. */
const isProgram = (path: string): boolean =>
  /^src\/reference\/(workers\/.*|.*(guardian|-process|-host))\.js$/.test(path);

interface Import {
  readonly by: string;
  readonly of: string;
  /** Part of src it leads to; null for a package or a module of Node. */
  readonly part: string | null;
}

const imports: readonly Import[] = src.flatMap(({ path, text }) =>
  importsOf(text.replace(ADDRESS_CHECK, '')).map((of) => {
    const target = of.startsWith('.') ? normalize(`${dirname(path)}/${of}`) : null;
    return { by: path, of, part: target === null ? null : target.startsWith('src/') ? partOf(target) : target };
  }),
);

const told = (found: readonly Import[]): readonly string[] => found.map(({ by, of }) => `${by} imports ${of}`);

/** `path:line: text` of each line of code that has the pattern. */
const linesWith = (files: readonly SourceFile[], pattern: RegExp): readonly string[] =>
  files.flatMap(({ path, text }) =>
    codeOf(text)
      .split('\n')
      .flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
  );

describe('The import table', () => {
  test('has a row for every part of src, and no other', () => {
    const onDisk = readdirSync(`${ROOT}src`, { withFileTypes: true }).map(({ name }) => name);
    expect(onDisk.sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  test.each(Object.entries(MAY_IMPORT))('%s imports only %j', (part, allowed) => {
    const free = new Set([part, 'errors.ts', ...allowed]);
    const outside = imports.filter((one) => partOf(one.by) === part && one.part !== null && !free.has(one.part));
    expect(told(outside)).toEqual([]);
  });

  test('stands in docs/architecture.md as it is enforced', () => {
    const page = readFileSync(`${ROOT}docs/architecture.md`, 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)\/` .*\| ([^|]+?) +\|$/gm)].map(([, folder, words]) => {
      const allowed = words === 'all' ? MAY_IMPORT.cli : words === '–' || words === 'nothing' ? [] : words?.split(', ');
      return [folder, allowed];
    });
    const folders = Object.entries(MAY_IMPORT).filter(([part]) => !part.includes('.'));
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(folders));
  });

  test('is seen by a scanner that misses no form of import', () => {
    const forms = [
      "import './a.ts';",
      "import b from './b.ts';",
      "import type {\n  C,\n} from './c.ts';",
      "export * from './d.ts';",
      "export { e } from './e.ts';",
      "const f = await import('./f.ts');",
      "type G = import('./g.ts').G;",
      "// import './not.ts';\n/* from './not.ts' */ const url = 'http://x'; import h from './h.ts';",
    ];
    const seen = forms.flatMap(importsOf);
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `./${name}.ts`));
  });
});

describe.each(['history', 'drive', 'check'])('The rooms of %s', (part) => {
  const table = new RegExp(`^\\| \`${part}/(\\w+)/\` .*\\| ([^|]+?) +\\|$`, 'gm');
  const rows = [...readFileSync(`${ROOT}docs/architecture.md`, 'utf8').matchAll(table)];
  /** Of what stands in no room: ''. */
  const room = (path: string): string =>
    path.split('/')[path.startsWith('src/') ? 2 : 1]?.replace(/^.*\.ts$/, '') ?? '';
  const targetOf = ({ by, of }: Import): string => normalize(`${dirname(by)}/${of}`);
  const within = imports.filter(({ by, part: to }) => partOf(by) === part && to === part);

  test('are those of docs/architecture.md', () => {
    const onDisk = readdirSync(`${ROOT}src/${part}`, { withFileTypes: true }).filter((one) => one.isDirectory());
    expect(rows.map(([, name]) => name).toSorted()).toEqual(onDisk.map(({ name }) => name).toSorted());
  });

  test.each(rows.map(([, name = '', words = '']) => [name, words] as const))('%s imports %s', (name, words) => {
    const allowed = words.replace(/^only /, '').split(', ');
    const free = new Set([name, ...allowed, ...(words.startsWith('only ') ? [] : [''])]);
    const outside = within.filter((one) => room(one.by) === name && !free.has(room(targetOf(one))));
    expect(told(outside)).toEqual([]);
  });
});

describe('In src', () => {
  test('only the drive and the reference servers touch the network and other processes', () => {
    const others = imports.filter(({ by, of }) => NETWORK.test(of) && !['drive', 'reference'].includes(partOf(by)));
    expect(told(others)).toEqual([]);
    const fetching = src.filter((file) => !isIn('reference')(file));
    expect(linesWith(fetching, /(?<![.\w])fetch\(|\bWebSocket\b|\bsetGlobalDispatcher\b/)).toEqual([]);
  });

  test('only the command line, the loaders and the codecs touch files', () => {
    const others = imports.filter(
      ({ by, of }) => FILES.test(of) && !['cli', 'scenario', 'history', 'reference', 'version.ts'].includes(partOf(by)),
    );
    expect(told(others)).toEqual([]);
  });

  test('only servers look for a file beside themselves, which the bundle of the command has moved', () => {
    const others = src.filter((file) => !isIn('reference', 'package-file.ts')(file));
    expect(linesWith(others, /\bimport\.meta\b/)).toEqual([]);
  });

  test('the stages between the drive and the command line know no clock and no chance', () => {
    const pure = src.filter(isIn('history', 'verdict', 'scenario', 'plan', 'check', 'compare', 'report'));
    expect(linesWith(pure, CLOCK_AND_CHANCE)).toEqual([]);
  });

  test('only the command line sees the terminal, the arguments and the exit code, and only its outermost file ends the process', () => {
    const library = src.filter((file) => !isIn('cli')(file) && !isProgram(file.path));
    expect(linesWith(library, /(?<![#.])\bprocess\.(stdout|stderr|stdin|argv|exitCode)\b/)).toEqual([]);
    const inner = src.filter(({ path }) => path !== 'src/cli/io.ts' && !isProgram(path));
    expect(linesWith(inner, /\bprocess\.(exit|abort|reallyExit)\b/)).toEqual([]);
    expect(linesWith(src, /\bconsole\./)).toEqual([]);
  });

  test('the public door only opens on what is elsewhere', () => {
    const door = src.filter(({ path }) => path === 'src/index.ts').map(({ text }) => codeOf(text).trim());
    expect(door[0]?.split(';').filter((part) => part.trim() && !/^\s*export\b[^;]*\bfrom\b/.test(part))).toEqual([]);
  });

  test('packages are those that are installed with it', () => {
    const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
    const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    const others = imports.filter(
      ({ of, part }) =>
        part === null && !PLATFORM.test(of) && !installed.some((name) => `${of}/`.startsWith(`${name}/`)),
    );
    expect(told(others)).toEqual([]);
  });

  test('no file is over 250 lines', () => {
    const long = [...src, ...filesIn('bench')].filter(({ text }) => text.split('\n').length > 251);
    expect(long.map(({ path, text }) => `${path}: ${text.split('\n').length - 1} lines`)).toEqual([]);
  });

  test('nothing is exported by default, nothing is any, nothing is an enum', () => {
    const named = src.filter(({ path }) => !isProgram(path));
    expect(linesWith(named, /\bexport default\b|\bas default\b/)).toEqual([]);
    expect(linesWith(src, /(:|\bas|<|\||&|,)\s*any\b/)).toEqual([]);
    expect(linesWith(src, /^\s*(export\s+)?(declare\s+)?(const\s+)?enum\b/)).toEqual([]);
  });
});

test('No file is named for what belongs nowhere', () => {
  const all = ['src', 'test', 'bench', 'bin'].flatMap((folder) => filesIn(folder));
  expect(all.map(({ path }) => path).filter((path) => /(^|[/.-])(utils?|helpers?|common)([/.-])/.test(path))).toEqual(
    [],
  );
});

test('No module that tests share does anything around all tests: the files of one worker share it, and run it for the first of them alone', () => {
  const config = readFileSync(`${ROOT}test/vitest.config.ts`, 'utf8');
  const shared = filesIn('test/support').filter(
    ({ path }) => !path.endsWith('.test.ts') && !config.includes(`'${path}'`),
  );
  expect(linesWith(shared, /^(before|after)(All|Each)\(/)).toEqual([]);
});
