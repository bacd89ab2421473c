import { expect, it } from 'vitest';
import { redisIncr } from '../../../src/reference/redis/redis-incr.ts';
import { availability } from '../../../src/reference/registry.ts';
import { workersKv } from '../../../src/reference/workers/workers-kv.ts';
import { workersKvTwoLocations } from '../../../src/reference/workers/workers-kv-two-locations.ts';
import { startedBy } from '../../reference/traces.ts';
import { type CliResult, cli } from '../../support/cli.ts';

const LINUX = process.platform === 'linux';

async function canRun(...ids: readonly Parameters<typeof availability>[0][]): Promise<boolean> {
  const found = await Promise.all(ids.map((design) => availability(design)));
  return process.env.CI !== undefined || found.every(({ available }) => available);
}

/** Serves until the first process below it whose command matches is killed; `then` may end it. */
function servedUntilKilled(id: string, command: RegExp, then: Then = async () => {}): Promise<CliResult> {
  return cli(['serve', id, '--port', '0'], {
    async onStdout(text, child) {
      if (!text.endsWith('\n') || text.split('\n').length !== 3) return;
      const found = startedBy(child.pid).find((one) => command.test(one.command));
      process.kill(Number(found?.pid), 'SIGKILL');
      await then(text.split('\n')[0]?.replace('listening ', '') ?? '', () => child.kill('SIGTERM'));
    },
  });
}

type Then = (url: string, end: () => void) => Promise<void>;

it.runIf(LINUX).each([
  [workersKv, 'the process that hosts workerd', /workerd-host\.js/],
  [workersKv, 'workerd', /\/workerd\0/],
  [workersKvTwoLocations, 'workerd', /\/workerd\0/],
])('serve ends and says so where nothing listens any more: $id without $1', async (design, what, command) => {
  if (!(await canRun(design))) return;
  expect(await servedUntilKilled(design.id, command)).toMatchObject({
    code: 2,
    stderr: `counter-probe: ${design.id} answers no more: ${what} ended by SIGKILL (start it again)\n`,
  });
});

it.runIf(LINUX)('serve stays and answers where only what it asks is gone', async () => {
  if (!(await canRun(redisIncr))) return;
  let status = 0;
  const { code, stderr } = await servedUntilKilled('redis-incr', /redis-server/, async (url, end) => {
    status = (await fetch(`${url}/counter`)).status;
    end();
  });
  expect([status, code, stderr]).toEqual([500, 0, '']);
});
