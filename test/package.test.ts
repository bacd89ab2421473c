import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');
const manifest = JSON.parse(read('package.json'));

/** What a user needs and nothing else; a directory ends with a slash. */
const SHIPPED = [
  'bin/',
  'dist/',
  'scenarios/',
  'bench/README.md',
  'docs/decisions/',
  'docs/findings/',
  'docs/schema/',
  'test/histories/corpus/',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'package.json',
];

const isShipped = (path: string): boolean =>
  isPage(path) || SHIPPED.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));

/** A page of the handbook, which lies at the top of `docs`. */
const isPage = (path: string): boolean => /^docs\/[^/]+\.md$/.test(path);

/** The files of this tree that a page links to. */
const linksOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) =>
    posix.join(posix.dirname(page), String(link)),
  );

/** Holds the tarball, and what it unpacks to. */
const folder = mkdtempSync(join(tmpdir(), 'counter-probe-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Packs the package into the folder; the paths that it holds. */
function packed(): readonly string[] {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [tarball] = JSON.parse(String(execFileSync('npm', words, { cwd: ROOT })));
  execFileSync('tar', ['-xzf', tarball.filename], { cwd: folder });
  return tarball.files.map((file: { path: string }) => file.path);
}

describe('The package', () => {
  const files = packed();

  test('holds only what its users need', () => {
    expect(files.filter((path) => !isShipped(path))).toEqual([]);
  });

  test.each(SHIPPED)('holds %s', (place) => {
    expect(files.some((path) => path.startsWith(place))).toBe(true);
  });

  test.each(files.filter((path) => path.endsWith('.md') && !path.startsWith('test/')))(
    'holds what %s links to',
    (page) => {
      const held = (link: string): boolean =>
        files.some((path) => path === link || path.startsWith(link.endsWith('/') ? link : `${link}/`));
      expect(linksOf(page).filter((link) => !held(link))).toEqual([]);
    },
  );

  test('holds every file that its entry points name', () => {
    const door = manifest.exports['.'];
    const named = [door.types, door.default, ...Object.values(manifest.bin)].map((path) =>
      String(path).replace('./', ''),
    );
    expect(named.filter((path) => !files.includes(path))).toEqual([]);
  });

  test('holds no source map, no test and no TypeScript source', () => {
    expect(files.filter((path) => /\.map$|\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  test('holds the command once, as a bundle', () => {
    expect(files).toContain('dist/command/main.js');
    expect(files.filter((path) => path.startsWith('dist/cli/'))).toEqual([]);
  });

  test('names every package that the bundle has a copy of, with its licence', () => {
    const bundle = files.filter((path) => /^dist\/command\/.*\.js$/.test(path)).map(read);
    const copied = bundle.flatMap((text) => [
      ...text.matchAll(/^\/\/ (?:.*\/)?node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm),
    ]);
    const licences = read('dist/command/LICENSES.txt').split(/\n-{80}\n/);
    const named = licences.map((text) => /^(\S+) \d+\.\d+\.\d+ \([\w.-]+\)$/m.exec(text)?.[1]);
    expect(named.toSorted()).toEqual([...new Set(copied.map(([, name]) => name))].toSorted());
    expect(named).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
    const terms = /Permission (is hereby granted|to use)|Redistribution and use|Apache License/;
    expect(licences.filter((text) => !terms.test(text))).toEqual([]);
  });

  test('has a program that can be run', () => {
    const program = manifest.bin['counter-probe'];
    expect(read(program)).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(statSync(ROOT + program).mode & 0o111).toBe(0o111);
  });

  test('runs on Node 20.19 and later', () => {
    expect(manifest.engines.node).toBe('>=20.19');
  });

  test('pins every package it uses', () => {
    const pins = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(pins.filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
  });

  test('locks its packages without naming where they were fetched', () => {
    expect(read('package-lock.json').match(/"resolved"|https?:\/\/[^"]*\.tgz/g)).toBeNull();
  });
});

describe('Unpacked, with no other package near it, the command', () => {
  const command = (...args: readonly string[]) => {
    const program = join(folder, 'package', manifest.bin['counter-probe']);
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  test('says its version', () => {
    expect(command('--version')).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  test('finds the pages of its codes, its schemas and its scenarios', () => {
    expect(command('explain', 'CP101')).toEqual({ status: 0, stdout: read('docs/findings/CP101.md'), stderr: '' });
    expect(JSON.parse(command('schema', 'report').stdout)).toEqual(JSON.parse(read('docs/schema/report-1.json')));
    expect(command('validate', 'package/scenarios')).toMatchObject({ status: 0, stderr: '' });
  });

  test('has the servers at hand that need no package', () => {
    const { stdout, stderr } = command('serve', '--list', '--json');
    expect(stderr).toBe('');
    const available = new Map(
      JSON.parse(stdout).map((one: { id: string; available: boolean }) => [one.id, one.available]),
    );
    expect(['memory-atomic', 'redis-incr'].map((id) => available.get(id))).toEqual([true, false]);
  });

  test('refuses with its usual message what it cannot start', () => {
    expect(command('serve', 'redis-incr')).toMatchObject({
      ...{ status: 2, stdout: '' },
      stderr: expect.stringMatching(/^counter-probe: redis-incr cannot run here .*ioredis.*\n$/),
    });
  });
});
