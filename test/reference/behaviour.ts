import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Design, RunningDesign } from '../../src/reference/design.ts';
import { TenClients, WRITES } from './ten-clients.ts';

/** Enough for a wrong one; of a right one twice as many are asked, and of Workers KV. */
const FEWER = 10;
const ROUNDS = 20;

const counted = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length;

/** What they read is behind, so that overlap is not needed. */
const LATE: readonly string[] = ['redis-replica-read', 'postgres-replica-read'];

/** What a counter does to ten writes, at once and one after another, by itself: nothing of the tool looks on. */
export function behavesAsTold(design: Design, running: () => RunningDesign): void {
  const rounds = design.right || design.id === 'workers-kv' ? ROUNDS : FEWER;
  const refuses = design.id === 'postgres-serializable-no-retry';
  let clients: TenClients;
  beforeAll(async () => {
    clients = await TenClients.open(running().url);
  });
  afterAll(() => clients.close());

  const kept = design.right ? 'keeps every one it acknowledged' : 'loses some of ten';
  test(`ten at once: ${kept}, in ${rounds} of ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const acknowledged = counted(await clients.burst(`burst-${round}`));
      const value = await clients.read(`burst-${round}`);
      if (design.right) expect(value).toBe(acknowledged);
      // How many depends on how close together they arrive; detects.test.ts holds whole bursts to 1 to 3 kept.
      else expect(value).toBeLessThan(acknowledged);
    }
  });

  if (LATE.includes(design.id)) return; // loses writes one after another too
  if (design.kind === 'model') return; // what it does to writes one after another hangs on the clock: see behaviour.test.ts

  test('ten one after another all count', async () => {
    for (let i = 0; i < WRITES; i += 1) expect(await clients.increment('spaced', i)).toBe(200);
    expect(await clients.read('spaced')).toBe(WRITES);
  });

  test(refuses ? 'refuses some of ten at once, aloud' : 'answers 200 to every write, lost or not', async () => {
    const statuses = await clients.burst('silent');
    if (refuses) expect(new Set(statuses)).toEqual(new Set([200, 409]));
    else expect(statuses).toEqual(Array(WRITES).fill(200));
  });
}
