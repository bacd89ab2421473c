import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { type Request, type RequestHead, readRequests } from './requests.ts';
import { CERTIFICATE, PRIVATE_KEY } from './tls.ts';

/** A server on a free port of the loopback, for one test. */
export interface TestServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** How many complete requests (head finished, body whole) came with each `Counter-Probe-Attempt`. */
  readonly attempts: ReadonlyMap<string, number>;
  /** Connections accepted so far. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

export interface Exchange {
  readonly request: Request;
  readonly socket: Socket;
  /** Place of the connection among all, from 1. */
  readonly connection: number;
  /** Place of the request among all complete ones of its kind (GET and HEAD, or the rest), from 1. */
  readonly order: number;
}

export type Answerer = (exchange: Exchange) => unknown;

export interface ServeOptions {
  readonly onAccept?: (socket: Socket, connection: number) => void;
  readonly onFirstByte?: (socket: Socket, byte: number) => void;
  readonly onHead?: (socket: Socket, head: RequestHead) => void;
  /** Called for one request of a connection after the other, each when the last one's promise is done. */
  readonly onRequest: Answerer;
  readonly tls?: boolean;
  /** Listens on this path and not on a port. */
  readonly path?: string;
}

export const isRead = (head: RequestHead): boolean => head.method === 'GET' || head.method === 'HEAD';

function listen(server: Server, path: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    if (path === undefined) server.listen(0, '127.0.0.1', resolve);
    else server.listen(path, resolve);
  });
}

function urlOf(server: Server, options: ServeOptions): string {
  const address = server.address();
  const host = typeof address === 'string' ? 'localhost' : `127.0.0.1:${(address as AddressInfo).port}`;
  return `${options.tls ? 'https' : 'http'}://${host}`;
}

/** Counts what came, and hands each request on in its order. */
class Ledger {
  readonly attempts = new Map<string, number>();
  connections = 0;
  #reads = 0;
  #writes = 0;

  enter(request: Request): number {
    const attempt = request.headers.get('counter-probe-attempt');
    if (attempt !== undefined) this.attempts.set(attempt, (this.attempts.get(attempt) ?? 0) + 1);
    if (isRead(request)) return ++this.#reads;
    return ++this.#writes;
  }
}

function attend(socket: Socket, ledger: Ledger, options: ServeOptions): void {
  const connection = ++ledger.connections;
  let turn: Promise<unknown> = Promise.resolve();
  socket.setNoDelay(true);
  options.onAccept?.(socket, connection);
  if (socket.destroyed) return;
  readRequests(socket, {
    onFirstByte: (byte) => options.onFirstByte?.(socket, byte),
    onHead: (head) => options.onHead?.(socket, head),
    onRequest: (request) => {
      const exchange = { request, socket, connection, order: ledger.enter(request) };
      turn = turn.then(() => options.onRequest(exchange));
    },
  });
}

/** Starts a server that shows every step of a connection to the one who answers. */
export async function serve(options: ServeOptions): Promise<TestServer> {
  const ledger = new Ledger();
  const open = new Set<Socket>();
  const accept = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => {});
    attend(socket, ledger, options);
  };
  const server = options.tls ? createTlsServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, accept) : createServer(accept);
  server.on('tlsClientError', () => {});
  await listen(server, options.path);
  return {
    url: urlOf(server, options),
    attempts: ledger.attempts,
    connections: () => ledger.connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** A path for a socket file in a new directory, and what removes both. */
export async function socketPath(): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'counter-probe-'));
  return { path: join(directory, 'socket'), remove: () => rm(directory, { recursive: true, force: true }) };
}
