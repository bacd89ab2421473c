import { describe, expect, it } from 'vitest';
import { isRelease, isSettle, isStop } from '../../src/history/history.ts';
import { answer, answerValue } from '../support/answers.ts';
import { counter } from '../support/counter.ts';
import { neverAnswersAnything } from '../support/early.ts';
import { closesAfterAnswer } from '../support/idle.ts';
import { isRead, serve } from '../support/serve.ts';
import { driven } from './history-of.ts';

const scenario = (load: string, more = '') => `
write: { request: POST /counter }
read: { total: { request: GET /counter, settle: 100ms } }
expect: { total: { risesBy: acknowledged, perPhase: true } }
load: [${load}]
${more}`;

const BURST = '{ phase: concurrent, count: 10, hold: 20ms }';
const SPACED = '{ phase: spaced, count: 5, every: 1ms }';

describe('a round', () => {
  it('reads the base, sends a burst and a spaced phase, and reads each settled value', async () => {
    const server = await counter({ initial: 3 });
    try {
      const { writes, reads, marks } = await driven(scenario(`${BURST}, ${SPACED}`), server.url);
      expect(writes.map((one) => one.counts)).toEqual(Array(15).fill('acknowledged'));
      expect([...server.attempts.values()]).toEqual(Array(15).fill(1));
      expect([...server.attempts.keys()].sort()).toEqual(writes.map((one) => one.attempt).sort());
      const settled = (phase: string) =>
        reads.filter((one) => one.role === 'settle' && one.phase === phase).at(-1)?.value;
      expect([reads[0]?.value, settled('concurrent'), settled('spaced')]).toEqual(['3', '13', '18']);
      expect(marks.filter(isSettle).map((mark) => mark.moving)).toEqual([false, false]);
      expect(reads.at(-1)).toMatchObject({ role: 'quiet', value: '18' });
    } finally {
      await server.close();
    }
  });

  it('has every write of a burst in flight together, stamped before it could arrive', async () => {
    const server = await counter({ delayMs: 20 });
    try {
      const { writes, marks } = await driven(scenario(BURST), server.url);
      const [release] = marks.filter(isRelease);
      expect(release).toMatchObject({ early: false, queued: 0 });
      const lastSent = Math.max(...writes.map((one) => one.sent ?? Number.POSITIVE_INFINITY));
      const firstAnswer = Math.min(...writes.map((one) => one.firstByte ?? 0));
      expect(lastSent).toBeLessThan(firstAnswer);
      for (const one of writes) expect(one.invoke).toBeLessThanOrEqual(one.sent ?? 0);
      expect(new Set(writes.map((one) => one.process)).size).toBe(10);
    } finally {
      await server.close();
    }
  });

  it('uses a new connection for each write of a spaced phase, or a kept one', async () => {
    const server = await counter();
    try {
      const fresh = await driven(scenario(SPACED), server.url);
      const opened = server.connections();
      expect(opened - fresh.reads.length).toBe(5);
      const kept = await driven(scenario('{ phase: spaced, count: 5, every: 0, connections: 1 }'), server.url);
      expect(server.connections() - opened - kept.reads.length).toBe(1);
      expect(server.value()).toBe(10);
    } finally {
      await server.close();
    }
  });

  it('opens a kept connection anew when the server closed it, and sends nothing twice', async () => {
    const server = await closesAfterAnswer();
    try {
      const { writes } = await driven(scenario('{ phase: spaced, count: 20, every: 1ms, connections: 1 }'), server.url);
      expect(writes).toHaveLength(20);
      for (const one of writes)
        expect(server.attempts.get(one.attempt ?? '') ?? 0).toBe(one.counts === 'notSent' ? 0 : 1);
    } finally {
      await server.close();
    }
  });

  it('sends a large body ahead but for its last byte after one write has shown that the server waits', async () => {
    const server = await counter();
    try {
      const body = `write: { request: POST /counter, body: "${'x'.repeat(5_000)}" }`;
      const yaml = scenario('{ phase: concurrent, count: 3, hold: 20ms }', 'rounds: 2').replace(
        'write: { request: POST /counter }',
        body,
      );
      const { writes, marks } = await driven(yaml, server.url);
      expect(writes).toHaveLength(6);
      expect(writes.every((one) => one.counts === 'acknowledged')).toBe(true);
      expect(server.value()).toBe(6);
      expect(marks.filter(isRelease).map((mark) => mark.early)).toEqual([false, false]);
    } finally {
      await server.close();
    }
  });

  it('keeps reading while the value moves, and says when it never came to rest', async () => {
    let reads = 0;
    const server = await serve({
      onRequest: ({ socket, request }) => (isRead(request) ? answerValue(socket, reads++) : answer(socket, {})),
    });
    try {
      const { marks } = await driven(scenario('{ phase: spaced, count: 1 }'), server.url);
      expect(marks.filter(isSettle)).toMatchObject([{ moving: true }]);
    } finally {
      await server.close();
    }
  });

  it('waits for an increment that shows late', async () => {
    let value = 0;
    const server = await serve({
      onRequest: ({ socket, request }) => {
        if (isRead(request)) return answerValue(socket, value);
        setTimeout(() => value++, 60);
        return answer(socket, {});
      },
    });
    try {
      const { marks, reads } = await driven(scenario('{ phase: spaced, count: 3, every: 1ms }'), server.url);
      expect(marks.filter(isSettle)).toMatchObject([{ moving: false }]);
      expect(reads.filter((one) => one.role === 'settle').at(-1)?.value).toBe('3');
    } finally {
      await server.close();
    }
  });

  it('takes values in setup and fills them in', async () => {
    const paths: string[] = [];
    const server = await serve({
      onRequest: ({ socket, request }) => {
        paths.push(`${request.method} ${request.target}`);
        return request.target === '/new'
          ? answer(socket, { status: 201, headers: { Location: '/c/9' } })
          : answerValue(socket, 0);
      },
    });
    try {
      const yaml = `
setup: [{ request: POST /new, expect: { status: 201 }, take: { where: "header:Location" } }]
write: { request: "POST {{where}}" }
read: { total: { request: "GET {{where}}/n", settle: 20ms } }
load: [{ phase: spaced, count: 1 }]`;
      await driven(yaml, server.url);
      expect([...new Set(paths)]).toEqual(['POST /new', 'GET /c/9/n', 'POST /c/9']);
    } finally {
      await server.close();
    }
  });
});

describe('a value taken by setup', () => {
  it('keeps its type where it fills a whole value of a JSON body', async () => {
    const bodies: string[] = [];
    const server = await serve({
      onRequest: ({ socket, request }) => {
        if (request.method === 'POST') bodies.push(request.body.toString());
        return request.target === '/new' ? answer(socket, { body: '{"id":42,"on":true}' }) : answerValue(socket, 0);
      },
    });
    try {
      const yaml = `
setup: [{ request: GET /new, take: { id: $.id, on: $.on } }]
write: { request: POST /c, json: { id: "{{id}}", on: "{{on}}", text: "c-{{id}}" } }
read: { total: { request: GET /n, settle: 20ms } }
load: [{ phase: spaced, count: 1 }]`;
      await driven(yaml, server.url);
      expect(bodies.map((body) => JSON.parse(body))).toEqual([{ id: 42, on: true, text: 'c-42' }]);
    } finally {
      await server.close();
    }
  });

  it('is not taken when its step was not answered as expected', async () => {
    const server = await serve({ onRequest: ({ socket }) => answer(socket, { status: 200, body: '1' }) });
    try {
      const yaml = `
setup: [{ request: POST /new, expect: { status: 201 } }]
write: { request: POST /c }
read: { total: { request: GET /n, settle: 20ms } }
load: [{ phase: spaced, count: 1 }]`;
      const { writes, marks } = await driven(yaml, server.url);
      expect(writes).toHaveLength(0);
      expect(marks).toMatchObject([{ setupFailed: true, message: expect.stringContaining('answered 200') }]);
    } finally {
      await server.close();
    }
  });
});

describe('a run ends', () => {
  it('without a write when what setup took leads to another host', async () => {
    const server = await serve({
      onRequest: ({ socket }) => answer(socket, { status: 201, headers: { Location: 'http://other.example/c/9' } }),
    });
    try {
      const yaml = `
setup: [{ request: POST /new, take: { where: "header:Location" } }]
write: { request: "POST {{where}}" }
read: { total: { request: GET /n, settle: 20ms } }
load: [{ phase: spaced, count: 1 }]`;
      const { writes, marks } = await driven(yaml, server.url);
      expect(writes).toHaveLength(0);
      expect(marks).toMatchObject([{ setupFailed: true, message: expect.stringContaining('other.example') }]);
    } finally {
      await server.close();
    }
  });

  it('without a write when nothing can be read', async () => {
    const server = await serve({ onRequest: ({ socket }) => answer(socket, { body: 'no number here' }) });
    try {
      const { writes, marks } = await driven(scenario(BURST, 'rounds: 3'), server.url);
      expect(writes).toHaveLength(0);
      expect(marks).toMatchObject([{ stopped: true, why: 'unreadable', message: expect.stringContaining('--take') }]);
    } finally {
      await server.close();
    }
  });

  it('after the first phase that nobody answered', async () => {
    const server = await serve({
      onRequest: ({ socket, request }) => (isRead(request) ? answerValue(socket, 0) : undefined),
    });
    try {
      const { writes, marks } = await driven(scenario(`${BURST}, ${SPACED}`, 'rounds: 3\ntimeout: 100ms'), server.url);
      expect(writes.map((one) => one.counts)).toEqual(Array(10).fill('unknown'));
      expect(marks.filter(isStop)).toMatchObject([{ why: 'unanswered', round: 1 }]);
    } finally {
      await server.close();
    }
  });

  it('at its time limit, with what was done', async () => {
    const server = await neverAnswersAnything();
    try {
      const { marks } = await driven(scenario(BURST), server.url, undefined, 100);
      expect(marks.filter(isStop)).toMatchObject([{ why: 'deadline' }]);
    } finally {
      await server.close();
    }
  });

  it('when it is interrupted, and gives up what is in flight', async () => {
    const server = await serve({
      onRequest: ({ socket, request }) => (isRead(request) ? answerValue(socket, 0) : undefined),
    });
    const abort = new AbortController();
    try {
      const running = driven(scenario(SPACED), server.url, abort.signal);
      while (server.attempts.size === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      abort.abort();
      const { writes, marks } = await running;
      expect(writes).toMatchObject([{ counts: 'unknown' }]);
      expect(marks.filter(isStop)).toMatchObject([{ why: 'interrupted' }]);
    } finally {
      await server.close();
    }
  });
});

describe('a value that is right at once', () => {
  it('is watched for all of the settling time after the last round, and each key once more at the end', async () => {
    let written = 0;
    let late = 0;
    const server = await serve({
      onRequest: ({ socket, request }) => {
        if (isRead(request)) return answerValue(socket, written + late);
        written++;
        setTimeout(() => late++, 150);
        return answer(socket, {});
      },
    });
    try {
      const yaml = scenario('{ phase: spaced, count: 1 }', 'rounds: 2')
        .replaceAll('/counter', '/c/{{round}}')
        .replace('100ms', '300ms');
      const { reads, marks } = await driven(
        yaml
          .replaceAll('GET /c/{{round}}', '"GET /c/{{round}}"')
          .replaceAll('POST /c/{{round}}', '"POST /c/{{round}}"'),
        server.url,
      );
      expect(marks.filter(isSettle).map((mark) => mark.moving)).toEqual([false, false]);
      const last = (round: number) => reads.filter((one) => one.round === round).at(-1);
      expect([last(1), last(2)]).toMatchObject([
        { role: 'quiet', value: '4' },
        { role: 'quiet', value: '4' },
      ]);
    } finally {
      await server.close();
    }
  });
});

describe('an answer that was not hoped for', () => {
  it('is kept at its beginning, escaped and cut', async () => {
    const server = await serve({
      onRequest: ({ socket, request }) =>
        isRead(request)
          ? answerValue(socket, 0)
          : answer(socket, { status: 403, body: `csrf \x1b[31m${'x'.repeat(5_000)}` }),
    });
    try {
      const { writes } = await driven(scenario('{ phase: spaced, count: 1 }'), server.url);
      expect(writes[0]?.excerpt).toMatch(/^csrf \\u\{1b\}\[31mx{900,1000}/);
      expect(writes[0]?.excerpt?.length).toBeLessThanOrEqual(1024);
    } finally {
      await server.close();
    }
  });

  it('names what was asked, and how a list is counted', async () => {
    const server = await serve({ onRequest: ({ socket }) => answer(socket, { body: '{"items":[1,2,3]}' }) });
    try {
      const { reads } = await driven(
        `
write: { request: POST /counter }
read: { total: { request: GET /list, take: $.items, as: count, settle: 20ms } }
load: [{ phase: spaced, count: 1 }]`,
        server.url,
      );
      expect(reads).toMatchObject([{ value: null, reason: 'one list at $.items; its items are at $.items[*]' }]);
    } finally {
      await server.close();
    }
  });
});
