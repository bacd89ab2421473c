import type { Socket } from 'node:net';
import { answer, answerValue, serveWrites } from './answers.ts';
import type { TestServer } from './serve.ts';

function later(socket: Socket, afterMs: number, act: () => void): void {
  const timer = setTimeout(act, afterMs);
  socket.once('data', () => clearTimeout(timer));
  socket.once('close', () => clearTimeout(timer));
}

/** Answers 408 to a connection that has sent nothing yet, and closes it; to one that has, as usual. */
export const timesOutIdle = (afterMs = 0): Promise<TestServer> =>
  serveWrites({
    onAccept: (socket) =>
      later(socket, afterMs, () => {
        answer(socket, { status: 408, headers: { Connection: 'close' } });
        socket.end();
      }),
    onWrite: ({ socket, order }) => answerValue(socket, order),
  });

/** Says nothing of it and closes a kept connection that was idle for `afterMs` after an answer. */
export const closesIdle = (afterMs = 5): Promise<TestServer> =>
  serveWrites({
    onWrite: ({ socket, order }) => {
      answerValue(socket, order);
      later(socket, afterMs, () => socket.destroy());
    },
  });

/** Answers, then closes at once without having said so. */
export const closesAfterAnswer = (): Promise<TestServer> =>
  serveWrites({
    onWrite: ({ socket, order }) => {
      answerValue(socket, order);
      socket.destroySoon();
    },
  });

/** Answers, then sends its FIN and goes on reading: a request that comes later is counted and never answered. */
export const halfClosesAfterAnswer = (): Promise<TestServer> =>
  serveWrites({
    onWrite: ({ socket, order }) => {
      if (!socket.writable) return;
      answerValue(socket, order);
      socket.end();
    },
  });

/** Answers with `Connection: close` and closes. */
export const saysClose = (): Promise<TestServer> =>
  serveWrites({
    onWrite: ({ socket, order }) => {
      answer(socket, { headers: { Connection: 'close' }, body: String(order) });
      socket.destroySoon();
    },
  });
