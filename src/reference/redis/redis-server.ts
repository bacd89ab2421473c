import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../guarded/free-port.ts';
import { type GuardedServer, startGuarded } from '../guarded/guarded.ts';
import { notStarted } from '../start-errors.ts';

const START_WITHIN_MS = 5000;
const POLL_MS = 10;

/** A Redis of our own on a free port, with a client to it. */
export interface OwnRedis {
  readonly port: number;
  readonly client: Redis;
  readonly server: GuardedServer;
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
  try {
    await answering(client, server);
  } catch (error) {
    client.disconnect();
    await server.close();
    throw error;
  }
  const close = async (): Promise<void> => {
    client.disconnect();
    await server.close();
  };
  return { port, client, server, close };
}

/** A client that fails a command at once when there is no connection, and never sends one twice. */
export function connect(port: number): Redis {
  const client = new Redis({
    host: '127.0.0.1',
    port,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => 50,
  });
  client.on('error', () => {}); // each command tells its own failure
  return client;
}

async function answering(client: Redis, server: GuardedServer): Promise<void> {
  let why: string | null = null;
  void server.ended.then((reason) => {
    why = reason;
  });
  for (let waited = 0; waited < START_WITHIN_MS; waited += POLL_MS) {
    if (why !== null) throw notStarted('redis-server', why);
    if (client.status === 'ready' && (await client.ping().catch(() => null)) === 'PONG') return;
    await setTimeout(POLL_MS);
  }
  throw notStarted('redis-server', `no answer within ${START_WITHIN_MS} ms`);
}
