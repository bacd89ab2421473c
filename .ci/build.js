// Compiles src and makes the bundle beside dist, and puts the new dist in the place of the old one when it is whole, for
// programs may run from it. With --if-stale only where dist is missing or older than its sources: npm prepares the package
// at each `npx counter-probe` in a clone.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isStale } from './stale.js';
import { swap } from './swap.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['src', '.ci', 'tsconfig.json', 'package.json', 'package-lock.json'].map((name) => join(ROOT, name));
/** What is made last; its time is when the build began, for what was changed since is not in it. */
const LAST = 'dist/command/LICENSES.txt';

const run = (...words) => execFileSync(process.execPath, words, { cwd: ROOT, stdio: 'inherit' });

const compiler = () => join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

function build() {
  const base = join(ROOT, `.build-${process.pid}`);
  const began = new Date();
  rmSync(base, { recursive: true, force: true });
  mkdirSync(base);
  try {
    run(compiler(), '-p', 'tsconfig.json', '--outDir', join(base, 'dist'));
    run(join(ROOT, '.ci/bundle.js'), base);
    utimesSync(join(base, LAST), began, began);
    swap(join(base, 'dist'), join(ROOT, 'dist'), base);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

if (!process.argv.includes('--if-stale') || isStale(join(ROOT, LAST), SOURCES)) {
  try {
    build();
  } catch (error) {
    // What ended with a status of its own said why.
    if (typeof error.status !== 'number') throw error;
    process.exitCode = error.status;
  }
}
