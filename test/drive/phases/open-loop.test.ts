import { describe, expect, it } from 'vitest';
import { answer, answerValue } from '../../support/answers.ts';
import { counter } from '../../support/counter.ts';
import { isRead, serve } from '../../support/serve.ts';
import { drivenScenario } from '../history-of.ts';
import { phase, scenario } from '../scenarios.ts';

/** A server that answers no write before it was told to, and no more than so many are waiting. */
async function answersAfter(writes: number) {
  let value = 0;
  const waiting: (() => void)[] = [];
  const server = await serve({
    onRequest: ({ socket, request }) => {
      if (isRead(request)) return answerValue(socket, value);
      value++;
      waiting.push(() => answer(socket, {}));
      if (waiting.length === writes) for (const go of waiting) go();
      return undefined;
    },
  });
  return server;
}

describe('a paced phase', () => {
  it.each(['constant', 'poisson'] as const)(
    'sends each write at its time, whatever the answers (%s)',
    async (arrivals) => {
      const server = await answersAfter(6);
      try {
        const paced = phase('paced', { count: 6, everyMs: 15, arrivals });
        const { writes } = await drivenScenario(scenario(server.url, [paced]));
        expect(writes.map((one) => one.counts)).toEqual(Array(6).fill('acknowledged'));
        expect(new Set(writes.map((one) => one.process)).size).toBe(6);
        const began = writes.map((one) => one.invoke).sort((a, b) => a - b);
        const last = began.at(-1) ?? 0;
        expect(Math.min(...writes.map((one) => one.complete ?? 0))).toBeGreaterThan(last);
        if (arrivals === 'constant') expect(last - (began[0] ?? 0)).toBeGreaterThanOrEqual(5 * 14e6);
      } finally {
        await server.close();
      }
    },
  );

  it('has gaps of a Poisson process that go by the seed', async () => {
    const server = await counter();
    try {
      const paced = phase('paced', { count: 8, everyMs: 10, arrivals: 'poisson' });
      const { writes } = await drivenScenario(scenario(server.url, [paced]));
      const began = writes.map((one) => one.invoke).sort((a, b) => a - b);
      const gaps = began.slice(1).map((at, i) => at - (began[i] ?? 0));
      expect(Math.max(...gaps)).toBeGreaterThan(2 * Math.min(...gaps));
      expect(server.value()).toBe(8);
    } finally {
      await server.close();
    }
  });
});

describe('lanes', () => {
  it('each send their next write when their last one was answered, in lanes of their own', async () => {
    const server = await counter({ delayMs: 5 });
    try {
      const { writes } = await drivenScenario(scenario(server.url, [phase('lanes', { lanes: 3, each: 4 })]));
      expect(writes).toHaveLength(12);
      const lanes = [...new Set(writes.map((one) => one.process))];
      expect(lanes).toHaveLength(3);
      for (const lane of lanes.map((lane) => writes.filter((one) => one.process === lane))) {
        expect(lane).toHaveLength(4);
        for (const [i, one] of lane.slice(1).entries()) expect(one.invoke).toBeGreaterThan(lane[i]?.complete ?? 0);
      }
      const [first] = writes;
      expect(writes.some((one) => one.process !== first?.process && one.invoke < (first?.complete ?? 0))).toBe(true);
    } finally {
      await server.close();
    }
  });
});

describe('lanes of as many identities', () => {
  it('are one identity each, throughout', async () => {
    const server = await counter({ delayMs: 3 });
    try {
      const identities = { count: 3, headers: [], setup: [] };
      const phases = [phase('lanes', { lanes: 3, each: 3 }), phase('mixed', { count: 6, lanes: 3 })];
      const { writes } = await drivenScenario(scenario(server.url, phases, { identities }));
      expect(new Set(writes.map((one) => `${one.process} ${one.session}`))).toEqual(
        new Set([0, 1, 2].flatMap((n) => [`l${n}-id${n} id${n}`, `m${n}-id${n} id${n}`])),
      );
      expect(writes).toHaveLength(15);
    } finally {
      await server.close();
    }
  });
});

describe('a mixed phase', () => {
  it('has each lane read after it wrote, while others only read', async () => {
    const server = await counter({ delayMs: 5 });
    try {
      const mixed = phase('mixed', { count: 6, lanes: 2, readers: 2 });
      const { writes, reads } = await drivenScenario(scenario(server.url, [mixed]));
      expect(writes).toHaveLength(6);
      const during = reads.filter((one) => one.role === 'during');
      const of = (lane: string) => during.filter((one) => one.process === lane).length;
      expect(of('m0') + of('m1')).toBe(6);
      expect(of('r0')).toBeGreaterThan(0);
      expect(of('r1')).toBeGreaterThan(0);
      expect(
        during.some((read) =>
          writes.some((one) => read.invoke < (one.complete ?? 0) && one.invoke < (read.complete ?? 0)),
        ),
      ).toBe(true);
      for (const read of during.filter((one) => one.process === 'm0'))
        expect(writes.some((one) => one.process === 'm0' && (one.complete ?? 0) <= read.invoke)).toBe(true);
    } finally {
      await server.close();
    }
  });

  it('has a cookie of the own write with each read, and with no read of who only reads', async () => {
    let written = 0;
    const server = await serve({
      onRequest: ({ socket, request: { method, headers } }) => {
        const place = /place=(\d+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '0';
        if (method === 'GET') return answerValue(socket, Number(place));
        return answer(socket, { headers: { 'Set-Cookie': `place=${++written}; Path=/` } });
      },
    });
    try {
      const identities = { count: 2, headers: [], setup: [] };
      const mixed = phase('mixed', { count: 12, lanes: 4, readers: 2 });
      const { writes, reads } = await drivenScenario(scenario(server.url, [mixed], { identities }));
      const during = reads.filter((one) => one.role === 'during');
      const sessions = new Set(during.map((one) => one.session));
      expect(sessions).toEqual(new Set(['id0', 'id1', 'r0-id0', 'r1-id1']));
      for (const read of during) {
        const own = writes.filter((one) => one.session === read.session && (one.complete ?? 0) <= read.invoke);
        if (read.session.startsWith('r')) expect(read.value).toBe('0');
        // Two lanes share an identity: what either was answered before a read begins goes with it.
        else expect(Number(read.value)).toBeGreaterThanOrEqual(own.length);
      }
    } finally {
      await server.close();
    }
  });

  it('does not hammer a target that answers no reads, though the others write', async () => {
    let writes = 0;
    const server = await serve({
      onRequest: async ({ socket, request: came }) => {
        if (isRead(came)) return writes === 0 ? answerValue(socket, 0) : answer(socket, { status: 503 });
        writes++;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return answer(socket, {});
      },
    });
    try {
      const mixed = phase('mixed', { count: 3, lanes: 1, readers: 2 });
      const { reads } = await drivenScenario(scenario(server.url, [mixed]));
      for (const lane of ['r0', 'r1']) {
        const own = reads.filter((one) => one.process.split('.')[0] === lane);
        const failed = own.slice(0, -1).filter(({ outcome }) => outcome !== 'ok');
        expect(failed.length).toBeGreaterThan(1);
        for (const [i, read] of own.entries()) {
          const next = own[i + 1];
          if (read.outcome === 'ok' || next === undefined) continue;
          expect(next.invoke - (read.ended ?? 0)).toBeGreaterThan(45e6);
        }
      }
    } finally {
      await server.close();
    }
  });
});
