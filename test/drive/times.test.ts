import { describe, expect, it } from 'vitest';
import { pause } from '../../src/drive/clock.ts';
import { limitTime } from '../../src/drive/http/limit.ts';
import { counter } from '../support/counter.ts';
import { proxy } from '../support/proxy.ts';
import { CERTIFICATE } from '../support/tls.ts';
import { drivenScenario } from './history-of.ts';
import { phase, request, scenario, write } from './scenarios.ts';
import { POLICY, post, target } from './support.ts';

const ENDLESS_MS = 2 ** 40;
const never = new AbortController().signal;
const aWhile = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a time of the user', () => {
  it.each([20_000.5, ENDLESS_MS])('of %d ms may stand wherever one is given', async (ms) => {
    const server = await counter();
    try {
      const phases = [
        phase('spaced', { count: 2, abort: { afterMs: ms, share: 0.5 } }),
        phase('run', { command: 'sleep 0.05', timeoutMs: ms }),
        phase('concurrent', { count: 2 }),
      ];
      const timed = write(request(`${server.url}/c`, 'POST', { timeoutMs: ms }));
      const connection = { ...POLICY, connectTimeoutMs: ms };
      const given = scenario(server.url, phases, { write: timed, connection });
      const { writes, marks } = await drivenScenario(given, never, ms);
      expect(writes.map(({ counts }) => counts)).toEqual(Array(4).fill('acknowledged'));
      expect(marks.filter((mark) => 'ran' in mark)).toMatchObject([{ exitCode: 0 }]);
    } finally {
      await server.close();
    }
  });

  it('may have a fraction where a tunnel is made within it', async () => {
    const [via, server] = await Promise.all([proxy(), counter({ tls: true })]);
    try {
      const to = target({ proxy: via.url, ca: CERTIFICATE, connectTimeoutMs: 2_000.5 });
      expect((await to.send(post(`${server.url}/c`))).status).toBe(200);
    } finally {
      await Promise.all([via.close(), server.close()]);
    }
  });

  it('that no timer can hold ends neither a call nor a pause at once', async () => {
    let ended = '';
    const over = new AbortController();
    const pausing = pause(ENDLESS_MS, over.signal).then(() => {
      ended += 'pause';
    });
    const done = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
    limitTime(done, never, () => {
      ended += 'limit';
    }).within(ENDLESS_MS);
    await aWhile(50);
    expect(ended).toBe('');
    over.abort();
    await pausing;
  });
});
