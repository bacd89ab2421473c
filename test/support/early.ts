import { answerValue, serveWrites } from './answers.ts';
import { isRead, serve, type TestServer } from './serve.ts';

/** Answers a write when its head has ended, whether or not the body is there. */
export const answersAtHeadEnd = (): Promise<TestServer> =>
  serveWrites({
    onHead: (socket, head) => {
      if (!isRead(head)) answerValue(socket, 0);
    },
    onWrite: () => {},
  });

/** Answers a write at its first byte. */
export const answersAtFirstByte = (): Promise<TestServer> =>
  serveWrites({
    onFirstByte: (socket, byte) => {
      if (byte !== 'G'.charCodeAt(0)) answerValue(socket, 0);
    },
    onWrite: () => {},
  });

/** Takes writes, counts them and never answers. */
export const neverAnswers = (): Promise<TestServer> => serveWrites({ onWrite: () => {} });

/** Takes all requests, counts them and never answers one, not even a read. */
export const neverAnswersAnything = (): Promise<TestServer> => serve({ onRequest: () => {} });
