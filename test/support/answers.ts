import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Answerer, isRead, type ServeOptions, serve, type TestServer } from './serve.ts';

export interface Answer {
  /** 200 */
  readonly status?: number;
  /** Beside `Content-Length`, which is right unless it is given here. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** `HTTP/1.1 200 OK` and the headers, with the empty line at their end. */
export function head(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Odd'}\r\n${lines.join('')}\r\n`;
}

/** The bytes of a whole answer. */
export function bytesOf({ status = 200, headers = {}, body = '' }: Answer): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return Buffer.concat([
    Buffer.from(head(status, { 'Content-Length': String(bytes.length), ...headers }), 'latin1'),
    bytes,
  ]);
}

/** Writes a whole answer at once. */
export const answer = (socket: Socket, what: Answer): boolean => socket.write(bytesOf(what));

/** Answers with a counter's number. */
export const answerValue = (socket: Socket, value: number): boolean =>
  answer(socket, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ value }) });

export interface WriteOptions extends Omit<ServeOptions, 'onRequest'> {
  /** Answers all but GET and HEAD. */
  readonly onWrite: Answerer;
}

/** A server with manners of its own to writes, that counts each complete one and tells the number to a plain GET. */
export function serveWrites({ onWrite, ...options }: WriteOptions): Promise<TestServer> {
  let written = 0;
  return serve({
    ...options,
    onRequest: (exchange) => {
      if (isRead(exchange.request)) return answerValue(exchange.socket, written);
      written += 1;
      return onWrite(exchange);
    },
  });
}
