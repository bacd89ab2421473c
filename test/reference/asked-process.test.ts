import { afterEach, expect, test } from 'vitest';
import { type ChildCounter, startChildCounter } from '../../src/reference/cache/child-counter.ts';

let running: ChildCounter;
afterEach(() => running.close());

test('A question to a process that was just killed is refused, and the next one is asked', async () => {
  running = await startChildCounter(1_000, true);
  const { counter } = running;
  for (let i = 0; i < 5; i += 1) {
    const { started } = await (counter.crash?.() ?? Promise.reject(new Error('cannot be killed')));
    process.kill(started as number, 'SIGKILL');
    const asked = await Promise.allSettled(Array.from({ length: 50 }, () => counter.increment('k', null)));
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.status] : []));
    expect(new Set(refused)).toEqual(new Set([503]));
  }
  await counter.crash?.();
  const before = await counter.read('k');
  expect(await counter.increment('k', null)).toBe(before + 1);
});

test('A program that ends before it is ready is told of with what it said', async () => {
  running = await startChildCounter(0, false);
  const { startAsked } = await import('../../src/reference/guarded/asked-process.ts');
  const nowhere = new URL('./nowhere.js', import.meta.url);
  await expect(startAsked('a program', nowhere, {})).rejects.toThrow(/a program did not start: .*nowhere/s);
});
