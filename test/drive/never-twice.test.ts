import { describe, expect, it } from 'vitest';
import * as breaking from '../support/breaking.ts';
import { answersAtHeadEnd, neverAnswers } from '../support/early.ts';
import * as idle from '../support/idle.ts';
import * as interim from '../support/interim.ts';
import * as odd from '../support/odd.ts';
import type { TestServer } from '../support/serve.ts';
import { attempt, post, target } from './support.ts';

type Row = readonly [what: string, start: () => Promise<TestServer>, counts: string, seen: number];

const ROWS: readonly Row[] = [
  ['closes when a connection is accepted', () => breaking.endsOnAccept('close'), 'unsure', 0],
  ['resets when a connection is accepted', () => breaking.endsOnAccept('reset'), 'unsure', 0],
  ['closes at the first byte', () => breaking.endsAtFirstByte('close'), 'unknown', 0],
  ['resets at the first byte', () => breaking.endsAtFirstByte('reset'), 'unknown', 0],
  ['resets after the write', () => breaking.endsAfterWrite('reset'), 'unknown', 1],
  ['closes after the write', () => breaking.endsAfterWrite('close'), 'unknown', 1],
  ['resets within its answer', () => breaking.endsWithinAnswer('reset'), 'unknown', 1],
  ['closes within its answer', () => breaking.endsWithinAnswer('close'), 'unknown', 1],
  ['closes short of its content length', breaking.closesShortOfLength, 'unknown', 1],
  ['closes without the last chunk', breaking.closesWithoutLastChunk, 'unknown', 1],
  ['never ends its body', breaking.endlessBody, 'unknown', 1],
  ['never answers', neverAnswers, 'unknown', 1],
  ['drips its head for ever', breaking.dripsHead, 'unknown', 1],
  ['speaks no HTTP', odd.speaksNoHttp, 'unknown', 1],
  ['cuts its gzip short', odd.truncatedGzip, 'unknown', 1],
  ['sends a gzip bomb', odd.gzipBomb, 'unknown', 1],
  ['sends huge headers', odd.hugeHeaders, 'unknown', 1],
  ['answers 408', () => odd.answersWrites({ status: 408 }), 'unknown', 1],
  ['answers 425', () => odd.answersWrites({ status: 425 }), 'unknown', 1],
  ['answers 499', () => odd.answersWrites({ status: 499 }), 'unknown', 1],
  ['answers 503', () => odd.answersWrites({ status: 503 }), 'unknown', 1],
  ['answers 429', () => odd.answersWrites({ status: 429 }), 'rejected', 1],
  ['redirects to itself', odd.redirectsToItself, 'unknown', 1],
  ['answers 204', () => odd.answersWrites({ status: 204 }), 'acknowledged', 1],
  ['says 100 Continue unasked', interim.continuesUnasked, 'acknowledged', 1],
  ['says 100 Continue in pieces', interim.continuesInPieces, 'acknowledged', 1],
  ['gives early hints', interim.hintsEarly, 'acknowledged', 1],
  ['gives several interim answers', interim.severalInterim, 'acknowledged', 1],
  ['closes after its answer', idle.closesAfterAnswer, 'acknowledged', 1],
  ['half-closes after its answer', idle.halfClosesAfterAnswer, 'acknowledged', 1],
  ['says that it closes', idle.saysClose, 'acknowledged', 1],
  ['answers at the end of the head', answersAtHeadEnd, 'acknowledged', 1],
];

describe('a write is sent once, and counts as what it proves, when the server', () => {
  it.each(ROWS)('%s', async (_what, start, counts, seen) => {
    const server = await start();
    try {
      const result = await attempt(server);
      // The end of a connection may be seen before or after the request is handed over; what counts is which it was.
      const expected = counts === 'unsure' ? (result.exchange.begun ? 'unknown' : 'notSent') : counts;
      expect({ counts: result.counts, seen: result.seen }).toEqual({ counts: expected, seen });
      expect(server.connections()).toBe(1);
      if (counts === 'unknown') expect(result.reason).toBeTruthy();
    } finally {
      await server.close();
    }
  });
});

describe('a write that never left', () => {
  it('is not sent, when the port is closed', async () => {
    const server = await neverAnswers();
    await server.close();
    const result = await attempt(server);
    expect(result).toMatchObject({ counts: 'notSent', outcome: 'fail' });
    expect(result.reason).toContain('ECONNREFUSED');
  });

  it('is not sent, when its kept connection was closed before', async () => {
    const server = await idle.closesIdle(1);
    try {
      const to = target();
      const connection = await to.open(post(server.url));
      await to.sendOn(connection, post(server.url));
      while (connection.usable()) await new Promise((resolve) => setTimeout(resolve, 5));
      const exchange = await to.sendOn(
        connection,
        post(server.url, { headers: [['Counter-Probe-Attempt', 'second']] }),
      );
      expect(exchange.begun).toBe(false);
      expect(exchange.answer).toBeNull();
      expect(server.attempts.get('second')).toBeUndefined();
    } finally {
      await server.close();
    }
  });

  it('is interrupted, when the run ends while it waits', async () => {
    const server = await neverAnswers();
    const abort = new AbortController();
    try {
      const sending = attempt(server, { timeoutMs: 60_000 }, target({}, abort.signal));
      while (server.attempts.size === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      abort.abort();
      expect(await sending).toMatchObject({ counts: 'unknown', seen: 1 });
    } finally {
      await server.close();
    }
  });
});
