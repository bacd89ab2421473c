import { describe, expect, it } from 'vitest';
import { isRelease, isStop } from '../../src/history/history.ts';
import { answer, answerValue } from '../support/answers.ts';
import { counter } from '../support/counter.ts';
import { neverAnswersAnything } from '../support/early.ts';
import { redirectsToItself } from '../support/odd.ts';
import { isRead, serve } from '../support/serve.ts';
import { driven } from './history-of.ts';
import { attempt, post, target } from './support.ts';

const BURST = `
write: { request: POST /c }
read: { total: { request: GET /c, settle: 100ms } }
load: [{ phase: concurrent, count: 4, hold: 60ms }]
rounds: 3`;

describe('a burst', () => {
  it('holds every request until the heads of all have come, and begins with another connection each round', async () => {
    const came: ('head' | 'whole')[] = [];
    const server = await serve({
      onFirstByte: (_socket, byte) => byte === 'P'.charCodeAt(0) && came.push('head'),
      onRequest: ({ socket, request }) => {
        if (isRead(request)) return answerValue(socket, came.filter((one) => one === 'whole').length);
        came.push('whole');
        return answer(socket, {});
      },
    });
    try {
      // The server is in this process: what it sees late on a busy machine was with the kernel in time.
      const { writes, marks } = await driven(BURST.replace('60ms', '400ms'), server.url);
      const round = [...Array(4).fill('head'), ...Array(4).fill('whole')];
      expect(came).toEqual([...round, ...round, ...round]);
      const first = [1, 2, 3].map((round) => {
        const burst = writes.filter((one) => one.round === round);
        return burst.reduce((a, b) => ((b.sent ?? 0) < (a.sent ?? 0) ? b : a)).process;
      });
      expect(new Set(first).size).toBe(3);
      expect(marks.filter(isRelease)).toHaveLength(3);
      expect(server.connections()).toBeGreaterThan(12);
    } finally {
      await server.close();
    }
  });

  it('ends at its time limit a write whose answer began early and never ends', async () => {
    const server = await serve({
      onFirstByte: (socket, byte) => {
        if (byte !== 'G'.charCodeAt(0)) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nok');
      },
      onRequest: ({ socket, request }) => isRead(request) && answerValue(socket, 0),
    });
    const timed = BURST.replace('POST /c', 'POST /c, timeout: 100ms').replace('rounds: 3', '');
    try {
      const { writes, marks } = await driven(timed, server.url, new AbortController().signal, 4_000);
      expect(writes.map((one) => one.reason)).toEqual(Array(4).fill('no complete answer within 100 ms'));
      expect(marks.filter(isStop).map(({ why }) => why)).not.toContain('deadline');
    } finally {
      await server.close();
    }
  });

  it('releases nothing, and says nothing of a release, when it is ended while it holds', async () => {
    const server = await counter();
    const abort = new AbortController();
    try {
      const running = driven(BURST.replace('60ms', '20s'), server.url, abort.signal);
      while (server.connections() < 5) await new Promise((resolve) => setTimeout(resolve, 5));
      setTimeout(() => abort.abort(), 50);
      const { marks, writes } = await running;
      expect(marks.filter(isRelease)).toEqual([]);
      expect(writes.every((one) => one.counts === 'notSent')).toBe(true);
      expect(server.value()).toBe(0);
    } finally {
      await server.close();
    }
  });
});

describe('a reading', () => {
  it('is tried again after one answer without a number, and after a refusal', async () => {
    let reads = 0;
    let value = 0;
    const server = await serve({
      onRequest: ({ socket, request }) => {
        if (!isRead(request)) {
          value++;
          return answer(socket, {});
        }
        reads++;
        if (reads === 3) return answer(socket, { body: '{"value":"busy"}' });
        return reads === 4 ? answer(socket, { status: 429 }) : answerValue(socket, value);
      },
    });
    try {
      const yaml = `
write: { request: POST /c }
read: { total: { request: GET /c, take: $.value, settle: 200ms } }
load: [{ phase: spaced, count: 2, every: 1ms }]`;
      const driving = await driven(yaml, server.url);
      expect(driving.reads.filter((one) => one.role === 'settle').at(-1)?.value).toBe('2');
      expect(driving.reads.some((one) => one.outcome === 'info')).toBe(true);
    } finally {
      await server.close();
    }
  });

  it('that is a secret by chance is still the number that is judged', async () => {
    const server = await counter({ initial: 1000 });
    try {
      const { reads } = await driven(BURST, server.url);
      expect(reads[0]?.value).toBe('1000');
    } finally {
      await server.close();
    }
  });
});

describe('a proxy that never answers', () => {
  it('is given up after the time limit of the call', async () => {
    const silent = await neverAnswersAnything();
    try {
      const exchange = await target({ proxy: silent.url, connectTimeoutMs: 60_000, verifyTls: false }).send(
        post('https://127.0.0.1:1/', { timeoutMs: 100 }),
      );
      expect(exchange).toMatchObject({ begun: false, failure: { kind: 'timeout' } });
    } finally {
      await silent.close();
    }
  });
});

describe('a long value handed out', () => {
  it('stays different from others that begin alike', async () => {
    let n = 0;
    const server = await serve({
      onRequest: ({ socket, request }) =>
        isRead(request)
          ? answerValue(socket, n)
          : answer(socket, { body: JSON.stringify({ token: 'x'.repeat(1_100) + n++ }) }),
    });
    try {
      const { writes } = await driven(`${BURST}\nexpect: { unique: $.token }`, server.url);
      expect(new Set(writes.map((one) => one.returned)).size).toBe(12);
      expect(Math.max(...writes.map((one) => one.returned?.length ?? 0))).toBeLessThan(300);
    } finally {
      await server.close();
    }
  });
});

const CREDENTIALS = [
  ...['Authorization', 'Cookie', 'Proxy-Authorization', 'X-Api-Key', 'Api-Key', 'X-Auth-Token', 'X-Access-Token'],
  ...['Private-Token', 'X-Csrf-Token', 'Ocp-Apim-Subscription-Key', 'X-Client-Secret'],
];

describe('a redirect that was asked for', () => {
  it('to a refusal leaves the write before it unknown', async () => {
    const server = await serve({
      onRequest: ({ socket, request }) =>
        isRead(request)
          ? answer(socket, { status: 404 })
          : answer(socket, { status: 303, headers: { Location: '/gone' } }),
    });
    try {
      const result = await attempt(server, {}, target({ followRedirects: true }));
      expect(result).toMatchObject({ counts: 'unknown', reason: 'answered 404 after a redirect', seen: 1 });
    } finally {
      await server.close();
    }
  });

  it('is not followed in a circle', async () => {
    const server = await redirectsToItself();
    try {
      const result = await attempt(server, {}, target({ followRedirects: true }));
      expect(result).toMatchObject({ counts: 'unknown', reason: 'a redirect that leads in a circle', seen: 1 });
    } finally {
      await server.close();
    }
  });

  it('takes no credentials to another port', async () => {
    const seen: (string | undefined)[] = [];
    const end = await serve({
      onRequest: ({ socket, request }) => {
        seen.push(
          ...CREDENTIALS.map((name) => request.headers.get(name.toLowerCase())),
          request.headers.get('x-plain'),
        );
        return answer(socket, {});
      },
    });
    const start = await serve({
      onRequest: ({ socket }) => answer(socket, { status: 307, headers: { Location: `${end.url}/counter` } }),
    });
    try {
      const headers = [...CREDENTIALS.map((name) => [name, 'Bearer secret'] as const), ['X-Plain', 'kept'] as const];
      await target({ followRedirects: true }).send(post(`${start.url}/counter`, { headers }));
      expect(seen).toEqual([...CREDENTIALS.map(() => undefined), 'kept']);
    } finally {
      await Promise.all([end.close(), start.close()]);
    }
  });
});

describe('a value that an answer promised', () => {
  it.each(['null', '""', '{}'])('and gave as %s leaves the write unknown', async (value) => {
    const server = await serve({
      onRequest: ({ socket, request }) =>
        isRead(request) ? answerValue(socket, 0) : answer(socket, { body: `{"n":${value}}` }),
    });
    try {
      const { writes } = await driven(`${BURST}\nexpect: { unique: $.n }`, server.url);
      expect(new Set(writes.map((one) => one.counts))).toEqual(new Set(['unknown']));
    } finally {
      await server.close();
    }
  });
});

describe('an answer that has no body by HTTP', () => {
  it.each([204, 304])('is whole with its head, whatever length it tells of (%s)', async (status) => {
    const server = await serve({
      onRequest: ({ socket }) => answer(socket, { status, headers: { 'Content-Length': '12' } }),
    });
    try {
      const exchange = await target().send(post(server.url));
      expect(exchange).toMatchObject({ status, failure: null, answer: { status } });
      expect(exchange.answer?.body).toHaveLength(0);
    } finally {
      await server.close();
    }
  });

  it('is cut off all the same where a body belongs to it', async () => {
    const server = await serve({
      onRequest: ({ socket }) => {
        answer(socket, { headers: { 'Content-Length': '12' } });
        socket.end();
      },
    });
    try {
      expect((await target().send(post(server.url))).failure?.kind).toBe('cut-off');
    } finally {
      await server.close();
    }
  });
});
