import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Restarted } from '../guarded/guarded.ts';
import { turns } from '../guarded/turns.ts';
import { notStarted } from '../start-errors.ts';
import { type Link, startLink } from './link.ts';
import { type OwnRedis, startRedis } from './redis-server.ts';

const WITHIN_MS = 5000;
const POLL_MS = 10;

/** A primary and a replica of it, both of our own, with a link between them that can be slowed and cut. */
export interface ReplicatedRedis {
  readonly primary: () => Redis;
  readonly replica: () => Redis;
  /** What the replica is sent arrives so much later. */
  readonly lag: (ms: number) => void;
  /** The replica gets nothing more; settles when the primary has noticed. */
  readonly cut: () => Promise<{ readonly replicating: false }>;
  /** The replica is connected again, and has all that the primary has when this settles. */
  readonly heal: () => Promise<{ readonly replicating: true }>;
  /**
   * What an operator does when a primary is gone: kills what is left of it (SIGKILL), makes the replica the primary,
   * and gives it a new replica. Gives the process ids.
   */
  readonly failover: () => Promise<{ readonly killed: number; readonly promoted: number }>;
  /**
   * What a supervisor does when a primary is gone: kills it (SIGKILL) and starts it again, as the primary that it was. It
   * comes back empty, and a replica whose link is not cut then makes itself empty too.
   */
  readonly crash: () => Promise<Restarted>;
  readonly close: () => Promise<void>;
}

interface Pair {
  readonly primary: OwnRedis;
  readonly replica: OwnRedis;
  readonly link: Link;
}

/** A new replica is sent a copy at once, not after the five seconds that would let others join in. */
const AT_ONCE = ['--repl-diskless-sync-delay', '0'];

/** Starts both, with these settings of the server, and waits until the replica follows. Rejects with a `ProbeError`. */
export async function startReplicated(settings: readonly string[] = []): Promise<ReplicatedRedis> {
  const all = [...AT_ONCE, ...settings];
  let pair = await paired(await startRedis(all), all);
  // None of these stands another beside it: a failover would wait for the end of a primary that is being restarted.
  const oneByOne = turns();
  return {
    primary: () => pair.primary.client,
    replica: () => pair.replica.client,
    lag: (ms) => pair.link.lag(ms),
    cut: () =>
      oneByOne(async () => {
        pair.link.cut();
        await leftAlone(pair);
        return { replicating: false } as const;
      }),
    heal: () =>
      oneByOne(async () => {
        pair.link.open();
        await following(pair);
        return { replicating: true } as const;
      }),
    failover: () =>
      oneByOne(async () => {
        const { killed, promoted } = await failedOver(pair);
        pair = await paired(promoted, all);
        return { killed, promoted: promoted.server.pid };
      }),
    crash: () =>
      oneByOne(async () => {
        const done = await pair.primary.crash();
        if (!pair.link.isCut()) await following(pair);
        return done;
      }),
    close: () => oneByOne(() => closed(pair)),
  };
}

async function failedOver({ primary, replica, link }: Pair): Promise<{ killed: number; promoted: OwnRedis }> {
  const killed = primary.server.pid;
  link.cut();
  primary.server.signal('SIGKILL');
  await primary.server.ended;
  await replica.client.replicaof('NO', 'ONE');
  await Promise.all([link.close(), primary.close()]);
  return { killed, promoted: replica };
}

async function paired(primary: OwnRedis, settings: readonly string[]): Promise<Pair> {
  const link = await startLink(primary.port);
  const replica = await startRedis([...settings, '--replicaof', '127.0.0.1', String(link.port)]);
  const pair = { primary, replica, link };
  await following(pair).catch(async (error: unknown) => {
    await closed(pair);
    throw error;
  });
  return pair;
}

/** A replica can say that its link is up a second before it is sent anything: only a key that arrives shows it. */
async function following({ primary, replica }: Pair): Promise<void> {
  const marker = `following:${performance.now()}`;
  for (let waited = 0; waited < WITHIN_MS; waited += POLL_MS) {
    // Refused by a primary that wants replicas, until it has one.
    await primary.client.set('marker', marker).catch(() => {});
    await setTimeout(POLL_MS);
    if ((await replica.client.get('marker').catch(() => null)) === marker) return;
  }
  throw notStarted('the replica', `it did not follow within ${WITHIN_MS} ms`);
}

async function leftAlone({ primary }: Pair): Promise<void> {
  for (let waited = 0; waited < WITHIN_MS; waited += POLL_MS) {
    if (/^connected_slaves:0/m.test(await primary.client.info('replication'))) return;
    await setTimeout(POLL_MS);
  }
}

async function closed({ primary, replica, link }: Pair): Promise<void> {
  await Promise.all([link.close(), replica.close(), primary.close()]);
}
