import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import * as breaking from './breaking.ts';
import { counter } from './counter.ts';
import * as early from './early.ts';
import * as idle from './idle.ts';
import * as interim from './interim.ts';
import * as odd from './odd.ts';
import { proxy } from './proxy.ts';
import { socketPath, type TestServer } from './serve.ts';
import { CERTIFICATE } from './tls.ts';

interface Talk {
  readonly text: string;
  /** How the server had ended the connection when the talk was over. */
  readonly end: 'open' | 'close' | 'reset';
}

const QUIET_MS = 250;
const LONGEST_MS = 1_000;

/** Sends text and listens until the server ends the connection or says nothing for a moment. */
function talk(url: string, ...pieces: readonly string[]): Promise<Talk> {
  const { port, protocol } = new URL(url);
  const at = { host: '127.0.0.1', port: Number(port) };
  const socket = protocol === 'https:' ? connectTls({ ...at, ca: CERTIFICATE }) : connect(at);
  let text = '';
  return new Promise((resolve) => {
    const over = (end: Talk['end']): void => {
      clearTimeout(quiet);
      clearTimeout(longest);
      socket.destroy();
      resolve({ text, end });
    };
    const quiet = setTimeout(() => over('open'), QUIET_MS);
    const longest = setTimeout(() => over('open'), LONGEST_MS);
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
      if (text.length > 5_000_000) over('open');
      quiet.refresh();
    });
    socket.on('error', () => over('reset')).on('end', () => over('close'));
    for (const piece of pieces) socket.write(piece);
  });
}

const post = (attempt: string, body = 'x', length = 1): string =>
  `POST /counter HTTP/1.1\r\nHost: a\r\nCounter-Probe-Attempt: ${attempt}\r\nContent-Length: ${length}\r\n\r\n${body}`;
const GET = 'GET /counter HTTP/1.1\r\nHost: a\r\n\r\n';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function started<T extends TestServer>(server: Promise<T>): Promise<T> {
  open.push(await server);
  return server;
}

/** What a POST sees, and whether the server counted it. */
const manners: readonly [string, () => Promise<TestServer>, RegExp, Talk['end'], number][] = [
  ['ends on accept', breaking.endsOnAccept, /^$/, 'close', 0],
  ['ends at the first byte', () => breaking.endsAtFirstByte('reset'), /^$/, 'reset', 0],
  ['applies, then resets', breaking.endsAfterWrite, /^$/, 'reset', 1],
  ['applies, then closes', () => breaking.endsAfterWrite('close'), /^$/, 'close', 1],
  ['resets within the answer', breaking.endsWithinAnswer, /200 OK[\s\S]*"val$/, 'reset', 1],
  ['closes short of the length', breaking.closesShortOfLength, /Length: 3\r\n\r\n12$/, 'close', 1],
  ['closes without a last chunk', breaking.closesWithoutLastChunk, /\r\n\r\n2\r\n12\r\n$/, 'close', 1],
  ['pours without end', breaking.endlessBody, /(1{1024}[\s\S]*){5}/, 'open', 1],
  ['drips its head', () => breaking.dripsHead(5), /^HTTP\/1/, 'open', 1],
  ['sends 100 unasked', interim.continuesUnasked, /^HTTP\/1.1 100 [\s\S]*\r\n\r\nHTTP\/1.1 200 /, 'open', 1],
  ['sends 103', interim.hintsEarly, /^HTTP\/1.1 103 [\s\S]*\r\n\r\nHTTP\/1.1 200 /, 'open', 1],
  ['sends several 1xx', interim.severalInterim, / 100 [\s\S]* 103 [\s\S]* 102 [\s\S]* 103 [\s\S]* 200 /, 'open', 1],
  ['sends 100 in pieces', interim.continuesInPieces, /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /, 'open', 1],
  ['closes an idle connection', idle.closesIdle, /"value":1}$/, 'close', 1],
  ['closes after its answer', idle.closesAfterAnswer, /"value":1}$/, 'close', 1],
  ['half-closes after its answer', idle.halfClosesAfterAnswer, /"value":1}$/, 'close', 1],
  ['says close', idle.saysClose, /Connection: close[\s\S]*1$/, 'close', 1],
  ['never answers', early.neverAnswers, /^$/, 'open', 1],
  ['speaks no HTTP', odd.speaksNoHttp, /^220 /, 'open', 1],
  ['redirects to itself', odd.redirectsToItself, / 307 [\s\S]*Location: \/counter\r\n/, 'open', 1],
  ['redirects elsewhere', () => odd.redirectsTo('http://a/'), / 307 [\s\S]*Location: http:\/\/a\/\r\n/, 'open', 1],
  ['sends huge headers', odd.hugeHeaders, /x{1000000}\r\n\r\n1$/, 'open', 1],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the point of this server
  ['sends escape sequences', odd.headersWithEscapes, /X-Escapes: \x1b\[2J/, 'open', 1],
];

describe('A hostile server', () => {
  test.each(manners)('%s', async (_name, start, answer, end, counted) => {
    const server = await started(start());
    const told = await talk(server.url, post('a'));
    expect(told.text).toMatch(answer);
    expect(told.end).toBe(end);
    expect(server.attempts.get('a') ?? 0).toBe(counted);
  });

  test('counts a request only when it is whole', async () => {
    const server = await started(early.neverAnswers());
    await talk(server.url, post('cut', 'x', 2));
    expect(server.attempts.size).toBe(0);
  });

  test('counts each arrival of an attempt, on one connection or several', async () => {
    const server = await started(counter());
    await talk(server.url, post('a'), post('b'), post('a'));
    await talk(server.url, post('a'));
    expect(server.attempts).toEqual(
      new Map([
        ['a', 3],
        ['b', 1],
      ]),
    );
    expect(server.connections()).toBe(2);
  });

  test('reads a chunked body', async () => {
    const server = await started(counter());
    const head = 'POST / HTTP/1.1\r\nCounter-Probe-Attempt: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    await talk(server.url, head, '2\r\nab\r\n');
    expect(server.attempts.size).toBe(0);
    await talk(server.url, head, '2\r\nab\r\n', '0\r\n\r\n');
    expect(server.attempts.get('a')).toBe(1);
  });

  test('that answers 408 to an idle connection serves one that is not', async () => {
    const server = await started(idle.timesOutIdle(10));
    expect(await talk(server.url)).toMatchObject({ text: expect.stringContaining(' 408 '), end: 'close' });
    expect(await talk(server.url, post('a'))).toMatchObject({ text: expect.stringContaining(' 200 ') });
  });

  test('resets every second write and counts them all', async () => {
    const server = await started(breaking.resetsEverySecondWrite());
    expect((await talk(server.url, post('a'))).end).toBe('open');
    expect((await talk(server.url, post('b'))).end).toBe('reset');
    expect((await talk(server.url, GET)).text).toContain('{"value":2}');
  });

  test('refuses every second write and does not count it', async () => {
    const server = await started(odd.refusesEverySecondWrite());
    const { text } = await talk(server.url, post('a'), post('b'), GET);
    expect(text).toMatch(/ 200 [\s\S]* 429 [\s\S]*"value":1}$/);
  });

  test.each([
    ['at the end of the head', early.answersAtHeadEnd, [post('a', '', 1)]],
    ['at the first byte', early.answersAtFirstByte, ['P']],
  ])('answers %s, before the request is whole', async (_name, start, pieces) => {
    const server = await started(start());
    expect((await talk(server.url, ...pieces)).text).toContain(' 200 ');
    expect(server.attempts.size).toBe(0);
  });

  test('sends gzip that is cut off, and gzip that is a bomb', async () => {
    const [cut, bomb] = [await started(odd.truncatedGzip()), await started(odd.gzipBomb(2 ** 22))];
    const bodyOf = async ({ url }: TestServer): Promise<Buffer> => {
      const { text } = await talk(url, post('a'));
      return Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1');
    };
    const [cutBody, bombBody] = [await bodyOf(cut), await bodyOf(bomb)];
    expect(() => gunzipSync(cutBody)).toThrow('unexpected end of file');
    expect(bombBody.length).toBeLessThan(100_000);
    expect(gunzipSync(bombBody).length).toBe(2 ** 22);
  });

  test.each(Object.entries(odd.ODD_BODIES))('answers with a body that is %s', async (_name, body) => {
    const server = await started(odd.answersAlways({ body }));
    const { text } = await talk(server.url, GET);
    expect(text.endsWith(`\r\n\r\n${Buffer.from(body as string).toString('latin1')}`)).toBe(true);
  });
});

describe('The counter', () => {
  test('returns the new value, loses and doubles on demand', async () => {
    const server = await started(counter({ initial: 5, lose: [2], double: [3] }));
    const { text } = await talk(server.url, post('a'), post('b'), post('c'), GET);
    expect(text.match(/\d+(?=})/g)).toEqual(['6', '6', '8', '8']);
    expect(server.value()).toBe(8);
  });

  test('speaks TLS with a certificate for 127.0.0.1', async () => {
    const server = await started(counter({ tls: true }));
    expect(server.url).toMatch(/^https:/);
    expect((await talk(server.url, post('a'))).text).toContain('{"value":1}');
  });

  test('listens on a unix socket', async () => {
    const place = await socketPath();
    const server = await started(counter({ path: place.path }));
    const socket = connect(place.path);
    socket.write(post('a'));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('{"value":1}');
    socket.destroy();
    await server.close();
    await place.remove();
  });

  test('is reached through a proxy, by CONNECT and by a whole URL', async () => {
    const [target, between] = [await started(counter()), await started(proxy())];
    const { host } = new URL(target.url);
    const tunnelled = await talk(between.url, `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(tunnelled.text).toContain(' 200 ');
    const forwarded = await talk(between.url, post('a').replace('/counter', `${target.url}/counter`));
    expect(forwarded.text).toContain('{"value":1}');
    expect(target.attempts.get('a')).toBe(1);
    expect(between.asked.map(({ line }) => line)).toEqual([`CONNECT ${host}`, `POST ${target.url}/counter`]);
  });
});
