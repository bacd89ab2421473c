import { describe, expect, test } from 'vitest';
import type { DesignOptions, RunningDesign } from '../../src/reference/design.ts';
import { memoryCachedRead } from '../../src/reference/memory/memory-cached-read.ts';
import { memoryRateLimited } from '../../src/reference/memory/memory-rate-limited.ts';
import { TenClients, WRITES } from './ten-clients.ts';

/** A clock that moves only when told to. */
function handSetClock() {
  let now = 0;
  return {
    nowMs: () => now,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

async function withClock(
  start: (options: DesignOptions) => Promise<RunningDesign>,
  options: DesignOptions,
  run: (clients: TenClients, clock: ReturnType<typeof handSetClock>) => Promise<void>,
) {
  const clock = handSetClock();
  const running = await start({ ...options, nowMs: clock.nowMs });
  try {
    const clients = await TenClients.open(running.url);
    await run(clients, clock);
    await clients.close();
  } finally {
    await running.close();
  }
}

describe('memory-cached-read', () => {
  test('counts six of ten that come while reads are cached', async () => {
    await withClock(memoryCachedRead.start, { ttlMs: 500 }, async (clients, clock) => {
      for (let i = 0; i < WRITES; i += 1) {
        await clients.increment('k', i);
        clock.pass(50);
      }
      clock.pass(500);
      expect(await clients.read('k')).toBe(6);
    });
  });

  test('counts all ten when each comes after the caches ended', async () => {
    await withClock(memoryCachedRead.start, { ttlMs: 500 }, async (clients, clock) => {
      for (let i = 0; i < WRITES; i += 1) {
        await clients.increment('k', i);
        clock.pass(500);
      }
      expect(await clients.read('k')).toBe(WRITES);
    });
  });

  test('the two locations disagree until their caches end', async () => {
    await withClock(memoryCachedRead.start, { ttlMs: 500 }, async (clients, clock) => {
      for (let i = 0; i < WRITES; i += 1) await clients.increment('k', i);
      expect([await clients.read('k'), await clients.read('k')]).toEqual([5, 6]);
      clock.pass(500);
      expect([await clients.read('k'), await clients.read('k')]).toEqual([6, 6]);
    });
  });
});

describe('memory-rate-limited', () => {
  test('takes one of ten at once and refuses nine', async () => {
    await withClock(memoryRateLimited.start, {}, async (clients) => {
      expect((await clients.burst('k')).toSorted()).toEqual([200, ...Array(9).fill(429)]);
      expect(await clients.read('k')).toBe(1);
    });
  });

  test('counts all ten a second apart', async () => {
    await withClock(memoryRateLimited.start, {}, async (clients, clock) => {
      for (let i = 0; i < WRITES; i += 1) {
        expect(await clients.increment('k', i)).toBe(200);
        clock.pass(1000);
      }
      expect(await clients.read('k')).toBe(WRITES);
    });
  });
});
