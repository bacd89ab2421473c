import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { freePort } from '../guarded/free-port.ts';
import { type GuardedServer, type Restarted, startGuarded } from '../guarded/guarded.ts';
import { notStarted, notUsable, reasonOf } from '../start-errors.ts';

const START_WITHIN_MS = 5000;
const POLL_MS = 10;

/** A Redis of our own on a free port, with a client to it. */
export interface OwnRedis {
  readonly port: number;
  readonly client: Redis;
  readonly server: GuardedServer;
  /** Kills it and starts it again on the same port; settles when the client has reached it. */
  readonly crash: () => Promise<Restarted>;
  readonly close: () => Promise<void>;
}

/**
 * Starts redis-server in a temporary folder and waits until it answers. Nothing is saved to disk unless `args` say so.
 * Rejects with a `ProbeError` when it does not come up.
 */
export async function startRedis(args: readonly string[] = []): Promise<OwnRedis> {
  const port = await freePort();
  const server = await startGuarded('redis-server', {
    prepare: [],
    server: {
      command: 'redis-server',
      args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', '{folder}', '--save', '', ...args],
      env: {},
    },
    runAs: null,
    stopSignal: 'SIGTERM',
  });
  const client = connect(port);
  const ready = () => answering(client, (why) => notStarted('redis-server', why), server.ended);
  try {
    await ready();
  } catch (error) {
    client.disconnect();
    await server.close();
    throw error;
  }
  const crash = async (): Promise<Restarted> => {
    const done = await server.restart();
    await ready();
    return done;
  };
  const close = async (): Promise<void> => {
    client.disconnect();
    await server.close();
  };
  return { port, client, server, crash, close };
}

/** A client fails a command at once when there is no connection, and never sends one twice. */
const CLIENT = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  retryStrategy: () => 50,
} satisfies RedisOptions;

/** A client to a port of 127.0.0.1. */
export const connect = (port: number): Redis => quiet(new Redis({ ...CLIENT, host: '127.0.0.1', port }));

/**
 * A client to a Redis that is somebody else's: every key has a prefix of its own, and `close` removes those keys and no
 * other. Rejects with a `ProbeError`, which does not repeat the URL, when it does not answer.
 */
export async function givenRedis(url: string): Promise<Pick<OwnRedis, 'client' | 'close'>> {
  const prefix = `counter-probe:${randomUUID()}:`;
  const client = quiet(new Redis(url, { ...CLIENT, keyPrefix: prefix }));
  try {
    await answering(client, unusable, firstError(client));
    // The driver keeps it to itself when there is no such database, and goes on in another.
    await client.select(client.options.db ?? 0).catch((error: unknown) => {
      throw unusable(error);
    });
  } catch (error) {
    client.disconnect();
    throw error;
  }
  const close = async (): Promise<void> => {
    await removeKeys(client, prefix).catch(() => {}); // when it has gone away meanwhile, so have its keys from here
    client.disconnect();
  };
  return { client, close };
}

const unusable = (why: unknown): Error => notUsable('the Redis that was given', why);

const firstError = (client: Redis): Promise<string> =>
  new Promise((resolve) => void client.once('error', (error) => resolve(reasonOf(error))));

async function removeKeys(client: Redis, prefix: string): Promise<void> {
  for await (const keys of client.scanStream({ match: `${prefix}*`, count: 1000 })) {
    const bare = (keys as readonly string[]).map((key) => key.slice(prefix.length));
    if (bare.length > 0) await client.unlink(...bare);
  }
}

/** Each command tells its own failure. */
const quiet = (client: Redis): Redis => client.on('error', () => {});

async function answering(client: Redis, failed: (why: string) => Error, ended: Promise<string>): Promise<void> {
  let why: string | null = null;
  void ended.then((reason) => {
    why = reason;
  });
  for (let waited = 0; waited < START_WITHIN_MS; waited += POLL_MS) {
    if (why !== null) throw failed(why);
    if (client.status === 'ready' && (await client.ping().catch(() => null)) === 'PONG') return;
    await setTimeout(POLL_MS);
  }
  throw failed(`nothing came within ${START_WITHIN_MS} ms`);
}
