import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { answerValue, head, serveWrites } from './answers.ts';
import { type Exchange, serve, type TestServer } from './serve.ts';

export type End = 'close' | 'reset';

const endings: Record<End, (socket: Socket) => void> = {
  close: (socket) => socket.destroy(),
  reset: (socket) => socket.resetAndDestroy(),
};

/** Writes, and waits long enough for the other side to read it before the end comes: together, the end hides the reset. */
async function writeOut(socket: Socket, text: string): Promise<void> {
  await promisify((done: (error?: Error | null) => void) => socket.write(text, done))();
  await pause(5);
}

/** Ends each connection before a byte of it is read. */
export const endsOnAccept = (how: End = 'close'): Promise<TestServer> =>
  serve({ onAccept: (socket) => endings[how](socket), onRequest: () => {} });

/** Ends a connection at the first bytes of a write; whatever came is not looked at. */
export const endsAtFirstByte = (how: End = 'close'): Promise<TestServer> =>
  serveWrites({
    onFirstByte: (socket, byte) => {
      if (byte !== 'G'.charCodeAt(0)) endings[how](socket);
    },
    onWrite: () => {},
  });

/** Applies each write, then ends its connection without an answer. */
export const endsAfterWrite = (how: End = 'reset'): Promise<TestServer> =>
  serveWrites({ onWrite: ({ socket }) => endings[how](socket) });

/** Applies each write; every second one is reset, the others are answered 200. */
export const resetsEverySecondWrite = (): Promise<TestServer> =>
  serveWrites({
    onWrite: ({ socket, order }) => (order % 2 === 0 ? socket.resetAndDestroy() : answerValue(socket, order)),
  });

/** Applies each write and ends its connection half-way through the answer's body. */
export const endsWithinAnswer = (how: End = 'reset'): Promise<TestServer> =>
  serveWrites({
    onWrite: async ({ socket }) => {
      await writeOut(socket, `${head(200, { 'Content-Length': '11' })}{"val`);
      endings[how](socket);
    },
  });

/** Says a longer body than it sends, and closes; what is sent alone would read as a number. */
export const closesShortOfLength = (): Promise<TestServer> =>
  serveWrites({ onWrite: ({ socket }) => socket.end(`${head(200, { 'Content-Length': '3' })}12`) });

/** A chunked body that looks complete but for its end; closes after it. */
export const closesWithoutLastChunk = (): Promise<TestServer> =>
  serveWrites({ onWrite: ({ socket }) => socket.end(`${head(200, { 'Transfer-Encoding': 'chunked' })}2\r\n12\r\n`) });

/** A chunked body without end: a piece as often as the other side takes one. */
export const endlessBody = (): Promise<TestServer> => serveWrites({ onWrite: ({ socket }) => pour(socket) });

function pour(socket: Socket): void {
  const piece = `400\r\n${'1'.repeat(1024)}\r\n`;
  const more = (): void => {
    while (socket.writable && socket.write(piece));
  };
  socket.write(head(200, { 'Transfer-Encoding': 'chunked' }));
  socket.on('drain', more);
  more();
}

/** Sends its answer's head one byte at a time, for ever if `text` is long enough. */
export const dripsHead = (everyMs = 50): Promise<TestServer> =>
  serveWrites({ onWrite: (exchange) => drip(exchange, everyMs) });

function drip({ socket }: Exchange, everyMs: number): void {
  const text = `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Slow: ${'.'.repeat(10_000)}`;
  let at = 0;
  const timer = setInterval(() => socket.write(text.charAt(at++)), everyMs);
  socket.once('close', () => clearInterval(timer));
}
