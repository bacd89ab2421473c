import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { availability, findDesign } from '../../../src/reference/registry.ts';
import { cli } from '../../support/cli.ts';

let around: string;
beforeEach(async () => {
  around = await mkdtemp(join(tmpdir(), 'counter-probe-test-'));
});
afterEach(() => rm(around, { recursive: true, force: true }));

/** One of each way in which a design comes by a temporary folder. */
const WAYS = [
  'redis-incr',
  'postgres-atomic',
  'postgres-replica-read',
  'sqlite-immediate',
  'write-behind',
  'workers-kv',
];

const MEND = /\(set TMPDIR to a folder that [^()]*\)\n$/;

async function canRun(...ids: readonly string[]): Promise<boolean> {
  const found = await Promise.all(ids.map((id) => availability(findDesign(id) ?? expect.fail(`no ${id}`))));
  return process.env.CI !== undefined || found.every(({ available }) => available);
}

/** It ends as a mistake of the user does, in one line that names the place and says what to do. */
async function refuses(words: readonly string[], TMPDIR: string, named: string): Promise<void> {
  const { code, stdout, stderr } = await cli(words, { env: { TMPDIR } });
  expect([code, stdout, stderr.split('\n').length], stderr).toEqual([2, '', 2]);
  expect(stderr).toContain(named);
  expect(stderr).toMatch(MEND);
}

it.each(WAYS)('says where %s found no place for a temporary folder, and what to do', async (id) => {
  if (!(await canRun(id))) return;
  const missing = join(around, 'missing');
  await refuses(['serve', id, '--port', '0'], missing, ` in ${missing}: ENOENT`);
  const file = join(around, 'file');
  await writeFile(file, '');
  await refuses(['serve', id, '--port', '0'], file, ` in ${file}: ENOTDIR`);
});

it('says the same of each design that is compared', async () => {
  if (!(await canRun('redis-incr', 'write-behind'))) return;
  const missing = join(around, 'missing');
  const { code, stdout, stderr } = await cli(['compare', 'redis-incr', 'write-behind', '--json'], {
    env: { TMPDIR: missing },
  });
  const { rows } = JSON.parse(stdout);
  expect([code, stderr]).toEqual([3, '']);
  for (const { skipped } of rows) {
    expect(skipped).toContain(` in ${missing}: ENOENT`);
    expect(`${skipped}\n`).toMatch(MEND);
  }
});

const asRoot = process.getuid?.() === 0;
it.skipIf(!asRoot)('says which folder keeps out the account that PostgreSQL runs as', async () => {
  if (!(await canRun('postgres-atomic'))) return;
  const inner = join(around, 'closed', 'open');
  await mkdir(inner, { recursive: true });
  await Promise.all([chmod(around, 0o755), chmod(join(around, 'closed'), 0o700), chmod(inner, 0o755)]);
  await refuses(['serve', 'postgres-atomic', '--port', '0'], inner, ` may not enter ${join(around, 'closed')} `);
});
