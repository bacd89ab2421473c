import { gzipSync } from 'node:zlib';
import { type Answer, answer, answerValue, serveWrites } from './answers.ts';
import { serve, type TestServer } from './serve.ts';

/** Answers all that it is asked, reads too, with the same. */
export const answersAlways = (what: Answer): Promise<TestServer> =>
  serve({ onRequest: ({ socket }) => answer(socket, what) });

/** Answers writes so, and tells reads how many there were. */
export const answersWrites = (what: Answer): Promise<TestServer> =>
  serveWrites({ onWrite: ({ socket }) => answer(socket, what) });

/** Answers with bytes that are no HTTP. */
export const speaksNoHttp = (): Promise<TestServer> =>
  serve({ onRequest: ({ socket }) => socket.write('220 mail.example ESMTP \x1b[31mready\x1b[0m\r\n') });

/** Sends every write back to where it went. */
export const redirectsToItself = (): Promise<TestServer> =>
  serveWrites({
    onWrite: ({ socket, request }) => answer(socket, { status: 307, headers: { Location: request.target } }),
  });

/** Sends every write to another place. */
export const redirectsTo = (location: string, status = 307): Promise<TestServer> =>
  answersWrites({ status, headers: { Location: location } });

/** Refuses every second write with 429 and does not count it; answers the others 200 with the new value. */
export async function refusesEverySecondWrite(status = 429): Promise<TestServer> {
  let value = 0;
  return serve({
    onRequest: ({ socket, request, order }) => {
      if (request.method === 'GET') return answerValue(socket, value);
      if (order % 2 === 0) return answer(socket, { status, headers: { 'Retry-After': '1' } });
      value += 1;
      return answerValue(socket, value);
    },
  });
}

/** A header section of about `bytes`. */
export const hugeHeaders = (bytes = 1_000_000): Promise<TestServer> =>
  answersWrites({ headers: { 'X-Huge': 'x'.repeat(bytes) }, body: '1' });

/** Text that would clear a screen, set its title and turn it red, if a terminal were to see it. */
export const ESCAPES = '\x1b[2J\x1b]0;owned\x07\x1b[31mred\x1b[0m';

/** Header values with escape sequences in them. */
export const headersWithEscapes = (): Promise<TestServer> =>
  answersWrites({ headers: { 'X-Escapes': ESCAPES, 'Retry-After': ESCAPES }, body: '1' });

/** A gzip body that was cut off; the answer is complete by its length. */
export const truncatedGzip = (): Promise<TestServer> =>
  answersWrites({ headers: { 'Content-Encoding': 'gzip' }, body: gzipSync('{"value":12}').subarray(0, -10) });

/** A small gzip body of `bytes` zeros. */
export const gzipBomb = (bytes = 256 * 2 ** 20): Promise<TestServer> =>
  answersWrites({ headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(Buffer.alloc(bytes, '0'), { level: 1 }) });

/** Bodies that hold no number, or not plainly one. */
export const ODD_BODIES = {
  'not a number': 'NaN',
  null: 'null',
  'a number as text': '"12"',
  'a number beyond 2^53': '9007199254740993',
  'a number beyond a double': '1e400',
  'text with escape sequences': ESCAPES,
  nothing: '',
  'invalid UTF-8': Buffer.from([0x31, 0xff, 0xfe, 0x32]),
  'a byte-order mark': Buffer.from('\ufeff12'),
  'lists in lists': '['.repeat(100_000),
} as const satisfies Record<string, string | Buffer>;
