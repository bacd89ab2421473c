import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DesignOptions, RunningDesign } from '../design.ts';
import { notStarted, portTaken } from '../start-errors.ts';

/** The package all designs on workerd need; later releases ask for Node 22. */
export const MINIFLARE = 'miniflare@4.20260426.0';

/** What the process that hosts workerd is told. */
export interface WorkerSpec {
  /** Path of the Worker's module. */
  readonly file: string;
  /** Folder that holds it and all it imports. */
  readonly root: string;
  readonly port: number;
  /** Miniflare's options for the stores that the Worker uses. */
  readonly bindings: Readonly<Record<string, unknown>>;
  /** SQL statements that make the tables of the D1 database `DB`; empty when there is none. */
  readonly schema: readonly string[];
  /** How long an outside service takes to answer the Worker, in milliseconds. */
  readonly fetchDelayMs: number;
}

type HostMessage = { readonly url: string } | { readonly failed: string };

const CLOSE_WITHIN_MS = 5000;

/**
 * Starts a Worker of this folder on workerd and waits until it answers. Stores are empty at the start and gone at the
 * end. Rejects with a `ProbeError` when workerd does not come up.
 */
export async function startWorker(
  fileName: string,
  options: DesignOptions,
  stores: { readonly bindings: Readonly<Record<string, unknown>>; readonly schema?: readonly string[] },
): Promise<RunningDesign> {
  const port = options.port ?? 0;
  const host = startHost({
    file: pathOf(`./${fileName}`),
    root: pathOf('..'),
    port,
    bindings: { ...stores.bindings, bindings: { LIMIT: options.limit ?? 5, TTL_MS: options.ttlMs ?? null } },
    schema: stores.schema ?? [],
    fetchDelayMs: options.fetchDelayMs ?? 5,
  });
  const message = await firstMessage(host);
  if ('url' in message) return { url: message.url, close: () => close(host) };
  throw /address already in use/i.test(message.failed) ? portTaken(port) : notStarted('workerd', message.failed);
}

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

function startHost(spec: WorkerSpec): ChildProcess {
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

async function close(host: ChildProcess): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return;
  const exit = once(host, 'exit');
  const late = setTimeout(() => host.kill('SIGTERM'), CLOSE_WITHIN_MS);
  if (host.connected) host.disconnect();
  await exit;
  clearTimeout(late);
}
