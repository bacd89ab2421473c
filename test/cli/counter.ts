import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface CounterOptions {
  /** Between read and write; without it the counter is right. */
  readonly windowMs?: number;
  /** Writes hang until the server is closed. */
  readonly hang?: boolean;
  /** Puts the headers of each request into its answers. */
  readonly echo?: boolean;
}

export interface Counting {
  /** Of the counter, on 127.0.0.1. */
  readonly url: string;
  readonly port: number;
  /** Requests that came. */
  readonly requests: () => number;
  readonly writes: () => number;
  readonly close: () => Promise<void>;
}

/** A counter at every path, that counts what it is asked; listens on every address of this machine. */
export async function counting({ windowMs = 0, hang = false, echo = false }: CounterOptions = {}): Promise<Counting> {
  let value = 0;
  let requests = 0;
  let writes = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    if (request.method !== 'GET') {
      writes += 1;
      if (hang) return;
      const read = value;
      if (windowMs > 0) await pause(windowMs);
      value = (windowMs > 0 ? read : value) + 1;
    }
    response.end(JSON.stringify({ value, ...(echo ? { seen: JSON.stringify(request.rawHeaders) } : {}) }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/counter`,
    port,
    requests: () => requests,
    writes: () => writes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A port of this machine on which nobody listens. */
export async function closedPort(): Promise<number> {
  const { port, close } = await counting();
  await close();
  return port;
}
