import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';

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

function packed(): readonly string[] {
  const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT });
  const [tarball] = JSON.parse(String(listing));
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
