import { describe, expect, test } from 'vitest';
import type { DesignOptions } from '../../src/reference/design.ts';
import { designs } from '../../src/reference/registry.ts';
import { describeEach } from './backends.ts';
import { type Ask, ask, atOnce, designOf, served, statuses } from './client.ts';

const add = (send: Ask, key = 'k', event?: string) =>
  send(`POST /counters/${key}/increment`, null, event === undefined ? {} : { 'Idempotency-Key': event });
const read = async (send: Ask, key = 'k'): Promise<number> => (await send(`GET /counters/${key}`)).json.value;
const view = async (send: Ask, name: string, key = 'k'): Promise<number> =>
  (await send(`GET /counters/${key}/${name}`)).json.value;

/** Runs a design whose clock moves only when told to. */
async function timed(id: string, options: DesignOptions, story: (send: Ask, pass: (ms: number) => void) => unknown) {
  let now = 0;
  const running = await designOf(id).start({ ...options, nowMs: () => now });
  try {
    await story(
      (asked, body, headers) => ask(running.url, asked, body, headers),
      (ms) => {
        now += ms;
      },
    );
  } finally {
    await running.close();
  }
}

describe('cache-aside', () => {
  test('shows the old number after the second write, until its time is over', () =>
    timed('cache-aside', { ttlMs: 1000 }, async (send, pass) => {
      for (const shown of [1, 1]) {
        await add(send);
        expect(await read(send)).toBe(shown);
      }
      expect(await view(send, 'stored')).toBe(2);
      pass(1000);
      expect(await read(send)).toBe(2);
    }));
});

describe('cache-aside-refill-race', () => {
  test('puts the number from before a write into the cache after it, until its time is over', () =>
    timed('cache-aside-refill-race', { ttlMs: 1000, lagMs: 600_000 }, async (send, pass) => {
      await add(send);
      // The one that came first is held, until two more writes have come.
      const reads = [read(send), read(send)];
      await Promise.race(reads);
      for (const value of [2, 3]) expect((await add(send)).json).toEqual({ value });
      expect(await Promise.all(reads)).toEqual([1, 1]);
      expect(await read(send)).toBe(1);
      pass(1000);
      expect(await read(send)).toBe(3);
    }));
});

describe('cache-aside-lease', () => {
  test('shows every write at once, whatever is lost or slow', () =>
    timed('cache-aside-lease', { ttlMs: 1000, lagMs: 60 }, async (send) => {
      await add(send);
      const slow = read(send);
      await read(send);
      await add(send);
      await slow;
      for (let n = 2; n < 10; n += 1) {
        expect(await read(send)).toBe(n);
        await add(send);
      }
    }));
});

describe('write-through', () => {
  const send = served(designOf('write-through'));

  test('cache and store disagree after the seventh write, until the next', async () => {
    for (let n = 1; n <= 7; n += 1) expect((await add(send)).status).toBe(200);
    expect([await read(send), await view(send, 'stored')]).toEqual([6, 7]);
    await add(send);
    expect([await read(send), await view(send, 'stored')]).toEqual([8, 8]);
  });
});

describe('write-through-both', () => {
  const send = served(designOf('write-through-both'));

  test('refuses the seventh write, and changes neither', async () => {
    for (let n = 1; n <= 6; n += 1) expect((await add(send)).status).toBe(200);
    expect((await add(send)).status).toBe(429);
    expect([await read(send), await view(send, 'stored')]).toEqual([6, 6]);
  });
});

describe('event-refresh', () => {
  const send = served(designOf('event-refresh'));

  test('shows the old number after the second write, until the next', async () => {
    for (const shown of [1, 2, 2, 4]) {
      await add(send);
      expect(await read(send)).toBe(shown);
    }
  });
});

describe('event-refresh-reconciled', () => {
  test('shows the number after the third write within 100 ms', () =>
    timed('event-refresh-reconciled', {}, async (send, pass) => {
      await read(send);
      for (let n = 0; n < 3; n += 1) await add(send);
      expect(await read(send)).toBe(2);
      pass(100);
      expect(await read(send)).toBe(3);
    }));
});

describe('licence-revocation', () => {
  test('is known to the server after 450 ms, and to a client after 2 s', () =>
    timed('licence-revocation', {}, async (send, pass) => {
      const seen = async () => [await read(send), await view(send, 'client')];
      expect(await seen()).toEqual([0, 0]);
      await add(send);
      pass(449);
      expect(await seen()).toEqual([0, 0]);
      pass(1);
      expect(await seen()).toEqual([1, 0]);
      pass(1550);
      expect(await seen()).toEqual([1, 1]);
    }));
});

describe('memory-replica-read', () => {
  test('shows each write after the lag of the replica', () =>
    timed('memory-replica-read', { lagMs: 1000 }, async (send, pass) => {
      await add(send);
      pass(600);
      await add(send);
      expect([await read(send), await view(send, 'stored')]).toEqual([0, 2]);
      pass(400);
      expect(await read(send)).toBe(1);
      pass(600);
      expect(await read(send)).toBe(2);
    }));
});

describe.each([
  ['write-behind', 0],
  ['write-behind-log', 10],
])('%s', (id, kept) => {
  const send = served(designOf(id));

  test(`has ${kept} of ten acknowledged writes when its process was killed`, async () => {
    expect(statuses(await atOnce(10, () => add(send)))).toEqual(Array(10).fill(200));
    const { killed, started } = (await send('POST /crash')).json;
    expect(() => process.kill(killed, 0)).toThrow('ESRCH');
    expect(started).not.toBe(killed);
    expect(await read(send)).toBe(kept);
    await add(send);
    expect(await read(send)).toBe(kept + 1);
  });

  test('keeps what was set before', async () => {
    await send('PUT /counters/set', { value: 41 });
    await send('POST /crash');
    expect(await read(send, 'set')).toBe(41);
  });
});

describe('write-behind', () => {
  const send = served(designOf('write-behind'), { lagMs: 0 });

  test('keeps what was flushed', async () => {
    await add(send);
    for (let tries = 0; tries < 500 && (await view(send, 'stored')) !== 1; tries += 1);
    await send('POST /crash');
    expect(await read(send)).toBe(1);
  });
});

const withEvents = designs.filter(({ id }) => id.startsWith('retry-events-'));
describeEach(withEvents, (design) => {
  const send = served(design);

  test('counts an event once, at once and again, and answers the same', async () => {
    const answers = await atOnce(5, () => add(send, 'k', 'e1'));
    expect(answers.map(({ json }) => json.value)).toEqual(Array(5).fill(1));
    expect((await add(send, 'k', 'e2')).json.value).toBe(2);
    expect((await add(send, 'k', 'e1')).json.value).toBe(1);
    expect(await read(send)).toBe(2);
  });

  test('tells events of two counters apart, and counts those without a key each', async () => {
    await add(send, 'other', 'e1');
    await add(send, 'other');
    await add(send, 'other');
    expect(await read(send, 'other')).toBe(3);
  });
});

describe('retry-blind', () => {
  const send = served(designOf('retry-blind'));

  test('counts an event as often as it comes', async () => {
    await add(send, 'k', 'e1');
    await add(send, 'k', 'e1');
    expect(await read(send)).toBe(2);
  });
});
