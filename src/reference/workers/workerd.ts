import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DesignOptions, RunningDesign } from '../design.ts';
import { notStarted, portTaken } from '../start-errors.ts';

/** The package all designs on workerd need; later releases ask for Node 22. */
export const MINIFLARE = 'miniflare@4.20260426.0';

/** A Worker that is to run on a workerd of its own. */
export interface WorkerSpec {
  /** Path of its module. */
  readonly file: string;
  /** Where it is to listen; 0 for any free port. */
  readonly port: number;
  /** Miniflare's options for what the Worker uses. */
  readonly bindings: Readonly<Record<string, unknown>>;
  /** What the Worker finds in its environment beside them. */
  readonly variables: Readonly<Record<string, string | number | null>>;
  /** SQL statements that make the tables of the D1 database `DB`; empty when there is none. */
  readonly schema: readonly string[];
  /** Other Workers that it calls by these names: their places in the list, ahead of its own. */
  readonly services: Readonly<Record<string, number>>;
}

/** What the process that hosts workerd is told. */
export interface HostSpec {
  readonly designId: string;
  /** Folder that holds the Workers and all they import. */
  readonly root: string;
  readonly workers: readonly WorkerSpec[];
  /** Whether `POST /crash` leads to where its workerd is killed and another started on its stores. */
  readonly crashes: boolean;
  /** How long an outside service takes to answer a Worker, in milliseconds. */
  readonly fetchDelayMs: number;
}

/** A Worker as a design names it. */
export interface WorkerFile {
  /** In this folder: `workers-kv.worker.js`. */
  readonly file: string;
  readonly bindings: Readonly<Record<string, unknown>>;
  readonly schema?: readonly string[];
  readonly services?: Readonly<Record<string, number>>;
}

export interface RunningWorkers {
  /** Of each Worker, in the order given. */
  readonly urls: readonly string[];
  /** Of each, in the same order: a POST there kills it and starts another; null where none is to be killed. */
  readonly crashUrls: readonly (string | null)[];
  /** Settles, before they are closed, with what had died of them. */
  readonly ended: Promise<string>;
  /** Ends them all; settles when their folder is gone. */
  readonly close: () => Promise<void>;
}

type Stores = Omit<WorkerFile, 'file' | 'services'>;
type Opened = Omit<RunningWorkers, 'close' | 'ended'> & { readonly folder: string };
type HostMessage = Opened | { readonly failed: string; readonly mend?: string | null };

const CLOSE_WITHIN_MS = 5000;

/**
 * Starts a Worker of this folder, whose file is named after its design, and waits until it answers. Stores are empty at
 * the start and gone at the end. Rejects with a `ProbeError` when workerd does not come up.
 */
export const startWorker = (designId: string, options: DesignOptions, stores: Stores): Promise<RunningDesign> =>
  startOne(designId, options, stores, false);

/** The same with `POST /crash`: kills workerd and starts another on its stores. */
export const startCounter = (designId: string, options: DesignOptions, stores: Stores): Promise<RunningDesign> =>
  startOne(designId, options, stores, true);

async function startOne(designId: string, options: DesignOptions, stores: Stores, crashes: boolean) {
  const worker = { ...stores, file: `${designId}.worker.js` };
  const { urls, ended, close } = await startWorkers(designId, [worker], options, crashes);
  return { url: urls[0] ?? '', ended, close };
}

/** Starts Workers of this folder, each on a workerd of its own; the first listens at the port of the options. */
export async function startWorkers(
  designId: string,
  workers: readonly WorkerFile[],
  options: DesignOptions,
  crashes: boolean,
): Promise<RunningWorkers> {
  const { port = 0, limit = 5, ttlMs = null, fetchDelayMs = 5 } = options;
  const specs = workers.map(({ file, bindings, schema = [], services = {} }, at) => ({
    file: pathOf(`./${file}`),
    port: at === 0 ? port : 0,
    variables: { LIMIT: limit, TTL_MS: ttlMs },
    ...{ bindings, schema, services },
  }));
  const host = startHost({ designId, root: pathOf('..'), workers: specs, crashes, fetchDelayMs });
  const message = await firstMessage(host);
  if ('urls' in message) {
    const { folder, ...opened } = message;
    return { ...opened, ended: endOf(host), close: () => close(host, folder) };
  }
  await close(host, null);
  throw /address already in use/i.test(message.failed)
    ? portTaken(port)
    : notStarted('workerd', message.failed, message.mend);
}

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

function startHost(spec: HostSpec): ChildProcess {
  return fork(pathOf('./workerd-host.js'), [JSON.stringify(spec)], {
    detached: true, // a Ctrl-C in the terminal reaches whoever started the design; that one decides when this ends
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

async function firstMessage(host: ChildProcess): Promise<HostMessage> {
  let said = '';
  host.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  const ended = new AbortController();
  const message = once(host, 'message', { signal: ended.signal }).then(([first]) => first as HostMessage);
  const exit = once(host, 'exit', { signal: ended.signal }).then(() => ({ failed: said.trim() || 'it ended at once' }));
  try {
    return await Promise.race([message, exit]);
  } finally {
    ended.abort();
    await Promise.allSettled([message, exit]);
  }
}

/** Whatever the host says after it has begun is what ends it. */
async function endOf(host: ChildProcess): Promise<string> {
  const said = once(host, 'message').then(([last]) => (last as { readonly failed: string }).failed);
  const exit = once(host, 'exit').then(
    ([code, signal]) => `the process that hosts workerd ended by ${signal ?? `code ${code}`}`,
  );
  return Promise.race([said, exit]);
}

async function close(host: ChildProcess, folder: string | null): Promise<void> {
  const late = setTimeout(() => host.kill('SIGTERM'), CLOSE_WITHIN_MS);
  if (host.connected) host.disconnect();
  await closed(host);
  clearTimeout(late);
  if (folder === null || !existsSync(folder)) return;
  const { putAway } = await import('../guarded/left-over.js');
  await putAway(folder); // both were killed
}

/** The process has ended, and so has its janitor, which holds the same stream. */
async function closed(host: ChildProcess): Promise<void> {
  const { stderr } = host;
  if (stderr !== null && !stderr.closed) await once(stderr, 'close');
}
