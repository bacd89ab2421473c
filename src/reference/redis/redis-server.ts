import { setTimeout } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { freePort } from '../guarded/free-port.ts';
import { type GuardedServer, type Restarted, startGuarded } from '../guarded/guarded.ts';
import { notStarted } from '../start-errors.ts';

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
export const CLIENT = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  retryStrategy: () => 50,
} satisfies RedisOptions;

/** A client to a port of 127.0.0.1. */
export const connect = (port: number): Redis => quiet(new Redis({ ...CLIENT, host: '127.0.0.1', port }));

/** Each command tells its own failure. */
export const quiet = (client: Redis): Redis => client.on('error', () => {});

/** Settles when the server answers; `ended` says why it will not. */
export async function answering(client: Redis, failed: (why: string) => Error, ended: Promise<string>): Promise<void> {
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
