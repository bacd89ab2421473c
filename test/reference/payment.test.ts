import { describe, expect, test } from 'vitest';
import { designs } from '../../src/reference/registry.ts';
import { describeEach } from './backends.ts';
import { type Ask, atOnce, designOf, served, statuses, WIDE } from './client.ts';

const payments = designs.filter(({ object }) => object === 'payment');

const pay = (send: Ask, key: string | null, order: unknown = { account: 'a', amount: 5 }) =>
  send('POST /payments', order, key === null ? {} : { 'Idempotency-Key': key });
const paid = async (send: Ask, key: string): Promise<number> => (await send(`GET /payments?key=${key}`)).json.count;

describeEach(payments, (design) => {
  const send = served(design, { windowMs: 0 });

  test('pays, and lists what was paid by key and by account', async () => {
    expect(await send('GET /payments?account=new')).toMatchObject({ status: 200, json: { count: 0, payments: [] } });
    const answer = await pay(send, 'k1', { account: 'new', amount: 7 });
    expect(answer).toMatchObject({ status: 201, json: { id: expect.any(String), account: 'new', amount: 7 } });
    expect((await send('GET /payments?account=new')).json.payments).toEqual([{ ...answer.json, key: 'k1' }]);
    expect(await paid(send, 'k1')).toBe(1);
  });

  test('pays each time where no key is given, and 1 into default where nothing is said', async () => {
    for (let i = 0; i < 2; i += 1) expect((await pay(send, null, null)).status).toBe(201);
    expect((await send('GET /payments?account=default')).json.payments).toMatchObject([{ amount: 1 }, { amount: 1 }]);
  });

  test('gives a key that comes again the first answer', async () => {
    const first = await pay(send, 'again');
    expect(await pay(send, 'again')).toMatchObject({ status: 201, json: first.json });
    expect(await paid(send, 'again')).toBe(1);
  });

  test.each(['{', '[]', '7', '{"amount":0}', '{"amount":"5"}', '{"account":1}', '{"account":"."}'])(
    'answers 400 to %j, and pays nothing',
    async (body) => {
      expect((await pay(send, 'bad', body)).status).toBe(400);
      expect(await paid(send, 'bad')).toBe(0);
    },
  );

  test('answers 404 and 405 on what is not there', async () => {
    expect((await send('GET /payments/1')).status).toBe(404);
    expect(await send('PUT /payments')).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } });
  });

  test('crashes half way when told to: no good answer, and nothing paid', async () => {
    expect((await send('POST /crash')).status).toBe(202);
    expect((await pay(send, 'crashed')).status).toBe(500);
    expect(await paid(send, 'crashed')).toBe(0);
  });
});

describe('retry-key-first', () => {
  const send = served(designOf('retry-key-first'), WIDE);

  test('pays once for five at once, and tells four that it is at work', async () => {
    expect(statuses(await atOnce(5, () => pay(send, 'k')))).toEqual([201, 409, 409, 409, 409]);
    expect(await paid(send, 'k')).toBe(1);
  });

  test('refuses a key that comes with another payment', async () => {
    expect((await pay(send, 'k', { account: 'a', amount: 6 })).status).toBe(422);
    expect((await pay(send, 'k', { account: 'b', amount: 5 })).status).toBe(422);
  });

  test('pays when the key comes again after a crash, and after a year', async () => {
    await send('POST /crash');
    expect((await pay(send, 'c')).status).toBe(500);
    expect((await pay(send, 'c')).status).toBe(201);
    await send('POST /clock', { advanceMs: 365 * 86_400_000 });
    expect((await pay(send, 'c')).status).toBe(201);
    expect([await paid(send, 'c'), (await send('GET /claims')).json.count]).toEqual([1, 0]);
  });
});

describe('retry-key-late', () => {
  const send = served(designOf('retry-key-late'), WIDE);

  test('pays five times for five at once', async () => {
    expect(statuses(await atOnce(5, () => pay(send, 'k')))).toEqual(Array(5).fill(201));
    expect(await paid(send, 'k')).toBe(5);
  });
});

describe('retry-key-forgotten', () => {
  const send = served(designOf('retry-key-forgotten'), { ttlMs: 60_000 });

  test('pays again when the key comes after it was forgotten, and not before', async () => {
    await pay(send, 'k');
    await send('POST /clock', { advanceMs: 30_000 });
    await pay(send, 'k');
    expect(await paid(send, 'k')).toBe(1);
    await send('POST /clock', { advanceMs: 30_000 });
    await pay(send, 'k');
    expect(await paid(send, 'k')).toBe(2);
  });
});

describe('retry-key-claimed', () => {
  const send = served(designOf('retry-key-claimed'));

  test('tells every retry after a crash that it is at work', async () => {
    await send('POST /crash');
    expect((await pay(send, 'k')).status).toBe(500);
    await send('POST /clock', { advanceMs: 365 * 86_400_000 });
    expect((await pay(send, 'k')).status).toBe(409);
    expect([await paid(send, 'k'), (await send('GET /claims')).json.count]).toEqual([0, 1]);
  });
});
