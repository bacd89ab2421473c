import { Server } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { answer, answerValue } from '../../support/answers.ts';
import { isRead, serve } from '../../support/serve.ts';
import { drivenScenario } from '../history-of.ts';
import { phase, request, scenario, step, write } from '../scenarios.ts';

/** Counts what came whole, by its key. */
async function keyed(delayMs = 0) {
  const keys: string[] = [];
  const server = await serve({
    onRequest: async ({ socket, request: came }) => {
      if (isRead(came)) return answerValue(socket, keys.length);
      keys.push(came.headers.get('idempotency-key') ?? '');
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      return answer(socket, { body: '{"ok":true}' });
    },
  });
  return { server, keys };
}

const charge = (url: string, body = 'pay') =>
  write(request(`${url}/c`, 'POST', { headers: [['Idempotency-Key', '{{key}}']], body: { kind: 'text', text: body } }));

describe('a retry', () => {
  it.each(['client', 'proxy'] as const)(
    'loses the reply for certain, and sends the same key again (%s)',
    async (by) => {
      const { server, keys } = await keyed();
      try {
        const retry = phase('retry', { count: 3, times: 2, by });
        const { writes } = await drivenScenario(scenario(server.url, [retry], { write: charge(server.url) }));
        expect(writes).toHaveLength(9);
        expect(writes.map((one) => one.abandoned)).toEqual(Array(3).fill(['reply', 'reply', undefined]).flat());
        expect(writes.map((one) => one.outcome)).toEqual(Array(3).fill(['info', 'info', 'ok']).flat());
        // Each lost attempt was delivered whole before its reply was lost.
        expect(keys).toHaveLength(9);
        expect(new Set(keys).size).toBe(3);
        expect(writes.map((one) => one.intent)).toEqual(keys);
        for (const one of writes) expect(server.attempts.get(one.attempt ?? '')).toBe(1);
      } finally {
        await server.close();
      }
    },
  );

  it.each(['client', 'proxy'] as const)('loses the request before it is there whole (%s)', async (by) => {
    const { server, keys } = await keyed();
    try {
      const retry = phase('retry', { count: 2, lose: 'request', by });
      const { writes } = await drivenScenario(scenario(server.url, [retry], { write: charge(server.url) }));
      expect(writes.map((one) => [one.abandoned, one.outcome, one.counts])).toEqual([
        ['request', 'info', 'unknown'],
        [undefined, 'ok', 'acknowledged'],
        ['request', 'info', 'unknown'],
        [undefined, 'ok', 'acknowledged'],
      ]);
      expect(keys).toHaveLength(2);
    } finally {
      await server.close();
    }
  });

  it('has one proxy at a time, gone when its write is over', async () => {
    const listening = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
    const most: number[] = [];
    const server = await serve({
      onRequest: ({ socket, request: came }) => {
        if (!isRead(came)) most.push(listening());
        return isRead(came) ? answerValue(socket, 0) : answer(socket, {});
      },
    });
    const before = listening();
    try {
      const retry = phase('retry', { count: 4, times: 3, by: 'proxy' });
      await drivenScenario(scenario(server.url, [retry], { write: charge(server.url) }));
      expect(most).toHaveLength(16);
      expect(Math.max(...most)).toBeLessThanOrEqual(before + 1);
    } finally {
      await server.close();
    }
  });

  it('sends nothing where there can be no proxy, and goes on', async () => {
    const { server, keys } = await keyed();
    const listen = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
      queueMicrotask(() => this.emit('error', new Error('listen EMFILE')));
      return this;
    });
    try {
      const retry = phase('retry', { count: 1, by: 'proxy' });
      const { writes } = await drivenScenario(scenario(server.url, [retry], { write: charge(server.url) }));
      expect(writes.map(({ counts }) => counts)).toEqual(['notSent', 'acknowledged']);
      expect(writes[0]?.reason).toContain('EMFILE');
      expect(keys).toHaveLength(1);
    } finally {
      listen.mockRestore();
      await server.close();
    }
  });

  it('gives an answer up that does not come in time', async () => {
    const { server, keys } = await keyed(150);
    try {
      const retry = phase('retry', { giveUpAfterMs: 30 });
      const { writes } = await drivenScenario(scenario(server.url, [retry], { write: charge(server.url) }));
      expect(writes.map((one) => [one.abandoned, one.outcome, one.firstByte === null])).toEqual([
        ['reply', 'info', true],
        [undefined, 'ok', false],
      ]);
      expect(writes[0]?.reason).toBe('we hung up on purpose, 30 ms after it was sent');
      expect(keys).toHaveLength(2);
    } finally {
      await server.close();
    }
  });

  it.each([
    ['reply', 'client'],
    ['reply', 'proxy'],
    ['request', 'client'],
    ['request', 'proxy'],
  ] as const)('waits out the time after which it gives up, though the %s is lost at once (%s)', async (lose, by) => {
    const { server } = await keyed();
    try {
      const retry = phase('retry', { count: 2, times: 2, lose, by, giveUpAfterMs: 120 });
      const { writes } = await drivenScenario(scenario(server.url, [retry], { write: charge(server.url) }));
      const lost = [lose, lose, undefined];
      expect(writes.map((one) => one.abandoned)).toEqual([...lost, ...lost]);
      for (const [i, { sent, invoke, intent }] of writes.entries()) {
        const next = writes[i + 1];
        if (next !== undefined && next.intent === intent) expect(next.invoke - (sent ?? invoke)).toBeGreaterThan(118e6);
      }
    } finally {
      await server.close();
    }
  });

  it('does the steps of the write for each attempt', async () => {
    const seen: string[] = [];
    const server = await serve({
      onRequest: ({ socket, request: { method, target, headers } }) => {
        if (target === '/token') return answer(socket, { body: `{"t":"t${seen.push('token')}"}` });
        if (method === 'GET') return answerValue(socket, 0);
        seen.push(`${headers.get('x-token')} ${headers.get('x-key') === undefined ? '' : 'keyed'}`);
        return answer(socket, {});
      },
    });
    try {
      const headers = [
        ['X-Token', '{{t}}'],
        ['X-Key', '{{key}}'],
      ] as const;
      const steps = [step(request(`${server.url}/token`, 'GET'), { t: '$.t' })];
      const given = { write: write(request(`${server.url}/c`, 'POST', { headers }), steps) };
      const { writes } = await drivenScenario(scenario(server.url, [phase('retry')], given));
      expect(seen).toEqual(['token', 't1 keyed', 'token', 't3 keyed']);
      expect(new Set(writes.map((one) => one.intent)).size).toBe(1);
    } finally {
      await server.close();
    }
  });

  it('may send the same intent under a new key', async () => {
    const { server, keys } = await keyed();
    try {
      const retry = phase('retry', { count: 1, times: 2, key: 'new' });
      const { writes } = await drivenScenario(scenario(server.url, [retry], { write: charge(server.url) }));
      expect(new Set(keys).size).toBe(3);
      expect(new Set(writes.map((one) => one.intent)).size).toBe(1);
    } finally {
      await server.close();
    }
  });

  it('means another thing by a new key, where a thing is done once for each key', async () => {
    const { server, keys } = await keyed();
    try {
      const retry = phase('retry', { count: 1, times: 2, key: 'new' });
      const changes = { write: charge(server.url), object: 'effect' } as const;
      const { writes } = await drivenScenario(scenario(server.url, [retry], changes));
      expect(new Set(keys).size).toBe(3);
      expect(writes.map((one) => one.intent)).toEqual(keys);
    } finally {
      await server.close();
    }
  });
});

describe('a replay', () => {
  it('at once sends one key in one burst', async () => {
    const { server, keys } = await keyed(20);
    try {
      const replay = phase('replay', { when: 'at-once', count: 5 });
      const { writes } = await drivenScenario(
        scenario(server.url, [replay, replay], { write: charge(server.url), object: 'effect' }),
      );
      expect(keys).toHaveLength(10);
      expect(new Set(keys).size).toBe(2);
      const [one] = writes;
      const of = writes.filter(({ intent }) => intent === one?.intent);
      expect(of).toHaveLength(5);
      expect(Math.max(...of.map(({ invoke }) => invoke))).toBeLessThan(
        Math.min(...of.map(({ complete }) => complete ?? 0)),
      );
      expect(new Set(of.map(({ f }) => f))).toEqual(new Set(['effect']));
      expect(new Set(of.map(({ answer: digest }) => digest)).size).toBe(1);
    } finally {
      await server.close();
    }
  });

  it('in flight follows while the first is not answered', async () => {
    const { server, keys } = await keyed(120);
    try {
      const replay = phase('replay', { when: 'in-flight', count: 3, afterMs: 20 });
      const { writes } = await drivenScenario(scenario(server.url, [replay], { write: charge(server.url) }));
      expect(new Set(keys).size).toBe(1);
      const began = writes.map(({ invoke }) => invoke).sort((a, b) => a - b);
      expect((began[1] ?? 0) - (began[0] ?? 0)).toBeGreaterThan(15e6);
      expect(began[2]).toBeLessThan(Math.min(...writes.map(({ complete }) => complete ?? 0)));
    } finally {
      await server.close();
    }
  });

  it.each(['after-success', 'after-failure'] as const)('%s follows when the one before was answered', async (when) => {
    const { server, keys } = await keyed(5);
    try {
      const replay = phase('replay', { when, count: 3 });
      const { writes } = await drivenScenario(scenario(server.url, [replay], { write: charge(server.url) }));
      expect(new Set(keys).size).toBe(1);
      for (const [i, one] of writes.slice(1).entries()) expect(one.invoke).toBeGreaterThan(writes[i]?.complete ?? 0);
    } finally {
      await server.close();
    }
  });

  it.each(['other-body', 'other-path'] as const)('may send something else under the same key (%s)', async (when) => {
    const came: string[] = [];
    const server = await serve({
      onRequest: ({ socket, request: { method, target, headers, body } }) => {
        if (method === 'GET') return answerValue(socket, came.length);
        came.push(`${target} ${body} ${headers.get('idempotency-key')}`);
        return answer(socket, { status: came.length > 1 ? 422 : 201 });
      },
    });
    try {
      const other = { ...charge(server.url, 'other').request, url: `${server.url}/other` };
      const replay = phase('replay', { when, count: 2, other });
      const { writes } = await drivenScenario(scenario(server.url, [replay], { write: charge(server.url) }));
      const [key] = writes.map((one) => one.intent);
      expect(came).toEqual([`/c pay ${key}`, `/other other ${key}`]);
      expect(writes.map((one) => one.counts)).toEqual(['acknowledged', 'rejected']);
    } finally {
      await server.close();
    }
  });
});
