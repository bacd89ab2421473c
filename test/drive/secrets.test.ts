import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { parseSelector } from '../../src/scenario/text/selector.ts';
import { answer, answerValue } from '../support/answers.ts';
import { type Exchange, isRead, serve } from '../support/serve.ts';
import { drivenScenario } from './history-of.ts';
import { phase, reading, request, scenario, step, write } from './scenarios.ts';

const TOKEN = 'tok/9f8e7d6c5b4a';

/** Drives against a server that gives a token at `/login` and answers writes as the test says; what it kept as text. */
async function kept(onWrite: (exchange: Exchange) => unknown, given: (url: string) => Partial<Scenario>) {
  const server = await serve({
    onRequest: (exchange) => {
      const { socket, request: came } = exchange;
      if (came.target === '/login')
        return answer(socket, {
          headers: { 'Set-Cookie': `session=${TOKEN}c` },
          body: JSON.stringify({ token: TOKEN }),
        });
      return isRead(came) ? answerValue(socket, 0) : onWrite(exchange);
    },
  });
  try {
    const phases = [phase('spaced', { count: 3 })];
    const driven = await drivenScenario(scenario(server.url, phases, given(server.url)));
    return { ...driven, text: JSON.stringify(driven) };
  } finally {
    await server.close();
  }
}

const login = (url: string) => [step(request(`${url}/login`), { token: '$.token' })];
const bearing = (url: string, name = 'Authorization', value = 'Bearer {{token}}') =>
  write(request(`${url}/c`, 'POST', { headers: [[name, value]] }));

describe('a credential that becomes known while it runs', () => {
  it.each([
    ['Authorization', 'Bearer {{token}}'],
    ['X-Api-Key', '{{token}}'],
    ['Cookie', 'a=b; sid={{token}}'],
  ])('is in nothing that is kept, where it fills %s', async (name, value) => {
    const { text, writes } = await kept(
      ({ socket, request: came }) =>
        answer(socket, { status: 403, body: `${TOKEN} was in ${came.headers.get(name.toLowerCase())}` }),
      (url) => ({
        setup: login(url),
        write: bearing(url, name, value),
        readings: [reading(`${url}/c?session={{token}}`)],
      }),
    );
    expect(writes.map((one) => one.excerpt?.includes('[secret] was in'))).toEqual([true, true, true]);
    expect(writes[0]?.key).toContain('[secret]');
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(encodeURIComponent(TOKEN));
  });

  it('is in no example of an answer that says yes, and in no name of its keys', async () => {
    let writes = 0;
    const { text, writes: acknowledged } = await kept(
      ({ socket }) => {
        writes += 1;
        answer(socket, { body: JSON.stringify(writes === 1 ? { was: TOKEN } : { [TOKEN]: 1 }) });
      },
      (url) => ({ setup: login(url), write: bearing(url) }),
    );
    expect(acknowledged.map(({ excerpt, shape }) => [excerpt, shape])).toEqual([
      ['{"was":"[secret]"}', undefined],
      ['{"[secret]":1}', '{[secret]}'],
      [null, '{[secret]}'],
    ]);
    expect(text).not.toContain(TOKEN);
  });

  it('is in nothing that is kept, where it is a cookie', async () => {
    const { text, writes } = await kept(
      ({ socket, request: came }) => answer(socket, { status: 403, body: `bad ${came.headers.get('cookie')}` }),
      (url) => ({ setup: login(url) }),
    );
    expect(writes.map((one) => one.excerpt)).toEqual(Array(3).fill('bad session=[secret]'));
    expect(text).not.toContain(TOKEN);
  });

  it('leaves different values different, and the same the same', async () => {
    let number = 0;
    const { writes, text } = await kept(
      ({ socket }) => answer(socket, { body: JSON.stringify({ id: `${TOKEN}-${Math.min(++number, 2)}` }) }),
      (url) => ({ setup: login(url), write: bearing(url), returns: parseSelector('$.id') }),
    );
    const [first, second, third] = writes.map((one) => one.returned);
    expect(first).toContain('[secret]');
    expect(second).not.toBe(first);
    expect(third).toBe(second);
    expect(text).not.toContain(TOKEN);
  });

  it('leaves a counter the one it is, where it is learnt while the counter is counted', async () => {
    const { operations } = await kept(
      ({ socket }) => answer(socket, { headers: { 'Set-Cookie': 'cart=carts-17' } }),
      (url) => ({
        identities: { count: 1, headers: [], setup: [] },
        write: write(request(`${url}/carts-17`)),
        readings: [reading(`${url}/carts-17`)],
      }),
    );
    expect(new Set(operations.map(({ key }) => key)).size).toBe(1);
  });

  it('is not there by half, at the end of a long answer', async () => {
    const { text, writes } = await kept(
      ({ socket }) => answer(socket, { status: 403, body: TOKEN.repeat(1_500) }),
      (url) => ({ setup: login(url), write: bearing(url) }),
    );
    expect(writes[0]?.excerpt).toMatch(/^(\[secret\])+/);
    expect(text).not.toContain(TOKEN.slice(0, 8));
  });

  it('is not there by half, in an answer that is quoted in a reason', async () => {
    const { text, writes } = await kept(
      ({ socket }) => answer(socket, { body: JSON.stringify({ id: [`${'x'.repeat(190)}${TOKEN}`] }) }),
      (url) => ({ setup: login(url), write: bearing(url), returns: parseSelector('$.id') }),
    );
    expect(writes[0]?.reason).toContain('[secret]');
    expect(text).not.toContain(TOKEN.slice(0, 8));
  });
});
