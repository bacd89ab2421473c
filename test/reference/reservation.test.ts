import { describe, expect, test } from 'vitest';
import { designs } from '../../src/reference/registry.ts';
import { describeEach } from './backends.ts';
import { type Ask, atOnce, designOf, served, statuses, WIDE } from './client.ts';

const MINUTE_MS = 60_000;
const shops = designs.filter(({ object }) => object === 'reservation');

const advance = (send: Ask, minutes: number) => send('POST /clock', { advanceMs: minutes * MINUTE_MS });
const buy = (send: Ask, ...items: readonly string[]) => send('POST /checkouts', { items, buyer: 'me' });
const pay = async (send: Ask, session: string) => (await send(`POST /sessions/${session}/pay`)).status;
const stateOf = async (send: Ask, sku: string) => (await send(`GET /items/${sku}`)).json.state;
const told = (send: Ask, type: 'completed' | 'expired', session: string) =>
  send('POST /webhooks/payments', { type: `checkout.session.${type}`, session });

describeEach(shops, (design) => {
  const send = served(design, { windowMs: 0 });

  test('has a thing that nobody holds', async () => {
    expect(await send('PUT /items/new', { stock: 1 })).toMatchObject({ status: 204, json: null });
    expect(await send('GET /items/new')).toMatchObject({
      status: 200,
      json: { sku: 'new', state: 'free', available: 1, freeAt: null },
    });
    expect(await send('GET /orders?sku=new')).toMatchObject({ status: 200, json: { count: 0, orders: [] } });
  });

  test('sells it to one buyer, and tells the next when it may be free', async () => {
    const first = await buy(send, 'one');
    expect(first).toMatchObject({ status: 201, json: { session: expect.any(String), expiresAt: expect.any(String) } });
    expect(await buy(send, 'one')).toMatchObject({ status: 409, json: { freeAt: first.json.expiresAt } });
    expect(await send('GET /items/one')).toMatchObject({ json: { state: 'held', available: 0 } });
    expect((await send('GET /orders?sku=one')).json).toMatchObject({
      count: 1,
      orders: [{ buyer: 'me', state: 'open' }],
    });
  });

  test('takes its payment once, and then it is sold', async () => {
    const { session } = (await buy(send, 'paid')).json;
    expect(await pay(send, session)).toBe(200);
    expect(await stateOf(send, 'paid')).toBe('sold');
    expect(await buy(send, 'paid')).toMatchObject({ status: 409, json: { freeAt: null } });
  });

  test('is free at once when its payment page expired', async () => {
    const { session } = (await buy(send, 'left')).json;
    expect(await told(send, 'expired', session)).toMatchObject({ status: 200, json: { state: 'expired' } });
    expect(await stateOf(send, 'left')).toBe('free');
    expect(await pay(send, session)).toBe(409);
  });

  test('is put on sale anew', async () => {
    await pay(send, (await buy(send, 'anew')).json.session);
    await send('PUT /items/anew');
    expect((await buy(send, 'anew')).status).toBe(201);
  });

  test('answers 200 to events and 404 to payments of pages that it does not know', async () => {
    expect(await told(send, 'expired', 'cs_unknown')).toMatchObject({ status: 200, json: { state: null } });
    expect(await pay(send, 'cs_unknown')).toBe(404);
  });

  test.each(['', '[]', '{}', '{"items":[]}', '{"items":[1]}', '{"items":["."]}', '{"items":["a"],"buyer":1}'])(
    'answers 400 to the order %j',
    async (body) => {
      expect((await send('POST /checkouts', body)).status).toBe(400);
    },
  );

  test('answers 400, 404 and 405 on what is badly asked for', async () => {
    expect((await send('POST /webhooks/payments', { type: 'other', session: 'x' })).status).toBe(400);
    expect((await send('GET /items')).status).toBe(400);
    expect((await send('GET /orders')).status).toBe(400);
    expect((await send('GET /nowhere')).status).toBe(404);
    expect(await send('GET /checkouts')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

describeEach(
  shops.filter(({ right }) => right),
  (design) => {
    const send = served(design);

    test('grants one of five at once, in ten of ten rounds', async () => {
      for (let round = 0; round < 10; round += 1) {
        expect(statuses(await atOnce(5, () => buy(send, `r${round}`)))).toEqual([201, 409, 409, 409, 409]);
      }
    });

    test('holds all of an order or nothing of it', async () => {
      await buy(send, 'all-b');
      expect((await buy(send, 'all-a', 'all-b')).status).toBe(409);
      expect(await stateOf(send, 'all-a')).toBe('free');
      expect((await buy(send, 'all-a', 'all-c')).status).toBe(201);
      expect(await send('GET /items?sku=all-a&sku=all-b&sku=all-c')).toMatchObject({ json: { available: 0 } });
    });

    test('lets a hold end by its time, and closes the first payment page before it opens the second', async () => {
      const first = (await buy(send, 'lease')).json.session;
      await advance(send, 6);
      expect((await buy(send, 'lease')).status).toBe(409);
      await advance(send, 2);
      const second = (await buy(send, 'lease')).json.session;
      expect(await pay(send, first)).toBe(409);
      expect(await pay(send, second)).toBe(200);
    });

    test('refuses the second order as sold when the first turns out to be paid for', async () => {
      const { session } = (await buy(send, 'late')).json;
      await advance(send, 8);
      expect(await pay(send, session)).toBe(200);
      expect(await buy(send, 'late')).toMatchObject({ status: 409, json: { freeAt: null } });
    });

    test('keeps a thing sold for a day in the lock, and after it by the mark', async () => {
      await pay(send, (await buy(send, 'sold')).json.session);
      await advance(send, 23 * 60);
      expect((await buy(send, 'sold')).status).toBe(409);
      await advance(send, 2 * 60);
      expect((await buy(send, 'sold')).status).toBe(409);
      expect(await stateOf(send, 'sold')).toBe('sold');
    });

    test('takes an event that comes twice as one', async () => {
      const { session } = (await buy(send, 'twice')).json;
      await told(send, 'expired', session);
      expect((await buy(send, 'twice')).status).toBe(201);
      await told(send, 'expired', session);
      expect(await stateOf(send, 'twice')).toBe('held');
      const other = (await buy(send, 'twice-paid')).json.session;
      for (let i = 0; i < 2; i += 1) expect((await told(send, 'completed', other)).json.state).toBe('complete');
      expect((await send('GET /orders?sku=twice-paid')).json.count).toBe(1);
    });

    test('sells on while the lock is away, and logs it', async () => {
      await send('PUT /lock', { down: true });
      expect((await buy(send, 'open')).status).toBe(201);
      expect((await send('GET /log')).json.lines).toContainEqual(expect.stringMatching(/without the lock/));
      await send('PUT /lock', { down: false });
      expect((await send('PUT /lock', { down: 1 })).status).toBe(400);
    });

    test('cannot be paid for when the page itself has ended', async () => {
      const { session } = (await buy(send, 'page')).json;
      await advance(send, 31);
      expect(await pay(send, session)).toBe(409);
    });
  },
);

describe('stock-kv', () => {
  const send = served(designOf('stock-kv'), WIDE);

  test('sells one thing to five buyers who come together', async () => {
    expect(statuses(await atOnce(5, () => buy(send, 'painting')))).toEqual(Array(5).fill(201));
    expect((await send('GET /orders?sku=painting')).json.count).toBe(5);
  });
});

describe('stock-partial', () => {
  const send = served(designOf('stock-partial'));

  test('holds the first thing of an order that it refuses', async () => {
    await buy(send, 'painting');
    expect((await buy(send, 'frame', 'painting')).status).toBe(409);
    expect(await stateOf(send, 'frame')).toBe('held');
  });
});

describe('stock-lock-page-open', () => {
  const send = served(designOf('stock-lock-page-open'));

  test('takes two payments for one thing', async () => {
    const first = (await buy(send, 'painting')).json.session;
    await advance(send, 8);
    const second = (await buy(send, 'painting')).json.session;
    expect([await pay(send, second), await pay(send, first)]).toEqual([200, 200]);
  });
});
