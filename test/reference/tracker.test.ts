import { describe, expect, test } from 'vitest';
import { designs } from '../../src/reference/registry.ts';
import { describeEach } from './backends.ts';
import { type Ask, atOnce, designOf, served, statuses, WIDE } from './client.ts';

const PERSON = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const BOT = { 'User-Agent': 'Mozilla/5.0 (compatible; ExampleBot/1.0)' };
const trackers = designs.filter(({ object }) => object === 'tracker');

const countOf = async (send: Ask, key: string): Promise<number> => (await send(`GET /stats?key=${key}`)).json.count;

/** A tracker may count after it has answered. */
async function comesTo(send: Ask, key: string, count: number): Promise<void> {
  for (let tries = 0; tries < 2000 && (await countOf(send, key)) !== count; tries += 1);
  expect(await countOf(send, key)).toBe(count);
}

describeEach(trackers, (design) => {
  const send = served(design, { windowMs: 0 });

  test('redirects, and counts the click', async () => {
    expect(await countOf(send, 'clicks:a')).toBe(0);
    expect(await send('GET /go/a', null, PERSON)).toMatchObject({
      status: 302,
      headers: { location: 'http://shop.invalid/a' },
    });
    await comesTo(send, 'clicks:a', 1);
    await comesTo(send, 'hclicks:a', 1);
  });

  test('counts a view by a beacon', async () => {
    expect(await send('GET /hit?p=/page', null, PERSON)).toMatchObject({ status: 200, json: { ok: true } });
    await comesTo(send, 'views:/page', 1);
  });

  test('answers 400, 404 and 405 on what is badly asked for', async () => {
    for (const path of ['/go/%ff', '/hit', '/stats', '/stats?key=']) {
      expect((await send(`GET ${path}`)).status, path).toBe(400);
    }
    for (const path of ['/', '/go', '/go/a/b', '/counter']) expect((await send(`GET ${path}`)).status).toBe(404);
    expect(await send('POST /go/a')).toMatchObject({ status: 405, headers: { allow: 'GET' } });
    for (const body of ['', { writes: -1 }, { writes: '9' }]) {
      expect((await send('PUT /budget', body)).status).toBe(400);
    }
  });
});

describe('tracker-count-first', () => {
  const send = served(designOf('tracker-count-first'), { budget: 4 });

  test('answers the redirect 500 when the writes of its store are used up, and takes bots for people', async () => {
    for (const status of [302, 302, 500]) expect((await send('GET /go/a', null, BOT)).status).toBe(status);
    expect([await countOf(send, 'clicks:a'), await countOf(send, 'hclicks:a')]).toEqual([2, 2]);
    await send('PUT /budget', { writes: 100 });
    expect((await send('GET /go/a')).status).toBe(302);
  });
});

describe('tracker-redirect-first', () => {
  const send = served(designOf('tracker-redirect-first'), { budget: 25 });

  test('counts people and bots apart, whatever comes at once', async () => {
    await atOnce(10, (i) => send('GET /go/b', null, i < 4 ? BOT : PERSON));
    await comesTo(send, 'clicks:b', 10);
    await comesTo(send, 'hclicks:b', 6);
  });

  test('redirects when the writes of its store are used up', async () => {
    await send('PUT /budget', { writes: 0 });
    const before = await countOf(send, 'clicks:b');
    expect(statuses(await atOnce(5, () => send('GET /go/b', null, PERSON)))).toEqual(Array(5).fill(302));
    expect(await countOf(send, 'clicks:b')).toBe(before);
  });
});

describe('tracker-redirect-first-kv', () => {
  const send = served(designOf('tracker-redirect-first-kv'), WIDE);

  test('redirects ten at once and counts one', async () => {
    expect(statuses(await atOnce(10, () => send('GET /go/c', null, PERSON)))).toEqual(Array(10).fill(302));
    await comesTo(send, 'clicks:c', 1);
  });
});
