import { describe, expect, it } from 'vitest';
import { drive } from '../../../src/drive/drive.ts';
import { type HistoryEntry, isOperation, isSettle } from '../../../src/history/history.ts';
import { compile } from '../../../src/plan/compile.ts';
import { answer, answerValue } from '../../support/answers.ts';
import { isRead, serve } from '../../support/serve.ts';
import { drivenScenario } from '../history-of.ts';
import { phase, reading, scenario } from '../scenarios.ts';

/** What a read is answered, and where it is slow after how many milliseconds. */
type Told = number | 'fails' | { readonly value: number; readonly afterMs: number };

/** Three writes, whose value is read by a script: what each read after them is answered, the last one for ever. */
async function settled(script: readonly Told[], within?: number, settleMs = 80) {
  let writes = 0;
  let reads = 0;
  const server = await serve({
    onRequest: ({ socket, request }) => {
      if (!isRead(request)) {
        writes++;
        return answer(socket, {});
      }
      if (writes < 3) return answerValue(socket, 0);
      const next = script[Math.min(reads++, script.length - 1)];
      if (typeof next === 'object') return void setTimeout(() => answerValue(socket, next.value), next.afterMs);
      return typeof next === 'number' ? answerValue(socket, next) : answer(socket, { status: 503 });
    },
  });
  try {
    const readings = [reading(`${server.url}/c`, { settleMs })];
    const one = { reading: 'total', risesBy: 'acknowledged', perPhase: true } as const;
    const asked = { readings: [within === undefined ? one : { ...one, within }], unique: false };
    const driven = await drivenScenario(
      scenario(server.url, [phase('spaced', { count: 3 })], { readings, expect: asked }),
    );
    const [mark, ...more] = driven.marks.filter(isSettle);
    expect(more).toEqual([]);
    return { mark, reads: driven.reads.filter(({ role }) => role === 'settle') };
  } finally {
    await server.close();
  }
}

describe('a value', () => {
  it('that is early is not believed for the failed reads that follow it', async () => {
    // Time for six reads, on a busy machine too.
    const { mark, reads } = await settled([1, ...Array(4).fill('fails'), 3], undefined, 1000);
    expect(mark?.moving).toBe(false);
    expect(reads.filter(({ value }) => value === null)).toHaveLength(4);
    expect(reads.at(-1)?.value).toBe('3');
  });

  it('that no later read shows again is left moving', async () => {
    const { mark, reads } = await settled([1, 'fails']);
    expect(mark?.moving).toBe(true);
    expect(reads.filter(({ value }) => value !== null)).toHaveLength(1);
  });

  it('that is right is shown again by a read before it is believed', async () => {
    const { mark, reads } = await settled([3, 'fails', 'fails', 3], undefined, 1000);
    expect(mark?.moving).toBe(false);
    expect(reads.at(-1)?.value).toBe('3');
  });

  it('that was read slowly is no moving one: it is read again, however late', async () => {
    const slow = { value: 1, afterMs: 500 };
    expect((await settled([slow, 1], undefined, 40)).mark?.moving).toBe(false);
    const { mark, reads } = await settled([slow], undefined, 40);
    expect(mark?.moving).toBe(false);
    expect(reads.length).toBeGreaterThan(1);
  });

  it('stood once a read that began after its time shows it again, and came to rest when it was first seen', async () => {
    const { mark, reads } = await settled([1]);
    const [first, last] = [reads[0], reads.at(-1)];
    expect((last?.invoke ?? 0) - (first?.complete ?? 0)).toBeGreaterThanOrEqual(80e6);
    expect(mark?.moving).toBe(false);
  });
});

describe('an estimate', () => {
  const noisy = Array.from({ length: 400 }, (_, i) => 1_000 + ((i * 37) % 80) - 40);

  it('stands still where its readings differ by no more than it may be off', async () => {
    const { mark } = await settled(noisy, 0.05);
    expect(mark?.moving).toBe(false);
  });

  it('moves where they differ by more, and where nobody said that it is one', async () => {
    expect((await settled(noisy, 0.01)).mark?.moving).toBe(true);
    expect((await settled(noisy)).mark?.moving).toBe(true);
  });
});

describe('the last look at a value', () => {
  it('is taken again where it fails', async () => {
    let writes = 0;
    let failing = false;
    const server = await serve({
      onRequest: ({ socket, request }) => {
        if (isRead(request) && !failing) return answerValue(socket, writes);
        if (!isRead(request)) writes++;
        const status = failing ? 503 : 200;
        failing = false;
        return answer(socket, { status });
      },
    });
    const quiet: (string | null)[] = [];
    const record = (entry: HistoryEntry) => {
      if (isOperation(entry)) {
        if (entry.role === 'quiet') quiet.push(entry.value);
      } else failing ||= isSettle(entry);
    };
    const signal = new AbortController().signal;
    try {
      const plan = compile(scenario(server.url, [phase('spaced', { count: 3 })]), 7);
      await drive(plan, { record, goOn: () => true, progress: () => {}, signal });
      expect(quiet).toEqual([null, '3']);
    } finally {
      await server.close();
    }
  });
});
