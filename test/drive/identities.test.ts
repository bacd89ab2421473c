import { describe, expect, it } from 'vitest';
import { clientsOf } from '../../src/check/order/clients.ts';
import { isSetup } from '../../src/history/history.ts';
import { answer, answerValue } from '../support/answers.ts';
import { counter } from '../support/counter.ts';
import { isRead, serve } from '../support/serve.ts';
import { drivenScenario } from './history-of.ts';
import { phase, request, scenario, step, write } from './scenarios.ts';

/** Logs in by a cookie, hands a token to each form, and takes a write only with both. */
async function guarded() {
  const came: { who: string; session: string; token: string }[] = [];
  let sessions = 0;
  const server = await serve({
    onRequest: ({ socket, request: { method, target, headers, body } }) => {
      const session = /\bsid=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '';
      const who = headers.get('x-who') ?? '';
      if (target === '/login')
        return answer(socket, { headers: { 'Set-Cookie': `sid=s${++sessions}; Path=/; HttpOnly` } });
      if (target === '/form') return answer(socket, { body: `{"token":"t-${session}"}` });
      if (method === 'GET') return answerValue(socket, came.length);
      if (String(body) !== `t-${session}`) return answer(socket, { status: 403 });
      came.push({ who, session, token: String(body) });
      return answer(socket, { status: 201, headers: { 'Set-Cookie': 'last=write; Path=/' } });
    },
  });
  return { server, came };
}

describe('identities', () => {
  it('write in turn, each with its own cookies, headers, values and session', async () => {
    const { server, came } = await guarded();
    try {
      const post = request(`${server.url}/c`, 'POST', { body: { kind: 'text', text: '{{token}}' } });
      const identities = {
        count: 3,
        headers: [['X-Who', 'person {{identity}}']] as const,
        setup: [step(request(`${server.url}/login`)), step(request(`${server.url}/form`, 'GET'), { token: '$.token' })],
      };
      const phases = [phase('concurrent', { count: 6 }), phase('spaced', { count: 3 })];
      const given = { write: write(post), identities, require: 'read-your-writes', rounds: 2 };
      const { writes, reads } = await drivenScenario(scenario(server.url, phases, given));
      expect(writes.map((one) => one.counts)).toEqual(Array(18).fill('acknowledged'));
      expect(new Set(came.map((one) => one.who))).toEqual(new Set(['person 0', 'person 1', 'person 2']));
      expect(new Set(came.map((one) => one.session)).size).toBe(6);
      expect(new Set(writes.map((one) => `${one.identity} ${one.session}`))).toEqual(
        new Set(['0 id0', '1 id1', '2 id2']),
      );
      const own = reads.filter((one) => one.role === 'during');
      expect(own.map((one) => [one.phase, one.identity, one.session])).toEqual(
        Array(2)
          .fill([
            ['spaced', 0, 'id0'],
            ['spaced', 1, 'id1'],
            ['spaced', 2, 'id2'],
          ])
          .flat(),
      );
    } finally {
      await server.close();
    }
  });

  it('have a header of what their setup takes once it is taken', async () => {
    const { server, came } = await guarded();
    try {
      const identities = {
        count: 2,
        headers: [['X-Who', '{{token}}']] as const,
        setup: [step(request(`${server.url}/login`)), step(request(`${server.url}/form`, 'GET'), { token: '$.token' })],
      };
      const post = request(`${server.url}/c`, 'POST', { body: { kind: 'text', text: '{{token}}' } });
      const { writes } = await drivenScenario(
        scenario(server.url, [phase('spaced', { count: 2 })], { write: write(post), identities }),
      );
      expect(writes.map((one) => one.counts)).toEqual(['acknowledged', 'acknowledged']);
      expect(new Set(came.map((one) => one.who)).size).toBe(2);
    } finally {
      await server.close();
    }
  });

  it('whose setup fails end the round without a write', async () => {
    const { server } = await guarded();
    try {
      const identities = { count: 2, headers: [], setup: [step(request(`${server.url}/nowhere`))] };
      const { writes, marks } = await drivenScenario(scenario(server.url, [phase('spaced')], { identities }));
      expect(writes).toEqual([]);
      expect(marks.filter(isSetup)[0]?.message).toMatch(/^identity 0, setup step 1 \(POST .*\): answered 403$/);
    } finally {
      await server.close();
    }
  });
});

describe('without identities', () => {
  it('all is of one session, by whatever lane it went: that by which it is judged', async () => {
    const server = await counter();
    try {
      const phases = [
        ...[phase('concurrent'), phase('spaced'), phase('lanes'), phase('mixed'), phase('retry', { by: 'proxy' })],
        ...[phase('paced'), phase('replay')],
      ];
      const given = scenario(server.url, phases, { require: 'read-your-writes' });
      const { operations } = await drivenScenario(given);
      expect(new Set(operations.map(({ process }) => process.replace(/\d.*/, '')))).toEqual(
        new Set(['read-total', 'c', 's', 'l', 'm', 'r', 'p']),
      );
      const own = clientsOf(operations, Int32Array.from(operations.keys()));
      expect(new Set(own).size).toBe(1);
      expect(new Set(operations.map(({ session }) => session))).toEqual(new Set(['prober']));
    } finally {
      await server.close();
    }
  });

  it('cookies come from setup alone', async () => {
    const cookies: (string | undefined)[] = [];
    const server = await serve({
      onRequest: ({ socket, request: came }) => {
        if (came.target === '/login') return answer(socket, { headers: { 'Set-Cookie': 'sid=1; Path=/' } });
        cookies.push(came.headers.get('cookie'));
        return isRead(came) ? answerValue(socket, 0) : answer(socket, { headers: { 'Set-Cookie': 'last=w; Path=/' } });
      },
    });
    try {
      const setup = [step(request(`${server.url}/login`))];
      await drivenScenario(scenario(server.url, [phase('spaced'), phase('concurrent')], { setup }));
      expect(new Set(cookies)).toEqual(new Set(['sid=1']));
    } finally {
      await server.close();
    }
  });
});

describe('the steps of a write', () => {
  it('are done just before it, and what they take is its alone', async () => {
    const bodies: string[] = [];
    let n = 5;
    const server = await serve({
      onRequest: ({ socket, request: came }) => {
        if (isRead(came)) return answerValue(socket, n);
        bodies.push(String(came.body));
        n = Number(JSON.parse(String(came.body)).n);
        return answer(socket, {});
      },
    });
    try {
      const put = request(`${server.url}/c`, 'PUT', { body: { kind: 'json', json: { n: '{{n + 1}}' } } });
      const steps = [step(request(`${server.url}/c`, 'GET'), { n: '$.value' })];
      await drivenScenario(scenario(server.url, [phase('spaced', { count: 3 })], { write: write(put, steps) }));
      expect(bodies).toEqual(['{"n":6}', '{"n":7}', '{"n":8}']);
      bodies.length = 0;
      await drivenScenario(scenario(server.url, [phase('concurrent', { count: 4 })], { write: write(put, steps) }));
      // All read before any of them wrote.
      expect(bodies).toEqual(Array(4).fill('{"n":9}'));
    } finally {
      await server.close();
    }
  });

  it('keep their cookies for their write', async () => {
    const { server, came } = await guarded();
    try {
      const steps = [
        step(request(`${server.url}/login`)),
        step(request(`${server.url}/form`, 'GET'), { token: '$.token' }),
      ];
      const post = write(request(`${server.url}/c`, 'POST', { body: { kind: 'text', text: '{{token}}' } }), steps);
      const { writes } = await drivenScenario(scenario(server.url, [phase('concurrent')], { write: post }));
      expect(writes.map((one) => one.counts)).toEqual(Array(4).fill('acknowledged'));
      expect(new Set(came.map((one) => one.session)).size).toBe(4);
    } finally {
      await server.close();
    }
  });

  it('leave it unsent where one of them fails, and say which', async () => {
    const { server } = await guarded();
    try {
      const steps = [step(request(`${server.url}/form`, 'GET'), { token: '$.nothing' })];
      const post = write(request(`${server.url}/c`, 'POST', { body: { kind: 'text', text: '{{token}}' } }), steps);
      const { writes } = await drivenScenario(scenario(server.url, [phase('spaced', { count: 1 })], { write: post }));
      expect(writes).toMatchObject([{ counts: 'notSent', outcome: 'fail', sent: null }]);
      expect(writes[0]?.reason).toMatch(/^step 1 \(GET .*\/form\): nothing to take for token: there is nothing at/);
    } finally {
      await server.close();
    }
  });
});
