import { beforeAll, expect, test } from 'vitest';
import type { Design, DesignOptions } from '../../src/reference/design.ts';
import { startPostgres } from '../../src/reference/postgres/postgres-server.ts';
import { startRedis } from '../../src/reference/redis/redis-server.ts';
import { designs } from '../../src/reference/registry.ts';
import { describeEach } from './backends.ts';
import { type Answer, type Ask, ask, atOnce, designOf, served } from './client.ts';

/** Whether acknowledged writes are left: PostgreSQL and SQLite have written them, Redis only where it is set to. */
const KEEPS: Readonly<Record<string, boolean>> = {
  ...{ 'redis-get-set': false, 'redis-incr': false, 'redis-incr-then-expire': false, 'redis-lua': false },
  ...{ 'redis-snapshot': false, 'redis-append-only': true },
  ...{ 'redis-replica-read': false, 'redis-wait': false, 'redis-wait-min-replicas': false, 'redis-failover': false },
  ...{ 'retry-events-redis': false, 'retry-events-postgres': true, 'postgres-replica-read': true },
  ...{ 'postgres-read-write': true, 'postgres-atomic': true, 'postgres-for-update': true },
  ...{ 'postgres-serializable': true, 'postgres-serializable-no-retry': true },
  ...{ 'sqlite-read-write': true, 'sqlite-immediate': true },
};

/** A replica that is up to date, so that one write after another counts. */
const OPTIONS: DesignOptions = { lagMs: 0, windowMs: 0 };
const WRITES = 10;

const add = (send: Ask, key: string) => send(`POST /counters/${key}/increment`);
const read = async (send: Ask, key: string): Promise<number> => (await send(`GET /counters/${key}`)).json.value;
const hasCounted = ({ status }: Answer): boolean => status === 200;

async function addOneByOne(send: Ask, key: string): Promise<void> {
  for (let i = 0; i < WRITES; i += 1) expect((await add(send, key)).status).toBe(200);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Sends more and more until the other is done; all that was answered. */
async function addWhile(send: Ask, key: string, other: Promise<unknown>): Promise<readonly Answer[]> {
  const sent: Promise<Answer>[] = [];
  let isDone = false;
  void other.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    sent.push(add(send, key));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return Promise.all(sent);
}

describeEach(
  designs.filter(({ id }) => id in KEEPS),
  (design) => {
    const send = served(design, OPTIONS);
    const kept = KEEPS[design.id] ? WRITES : 0;

    test(`has ${kept} of ten acknowledged writes after a kill, and counts on`, async () => {
      await addOneByOne(send, 'k');
      const { status, json } = await send('POST /crash');
      const [killed, started] = [[json.killed].flat(), [json.started].flat()];
      expect([status, killed.map(isRunning), started.map(isRunning)]).toEqual([
        ...[200, killed.map(() => false), killed.map(() => true)],
      ]);
      expect(await read(send, 'k')).toBe(kept);
      await addOneByOne(send, 'k');
      expect(await read(send, 'k')).toBe(kept + WRITES);
    });

    if (!design.right || !KEEPS[design.id]) return;
    test('sends nothing twice that was on its way, and loses nothing that it said yes to', async () => {
      await add(send, 'busy');
      const answers = await addWhile(send, 'busy', send('POST /crash'));
      const acknowledged = 1 + answers.filter(hasCounted).length;
      const value = await read(send, 'busy');
      expect(value).toBeGreaterThanOrEqual(acknowledged);
      expect(value).toBeLessThanOrEqual(1 + answers.length);
      await addOneByOne(send, 'busy');
      expect(await read(send, 'busy')).toBe(value + WRITES);
    });
  },
);

test('Every counter on a Redis, a PostgreSQL or a SQLite of its own can be killed', () => {
  const servers = [designOf('redis-incr'), designOf('redis-failover'), designOf('postgres-atomic')];
  const own = [...servers, designOf('postgres-replica-read'), designOf('sqlite-immediate')].map(({ server }) => server);
  const counters = designs.filter(({ object, server }) => object === 'counter' && server && own.includes(server));
  expect(counters.map(({ id }) => id).toSorted()).toEqual(Object.keys(KEEPS).toSorted());
});

/** A design on a server that is somebody else's. */
function refusesToKill(start: () => Promise<{ options: DesignOptions; close: () => Promise<void> }>, design: Design) {
  test('does not kill a server that is given', async () => {
    const { options, close } = await start();
    const running = await design.start(options);
    expect((await ask(running.url, 'POST /crash')).status).toBe(404);
    expect((await ask(running.url, 'POST /counter')).status).toBe(200);
    await running.close();
    await close();
  });
}

describeEach([designOf('redis-incr')], (design) => {
  const start = async () => {
    const { port, close } = await startRedis();
    return { options: { redisUrl: `redis://127.0.0.1:${port}` }, close };
  };
  refusesToKill(start, design);
});

describeEach([designOf('postgres-atomic')], (design) => {
  const start = async () => {
    const { port, server } = await startPostgres();
    return { options: { postgresUrl: `postgres://probe@127.0.0.1:${port}/postgres` }, close: server.close };
  };
  refusesToKill(start, design);
});

describeEach([designOf('postgres-atomic'), designOf('redis-incr'), designOf('sqlite-immediate')], (design) => {
  let answers: readonly Answer[] = [];
  const send = served(design);
  beforeAll(async () => {
    answers = await atOnce(3, () => send('POST /crash'));
  });

  test('takes several crashes at once one after another', async () => {
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.flatMap(({ json }) => json.started)).size).toBe(
      answers.flatMap(({ json }) => json.started).length,
    );
    expect((await add(send, 'after')).json.value).toBe(1);
  });
});
