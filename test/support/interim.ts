import { setTimeout as pause } from 'node:timers/promises';
import { answerValue, head, serveWrites } from './answers.ts';
import type { TestServer } from './serve.ts';

const CONTINUE = head(100, {});
const EARLY_HINTS = head(103, { Link: '</style.css>; rel=preload; as=style' });

/** Interim answers, and the final one with them in one piece. */
const precededBy = (interim: string): Promise<TestServer> =>
  serveWrites({
    onWrite: ({ socket, order }) => {
      socket.write(interim);
      answerValue(socket, order);
    },
  });

/** 100 Continue that nobody asked for, then 200. */
export const continuesUnasked = (): Promise<TestServer> => precededBy(CONTINUE);

/** 103 Early Hints, then 200. */
export const hintsEarly = (): Promise<TestServer> => precededBy(EARLY_HINTS);

/** Several interim answers, then 200. */
export const severalInterim = (): Promise<TestServer> =>
  precededBy(CONTINUE + EARLY_HINTS + head(102, {}) + EARLY_HINTS);

/** 100 Continue in pieces of a few bytes, the last of them with the start of the 200. */
export const continuesInPieces = (): Promise<TestServer> =>
  serveWrites({
    onWrite: async ({ socket, order }) => {
      const cut = CONTINUE.length - 3;
      for (let at = 0; at < cut; at += 5) {
        socket.write(CONTINUE.slice(at, Math.min(at + 5, cut)));
        await pause(2);
      }
      socket.cork();
      socket.write(CONTINUE.slice(cut));
      answerValue(socket, order);
      socket.uncork();
    },
  });
