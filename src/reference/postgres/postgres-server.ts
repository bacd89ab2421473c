import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../guarded/free-port.ts';
import { type GuardedServer, type Step, startGuarded } from '../guarded/guarded.ts';
import { notStarted } from '../start-errors.ts';
import { postgresAccount } from './account.ts';
import { copyCommand, postgresFolder } from './binaries.ts';

const START_WITHIN_MS = 20_000;
const POLL_MS = 20;

/** A PostgreSQL of our own on a free port. */
export interface OwnPostgres {
  readonly port: number;
  readonly server: GuardedServer;
}

/** Settings of every server: nothing is kept beyond the run, so nothing is forced to disk. */
const SETTINGS: readonly string[] = [
  ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'],
  ...['-c', 'max_connections=200', '-c', 'shared_buffers=32MB', '-c', 'log_min_messages=warning'],
];

const INITDB = ['-U', 'probe', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C', '--wal-segsize=1'];

/** What a standby begins from: the same data, while nothing writes to them. */
const STANDBY_DATA: Step = { command: 'cp', args: ['-R', '{folder}/data', '{folder}/standby'], env: {} };

/**
 * Starts PostgreSQL on an empty database and waits until it answers; with what `startStandby` begins from, when that is to
 * follow. Rejects with a `ProbeError` when it does not come up.
 */
export async function startPostgres(alone: 'alone' | 'with standby' = 'alone'): Promise<OwnPostgres> {
  const folder = postgresFolder();
  if (folder === null) throw notStarted('PostgreSQL', 'its package is not installed');
  const prepare = [
    { ...step('sh', ['-c', copyCommand(folder, '{folder}/pg')]), asSelf: true as const },
    step('{folder}/pg/bin/initdb', ['-D', '{folder}/data', ...INITDB]),
    ...(alone === 'alone' ? [] : [STANDBY_DATA]),
  ];
  return started(prepare, '{folder}', 'data', []);
}

/** Starts a standby of a primary that `startPostgres` started; it applies each commit so much later. */
export async function startStandby(primary: OwnPostgres, lagMs: number): Promise<OwnPostgres> {
  const { folder } = primary.server;
  const prepare = [step('touch', [`${folder}/standby/standby.signal`])];
  return started(prepare, folder, 'standby', [
    ...['-c', `primary_conninfo=host=127.0.0.1 port=${primary.port} user=probe`],
    ...['-c', `recovery_min_apply_delay=${lagMs}ms`, '-c', 'wal_retrieve_retry_interval=100ms'],
  ]);
}

async function started(
  prepare: readonly Step[],
  folder: string,
  data: string,
  settings: readonly string[],
): Promise<OwnPostgres> {
  const port = await freePort();
  const listening = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const server = await startGuarded('PostgreSQL', {
    prepare,
    server: step(`${folder}/pg/bin/postgres`, ['-D', `${folder}/${data}`, ...listening, ...SETTINGS, ...settings]),
    runAs: postgresAccount(),
    stopSignal: 'SIGINT', // a fast shutdown: connections are ended
  });
  await answering(server, port).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  return { port, server };
}

const step = (command: string, args: readonly string[]): Step => ({ command, args, env: {} });

async function answering(server: GuardedServer, port: number): Promise<void> {
  let why: string | null = null;
  void server.ended.then((reason) => {
    why = reason;
  });
  for (let waited = 0; waited < START_WITHIN_MS && why === null; waited += POLL_MS) {
    if (await answers(port)) return;
    await setTimeout(POLL_MS);
  }
  throw notStarted('PostgreSQL', why ?? `no answer within ${START_WITHIN_MS} ms`);
}

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'probe', database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
