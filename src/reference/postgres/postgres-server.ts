import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../guarded/free-port.ts';
import { type GuardedServer, type Step, startGuarded } from '../guarded/guarded.ts';
import { notStarted } from '../start-errors.ts';
import { postgresAccount } from './account.ts';
import { copyCommand, postgresFolder } from './binaries.ts';

const START_WITHIN_MS = 20_000;
const POLL_MS = 20;
const CONNECTIONS = 40;

/** A PostgreSQL of our own on a free port, with a pool of connections to it. */
export interface OwnPostgres {
  readonly port: number;
  readonly pool: pg.Pool;
  readonly server: GuardedServer;
  readonly close: () => Promise<void>;
}

/** Settings of every server: nothing is kept beyond the run, so nothing is forced to disk. */
const SETTINGS: readonly string[] = [
  ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'],
  ...['-c', `max_connections=${CONNECTIONS + 20}`, '-c', 'shared_buffers=32MB', '-c', 'log_min_messages=warning'],
];

/** Starts PostgreSQL on an empty database and waits until it answers. Rejects with a `ProbeError` when it does not come up. */
export async function startPostgres(settings: readonly string[] = []): Promise<OwnPostgres> {
  const folder = postgresFolder();
  if (folder === null) throw notStarted('PostgreSQL', 'its package is not installed');
  const port = await freePort();
  return answering(
    await startGuarded('PostgreSQL', {
      prepare: [
        copied(folder),
        step('{folder}/pg/bin/initdb', [
          '-D',
          '{folder}/data',
          '-U',
          'probe',
          '-A',
          'trust',
          '-N',
          '-E',
          'UTF8',
          '--locale=C',
        ]),
      ],
      server: step('{folder}/pg/bin/postgres', [...listening(port), ...SETTINGS, ...settings]),
      runAs: postgresAccount(),
      stopSignal: 'SIGINT', // a fast shutdown: connections are ended
    }),
    port,
  );
}

const step = (command: string, args: readonly string[]): Step => ({ command, args, env: {} });

const copied = (folder: string): Step => ({
  ...step('sh', ['-c', copyCommand(folder, '{folder}/pg')]),
  asSelf: true,
});

const listening = (port: number): readonly string[] => [
  ...['-D', '{folder}/data', '-p', String(port)],
  ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
];

/** Waits for the first answer; closes the server when none comes. */
async function answering(server: GuardedServer, port: number): Promise<OwnPostgres> {
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'probe', database: 'postgres', max: CONNECTIONS });
  pool.on('error', () => {}); // each query tells its own failure
  const close = async (): Promise<void> => {
    await pool.end();
    await server.close();
  };
  let why: string | null = null;
  void server.ended.then((reason) => {
    why = reason;
  });
  for (let waited = 0; waited < START_WITHIN_MS && why === null; waited += POLL_MS) {
    const there = await pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
    if (there) return { port, pool, server, close };
    await setTimeout(POLL_MS);
  }
  await close();
  throw notStarted('PostgreSQL', why ?? `no answer within ${START_WITHIN_MS} ms`);
}
