import { describe, expect, test } from 'vitest';
import { designs } from '../../src/reference/registry.ts';
import { describeEach } from './backends.ts';
import { ask, atOnce, designOf, served, statuses, WIDE } from './client.ts';

const DAY_MS = 86_400_000;
const PLAIN = { windowMs: 0, ttlMs: 0 };
const quotas = designs.filter(({ object }) => object === 'quota');

describeEach(quotas, (design) => {
  const send = served(design, PLAIN);

  test('reads 0 for a visitor who never came', async () => {
    expect(await send('GET /quotas/nobody')).toMatchObject({ status: 200, json: { used: 0, limit: 5 } });
  });

  test('lets one through, counts and tells', async () => {
    expect(await send('PUT /quotas/a', { used: 3 })).toMatchObject({ status: 204, json: null });
    expect(await send('POST /quotas/a/downloads')).toMatchObject({ status: 200, json: { used: 4, limit: 5 } });
    expect(await send('GET /quotas/a')).toMatchObject({ json: { used: 4, limit: 5 } });
  });

  test('refuses with 429 and says what is used', async () => {
    await send('PUT /quotas/full', { used: 6 });
    expect(await send('POST /quotas/full/downloads')).toMatchObject({
      status: 429,
      json: { limit: 5, used: expect.any(Number), error: expect.any(String) },
    });
  });

  test('takes the visitor me for the first address of X-Forwarded-For', async () => {
    await send('PUT /quotas/10.1.2.3', { used: 0 });
    await send('POST /quotas/me/downloads', null, { 'X-Forwarded-For': '10.1.2.3, 10.9.9.9' });
    expect(await send('GET /quotas/10.1.2.3')).toMatchObject({ json: { used: 1 } });
  });

  test.each(['', '{', '{"used":-1}', '{"used":"1"}', '[]'])('answers 400 when set to %j', async (body) => {
    expect((await send('PUT /quotas/bad', body)).status).toBe(400);
  });

  test('answers 404 and 405 on what is not there', async () => {
    for (const path of ['/', '/quotas', '/quotas/a/b', '/counter'])
      expect((await send(`GET ${path}`)).status).toBe(404);
    expect(await send('GET /quotas/a/downloads')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect(await send('DELETE /quotas/a')).toMatchObject({ status: 405, headers: { allow: 'GET, PUT' } });
  });

  test('has a clock that goes ahead when told to, and never back', async () => {
    const before = (await send('GET /clock')).json.nowMs;
    expect((await send('POST /clock', { advanceMs: 1000 })).json.nowMs).toBeGreaterThanOrEqual(before + 1000);
    for (const body of [{ advanceMs: -1 }, { advanceMs: '1' }, {}]) {
      expect((await send('POST /clock', body)).status).toBe(400);
    }
  });
});

describeEach(
  quotas.filter(({ right }) => right),
  (design) => {
    const send = served(design);
    const twelve = (visitor: string) => atOnce(12, () => send(`POST /quotas/${visitor}/downloads`));

    test('lets five of twelve at once through, and counts no refused one', async () => {
      for (let round = 0; round < 10; round += 1) {
        expect(statuses(await twelve(`r${round}`))).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
        expect((await send(`GET /quotas/r${round}`)).json.used).toBe(5);
      }
    });

    test('starts anew when the day turns', async () => {
      await twelve('day');
      await send('POST /clock', { advanceMs: DAY_MS });
      expect((await send('GET /quotas/day')).json.used).toBe(0);
      expect(statuses(await twelve('day'))).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
    });
  },
);

async function answers(id: string, count: number, way: 'together' | 'in turn'): Promise<readonly [number, number]> {
  const running = await designOf(id).start(way === 'together' ? WIDE : { windowMs: 0, ttlMs: 60_000 });
  const { url } = running;
  const all = way === 'together' ? await atOnce(count, () => ask(url, 'POST /quotas/v/downloads')) : [];
  for (let i = all.length; i < count; i += 1) all.push(await ask(url, 'POST /quotas/v/downloads'));
  const { used } = (await ask(url, 'GET /quotas/v')).json;
  await running.close();
  return [all.filter(({ status }) => status === 200).length, used];
}

describe('what is wrong with', () => {
  test('quota-kv: all of twelve at once pass and count as one; six in turn count as four', async () => {
    expect(await answers('quota-kv', 12, 'together')).toEqual([12, 1]);
    expect(await answers('quota-kv', 6, 'in turn')).toEqual([6, 4]);
  });

  test('quota-incr-check: five pass and all twelve are counted', async () => {
    expect(await answers('quota-incr-check', 12, 'together')).toEqual([5, 12]);
  });

  test('quota-off-by-one: six pass, one after another too', async () => {
    expect(await answers('quota-off-by-one', 12, 'together')).toEqual([6, 6]);
    expect(await answers('quota-off-by-one', 12, 'in turn')).toEqual([6, 6]);
  });
});

describe('quota-short-hash', () => {
  const send = served(designOf('quota-short-hash'));

  test('gives two addresses of a small net one quota', async () => {
    for (let i = 0; i < 5; i += 1) await send('POST /quotas/10.0.0.6/downloads');
    expect((await send('POST /quotas/10.0.0.13/downloads')).status).toBe(429);
    expect((await send('POST /quotas/10.0.0.14/downloads')).status).toBe(200);
  });
});

describe('quota-never-turns', () => {
  const send = served(designOf('quota-never-turns'));

  test('refuses on the second day what was used on the first', async () => {
    await send('PUT /quotas/v', { used: 5 });
    await send('POST /clock', { advanceMs: 2 * DAY_MS });
    expect((await send('POST /quotas/v/downloads')).status).toBe(429);
  });
});
