import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isStale } from '../.ci/stale.js';
import { swap } from '../.ci/swap.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (path: string): string => join(folder, path);

/** A file that was last changed so many seconds after a day in the past. */
function file(path: string, seconds = 0): string {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), path);
  utimesSync(at(path), 1e9 + seconds, 1e9 + seconds);
  return at(path);
}
const dated = (path: string, seconds: number): void => utimesSync(at(path), 1e9 + seconds, 1e9 + seconds);

describe('what was built', () => {
  it('is stale where it is missing, and where a source, however deep, was changed after it', () => {
    file('src/a/b.ts', 1);
    for (const path of ['src/a', 'src']) dated(path, 1);
    const built = file('dist/last.txt', 2);
    expect(isStale(built, [at('src'), at('gone')])).toBe(false);
    expect(isStale(at('dist/other.txt'), [at('src')])).toBe(true);
    dated('src/a/b.ts', 3);
    expect(isStale(built, [at('src')])).toBe(true);
  });

  it('is stale where a source was taken away', () => {
    file('src/a/b.ts', 1);
    file('src/a/c.ts', 1);
    const built = file('dist/last.txt', 2);
    rmSync(at('src/a/c.ts'));
    expect(isStale(built, [at('src')])).toBe(true);
  });

  it('comes in the place of what was there, as one, or where nothing was', () => {
    file('attic/new/x.txt');
    swap(at('attic/new'), at('dist'), at('attic'));
    expect(readFileSync(at('dist/x.txt'), 'utf8')).toBe('attic/new/x.txt');
    file('attic/newer/y.txt');
    swap(at('attic/newer'), at('dist'), at('attic'));
    expect(readdirSync(at('dist'))).toEqual(['y.txt']);
    expect(existsSync(at('attic/newer'))).toBe(false);
  });

  it('is not swapped for what was never made: the old one stays', () => {
    file('dist/x.txt');
    mkdirSync(at('attic'));
    expect(() => swap(at('attic/new'), at('dist'), at('attic'))).toThrow();
    expect(readdirSync(at('dist'))).toEqual(['x.txt']);
  });
});

describe('npx in a clone', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

  it('builds only what is stale, and npm run build always', () => {
    expect(scripts).toMatchObject({ build: 'node .ci/build.js', prepare: 'node .ci/build.js --if-stale' });
  });
});

describe('npm ci', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));

  it('has an answer to every install script, and it is no', () => {
    const packages: Record<string, { hasInstallScript?: boolean }> = read('package-lock.json').packages;
    const scripted = Object.keys(packages).filter((path) => path !== '' && packages[path]?.hasInstallScript);
    const names = scripted.map((path) => path.replace(/^.*node_modules\//, ''));
    expect(read('package.json').allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, false])));
  });
});
