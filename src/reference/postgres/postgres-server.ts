import { setTimeout } from 'node:timers/promises';
import { freePort } from '../guarded/free-port.ts';
import { type GuardedServer, type Restarted, type Step, startGuarded } from '../guarded/guarded.ts';
import { notStarted } from '../start-errors.ts';
import { postgresAccount } from './account.ts';
import { copyCommand, postgresFolder } from './binaries.ts';
import { connectOnce, driver } from './connection.ts';

const START_WITHIN_MS = 20_000;
const POLL_MS = 20;

/** A PostgreSQL of our own on a free port. */
export interface OwnPostgres {
  readonly port: number;
  readonly server: GuardedServer;
  /** Kills it and starts it again on the same port; settles when it has recovered and answers. */
  readonly crash: () => Promise<Restarted>;
}

/**
 * Settings of every server. What it has written is not forced to disk, for nothing is kept beyond the run: a power failure
 * would cost what the system had not written yet. A kill costs nothing, for the system has it: files on a disk and files
 * in memory outlive the process that wrote them. For that a commit waits until its log is written (`synchronous_commit`, as
 * is the default), and a half-written page can be made whole.
 */
const SETTINGS: readonly string[] = [
  ...['-c', 'fsync=off'],
  // In files beside the data, and gone with them: what else it shares in memory outlives a kill.
  ...['-c', 'dynamic_shared_memory_type=mmap'],
  ...['-c', 'max_connections=200', '-c', 'shared_buffers=32MB', '-c', 'log_min_messages=warning'],
];

/** Without checksums: they are against disks that do not keep what they were given, and no run lasts that long. */
const INITDB = [
  ...['-U', 'probe', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C'],
  ...['--wal-segsize=1', '--no-data-checksums'],
];

/**
 * A server of ours writes some 30 MB, and up to 64 MB of log between two checkpoints; with a standby all of it twice.
 * What PostgreSQL shares among its processes lies in the same memory, and others have use for it too: in a container
 * there are often 64 MB of it in all.
 */
export const MEMORY_BYTES = 2 ** 30;

/** What a standby begins from: the same data, while nothing writes to them. */
const STANDBY_DATA: Step = { command: 'cp', args: ['-R', '{data}/data', '{data}/standby'], env: {} };

/** Starts PostgreSQL on an empty database and waits until it answers. Rejects with a `ProbeError` when it does not come up. */
export async function startPostgres(): Promise<OwnPostgres> {
  const own = await launched(dataOf(), '{folder}', []);
  return allAnswering([own]).then(() => own);
}

/**
 * The same, with a standby that streams from it. Its data are in a folder of its own, for either may end first; the
 * programs are those of the primary.
 */
export async function startWithStandby(): Promise<{ primary: OwnPostgres; standby: OwnPostgres }> {
  const primary = await launched([...dataOf(), STANDBY_DATA], '{folder}', []);
  const { folder, data } = primary.server;
  // It does not wait for the primary, which it tries again and again to reach.
  const taken = [step('mv', [`${data}/standby`, '{data}/data']), step('touch', ['{data}/data/standby.signal'])];
  const standby = await launched(taken, folder, [
    ...['-c', `primary_conninfo=host=127.0.0.1 port=${primary.port} user=probe`],
    ...['-c', 'wal_retrieve_retry_interval=100ms'],
  ]).catch(async (error: unknown) => {
    await primary.server.close();
    throw error;
  });
  return allAnswering([primary, standby]).then(() => ({ primary, standby }));
}

function dataOf(): readonly Step[] {
  const folder = postgresFolder();
  if (folder === null) throw notStarted('PostgreSQL', 'its package is not installed');
  return [
    { ...step('sh', ['-c', copyCommand(folder, '{folder}/pg')]), asSelf: true },
    step('{folder}/pg/bin/initdb', ['-D', '{data}/data', ...INITDB]),
  ];
}

/** Runs the PostgreSQL whose programs are in a folder, on the data in its own; it may not answer yet. */
async function launched(prepare: readonly Step[], programs: string, settings: readonly string[]): Promise<OwnPostgres> {
  const port = await freePort();
  const listening = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const starting = startGuarded('PostgreSQL', {
    prepare,
    server: step(`${programs}/pg/bin/postgres`, ['-D', '{data}/data', ...listening, ...SETTINGS, ...settings]),
    runAs: postgresAccount(),
    stopSignal: 'SIGINT', // a fast shutdown: connections are ended
    memoryBytes: MEMORY_BYTES,
  });
  // Beside the making of the database, and not after it. Should it fail, the first who uses it is told.
  void driver().catch(() => {});
  const server = await starting;
  const crash = async (): Promise<Restarted> => {
    const done = await server.restart();
    await answering({ server, port });
    return done;
  };
  return { port, server, crash };
}

/** Closes all of them, the last one first, when one does not answer. */
async function allAnswering(servers: readonly OwnPostgres[]): Promise<void> {
  try {
    await Promise.all(servers.map(answering));
  } catch (error) {
    for (const { server } of servers.toReversed()) await server.close();
    throw error;
  }
}

const step = (command: string, args: readonly string[]): Step => ({ command, args, env: {} });

async function answering({ server, port }: Pick<OwnPostgres, 'server' | 'port'>): Promise<void> {
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

const answers = (port: number): Promise<boolean> =>
  connectOnce({ host: '127.0.0.1', port, user: 'probe', database: 'postgres' }).then(
    () => true,
    () => false,
  );
