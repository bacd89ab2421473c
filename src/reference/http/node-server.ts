import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningDesign } from '../design.ts';
import { portTaken } from '../start-errors.ts';
import { answer, MAX_BODY_CHARS } from './answer.js';
import type { Asked, Contract } from './asked.ts';

/**
 * Serves a contract from this process on 127.0.0.1; `onClose` puts away what is behind it. Rejects with a `ProbeError`
 * when the port is taken.
 */
export async function serve(
  designId: string,
  contract: Contract,
  port: number,
  onClose: () => Promise<void> = async () => {},
): Promise<RunningDesign> {
  const server = createServer((request, response) => {
    void respond(designId, contract, request, response);
  });
  await listen(server, port).catch(async (error: unknown) => {
    await onClose();
    throw error;
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${boundPort}`,
    close: async () => {
      await close(server);
      await onClose();
    },
  };
}

async function respond(designId: string, contract: Contract, request: IncomingMessage, response: ServerResponse) {
  const asked: Asked = {
    method: request.method ?? '',
    url: urlOf(request),
    header: (name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
    text: () => textOf(request),
  };
  const { status, headers, body } = await answer(designId, asked, contract);
  response.writeHead(status, headers).end(body ?? undefined);
}

function urlOf(request: IncomingMessage): URL | null {
  const target = request.url ?? '/';
  const url = target.startsWith('/') ? `http://127.0.0.1${target}` : target;
  return URL.canParse(url) ? new URL(url) : null;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (length <= MAX_BODY_CHARS * 4) kept.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(kept).toString('utf8');
}

async function listen(server: Server, port: number): Promise<void> {
  // Node's own backlog of 511 makes a burst of 1,000 new connections wait for a second SYN.
  server.listen({ port, host: '127.0.0.1', backlog: 4096 });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? portTaken(port) : error;
  }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
