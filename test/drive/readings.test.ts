import { describe, expect, it } from 'vitest';
import { isSettle, isUnharmed } from '../../src/history/history.ts';
import { answer, answerValue } from '../support/answers.ts';
import { counter } from '../support/counter.ts';
import { isRead, serve } from '../support/serve.ts';
import { drivenScenario } from './history-of.ts';
import { phase, reading, request, scenario } from './scenarios.ts';

describe('several readings', () => {
  it('are read side by side, each by its own way', async () => {
    const items: { who: string }[] = [];
    const server = await serve({
      onRequest: ({ socket, request: { method, target } }) => {
        if (method !== 'GET') {
          items.push({ who: `p${items.length % 2}` });
          return answer(socket, {});
        }
        if (target === '/n' && items.length === 0) return answer(socket, { status: 404 });
        return target === '/n'
          ? answerValue(socket, items.length)
          : answer(socket, { body: JSON.stringify({ items }) });
      },
    });
    try {
      const take = (query: string) => ({ kind: 'jsonpath', query }) as const;
      const list = { take: take('$.items'), as: 'list' } as const;
      const readings = [
        reading(`${server.url}/n`, { name: 'n', absent: '0' }),
        reading(`${server.url}/list`, { name: 'rows', ...list }),
        reading(`${server.url}/list`, { name: 'people', ...list, distinct: take('$.who') }),
        reading(`${server.url}/list`, { name: 'nodes', take: take('$.items[*]'), as: 'count', times: 2 }),
      ];
      const { reads } = await drivenScenario(
        scenario(server.url, [phase('spaced', { count: 3 })], { readings, expect: { readings: [], unique: false } }),
      );
      const of = (name: string, role: string) =>
        reads.filter((one) => one.reading === name && one.role === role).map((one) => one.value);
      expect(readings.map(({ name }) => of(name, 'before'))).toEqual([['0'], ['0'], ['0'], ['0', '0']]);
      expect(readings.map(({ name }) => of(name, 'settle').at(-1))).toEqual(['3', '3', '2', '3']);
    } finally {
      await server.close();
    }
  });
});

describe('a reading made several times', () => {
  it('is made on a new connection each time', async () => {
    const connections: number[] = [];
    let value = 0;
    const server = await serve({
      onRequest: ({ socket, request: came, connection }) => {
        if (!isRead(came)) return answerValue(socket, ++value);
        connections.push(connection);
        return answerValue(socket, value);
      },
    });
    try {
      const readings = [reading(`${server.url}/c`, { times: 3 })];
      const { reads } = await drivenScenario(scenario(server.url, [phase('spaced', { count: 2 })], { readings }));
      expect(new Set(connections).size).toBe(reads.length);
    } finally {
      await server.close();
    }
  });
});

describe('a reading that counts itself', () => {
  it('stands still when it rises by its own readings alone', async () => {
    let value = 0;
    const server = await serve({
      onRequest: ({ socket, request: came }) => {
        value++;
        return isRead(came) ? answerValue(socket, value) : answer(socket, {});
      },
    });
    try {
      const readings = [reading(`${server.url}/c`, { info: { adds: '1' } })];
      const { marks, reads, writes } = await drivenScenario(
        scenario(server.url, [phase('spaced'), phase('concurrent')], { readings }),
      );
      expect(marks.filter(isSettle).map(({ moving }) => moving)).toEqual([false, false]);
      expect(Number(reads.at(-1)?.value)).toBe(reads.length + writes.length);
    } finally {
      await server.close();
    }
  });
});

describe('a nudge', () => {
  const nudged = async (holdBack: number) => {
    let written = 0;
    let shown = 0;
    const server = await serve({
      onRequest: ({ socket, request: came }) => {
        if (isRead(came)) return answerValue(socket, shown);
        // Each write brings out what was held back of those before.
        shown = ++written - holdBack;
        return answer(socket, {});
      },
    });
    try {
      const readings = [reading(`${server.url}/c`, { info: { nudge: true } })];
      return await drivenScenario(scenario(server.url, [phase('spaced', { count: 3 })], { readings }));
    } finally {
      await server.close();
    }
  };

  it('is one write more, where a value is short', async () => {
    const { writes, reads } = await nudged(1);
    expect(writes.map((one) => one.phase)).toEqual(['spaced', 'spaced', 'spaced', 'nudge']);
    expect(reads.filter((one) => one.phase === 'nudge' && one.role === 'settle').length).toBeGreaterThan(0);
  });

  it('is left out where it is not, and its phase is read all the same', async () => {
    const { writes, reads } = await nudged(0);
    expect(writes).toHaveLength(3);
    expect(reads.filter((one) => one.phase === 'nudge' && one.role === 'settle').length).toBeGreaterThan(0);
  });
});

describe('while writes are in flight', () => {
  it('a reading that is held to bounds then is read', async () => {
    const server = await counter({ delayMs: 60 });
    try {
      const expected = { readings: [], unique: false, during: [{ reading: 'total', atMost: '4' }] };
      const { reads, writes } = await drivenScenario(scenario(server.url, [phase('concurrent')], { expect: expected }));
      const during = reads.filter((one) => one.role === 'during');
      const end = Math.max(...writes.map((one) => one.complete ?? 0));
      expect(during.filter((one) => (one.complete ?? 0) < end).length).toBeGreaterThan(1);
      expect(during.every((one) => one.phaseIndex === 0)).toBe(true);
    } finally {
      await server.close();
    }
  });

  it('another request of the service is watched, and measured before', async () => {
    let harmed = false;
    const server = await serve({
      onRequest: async ({ socket, request: { method, target } }) => {
        if (target === '/page') return answer(socket, { status: harmed ? 500 : 200 });
        if (method === 'GET') return answerValue(socket, 0);
        harmed = true;
        await new Promise((resolve) => setTimeout(resolve, 60));
        return answer(socket, {});
      },
    });
    try {
      const unharmed = { request: request(`${server.url}/page`, 'GET'), everyMs: 10 };
      const { marks } = await drivenScenario(scenario(server.url, [phase('concurrent')], { unharmed }));
      const seen = marks.filter(isUnharmed);
      const before = seen.filter((mark) => mark.phaseIndex === -1);
      expect(before.length).toBeGreaterThanOrEqual(5);
      expect(before.map((mark) => mark.status)).toEqual(before.map(() => 200));
      const later = seen.filter((mark) => mark.phaseIndex === 0);
      expect(later.length).toBeGreaterThan(2);
      expect(later.some((mark) => mark.status === 500)).toBe(true);
    } finally {
      await server.close();
    }
  });
});

describe('a text', () => {
  const readOf = async (body: string, given: Parameters<typeof reading>[1] = {}) => {
    const server = await serve({ onRequest: ({ socket }) => answer(socket, { body }) });
    try {
      const readings = [reading(`${server.url}/n`, given)];
      const { reads } = await drivenScenario(scenario(server.url, [phase('spaced', { count: 1 })], { readings }));
      return reads[0];
    } finally {
      await server.close();
    }
  };

  it('in groups of three is that number, and says how it was read', async () => {
    const take = { kind: 'regex', pattern: '([\\d,.]+) views' } as const;
    expect(await readOf('<p>1,003 views</p>', { take })).toMatchObject({
      ...{ value: '1003', outcome: 'ok', reason: 'read without its separators: 1,003' },
    });
    expect(await readOf('{"value":"1\u202f003"}')).toMatchObject({ value: '1003', outcome: 'ok' });
    expect(await readOf('<p>1.003 views</p>', { take })).toMatchObject({ value: '1.003', reason: null });
    expect(await readOf('<p>1,03 views</p>', { take })).toMatchObject({ value: null, outcome: 'info' });
  });

  it('that is a page of a list tells of the next one', async () => {
    const list = { take: { kind: 'jsonpath', query: '$.items' }, as: 'list' } as const;
    expect(await readOf('{"items":[1,2],"next":"/n?page=2"}', list)).toMatchObject({
      ...{ value: '2', reason: 'there is another page: $.next' },
    });
    expect(await readOf('{"items":[1,2],"meta":{"has_more":true}}', list)).toMatchObject({
      reason: 'there is another page: $.meta.has_more',
    });
    for (const body of ['{"items":[1,2],"next":null}', '{"items":[1,2],"has_more":false}', '{"items":[1,2]}'])
      expect(await readOf(body, list)).toMatchObject({ value: '2', reason: null });
  });
});
