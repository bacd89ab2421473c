import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/drive/answer/outcome.ts';
import type { Cut } from '../../src/drive/http/wire.ts';
import { answer, serveWrites } from '../support/answers.ts';
import { counter } from '../support/counter.ts';
import { answersAtHeadEnd } from '../support/early.ts';
import { post, RULE, target } from './support.ts';

const HOLD_MS = 60;

describe('a held request', () => {
  it.each([
    ['without a body', null],
    ['with a small body', Buffer.from('{"n":1}')],
    ['with a large body', Buffer.alloc(100_000, 'x')],
  ])('%s starts nothing at the server until it is released', async (_what, body) => {
    const server = await counter();
    try {
      const connection = await target().open(post(server.url));
      const held = connection.hold(post(`${server.url}/counter`, { body }), 'headers', new AbortController().signal);
      await held.ready;
      await wait(HOLD_MS);
      expect(held.waiting()).toBe(true);
      expect(server.value()).toBe(0);
      held.nudge();
      held.release();
      const exchange = await held.exchange;
      expect(judge(exchange, RULE).counts).toBe('acknowledged');
      expect(server.value()).toBe(1);
      expect(exchange.sentNs).not.toBeNull();
      expect(exchange.firstByteNs).toBeGreaterThan(exchange.sentNs ?? Number.POSITIVE_INFINITY);
      connection.close();
    } finally {
      await server.close();
    }
  });

  it('shows the head to the server while its last byte waits', async () => {
    let heads = 0;
    const server = await serveWrites({ onHead: () => void heads++, onWrite: ({ socket }) => answer(socket, {}) });
    try {
      const connection = await target().open(post(server.url));
      const held = connection.hold(
        post(server.url, { body: Buffer.from('abc') }),
        'last-byte',
        new AbortController().signal,
      );
      await held.ready;
      await wait(HOLD_MS);
      expect({ heads, waiting: held.waiting() }).toEqual({ heads: 1, waiting: true });
      held.nudge();
      held.release();
      expect((await held.exchange).status).toBe(200);
      connection.close();
    } finally {
      await server.close();
    }
  });

  it('is early when the server answers before its last byte', async () => {
    const server = await answersAtHeadEnd();
    try {
      const connection = await target().open(post(server.url));
      const held = connection.hold(
        post(server.url, { body: Buffer.from('abc') }),
        'last-byte',
        new AbortController().signal,
      );
      await held.exchange;
      expect({ early: held.early(), waiting: held.waiting() }).toEqual({ early: true, waiting: false });
      connection.close();
    } finally {
      await server.close();
    }
  });

  it.each<[Cut, string]>([
    ['headers', 'notSent'],
    ['last-byte', 'unknown'],
  ])('that breaks while it waits, cut at %s, counts as %s', async (cut, counts) => {
    const server = await counter();
    const connection = await target().open(post(server.url));
    const held = connection.hold(post(server.url, { body: Buffer.from('abc') }), cut, new AbortController().signal);
    await held.ready;
    await server.close();
    const exchange = await held.exchange;
    expect(judge(exchange, RULE).counts).toBe(counts);
    expect(held.waiting()).toBe(false);
    connection.close();
  });
});
