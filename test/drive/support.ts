import { judge } from '../../src/drive/answer/outcome.ts';
import { monotonicClock } from '../../src/drive/clock.ts';
import { createTarget, type Target } from '../../src/drive/http/target.ts';
import type { ConnectionPolicy } from '../../src/plan/plan.ts';
import type { Call } from '../../src/plan/render.ts';
import { CONNECTION } from '../../src/scenario/parts/defaults.ts';
import { outcomeOf } from '../../src/scenario/parts/outcome.ts';

export const POLICY: ConnectionPolicy = { ...CONNECTION, connectTimeoutMs: 2_000 };

export const RULE = outcomeOf(null, null);

export const target = (policy: Partial<ConnectionPolicy> = {}, signal = new AbortController().signal): Target =>
  createTarget({ ...POLICY, ...policy }, monotonicClock(), signal);

export const post = (url: string, more: Partial<Call> = {}): Call => ({
  method: 'POST',
  url,
  headers: [],
  body: null,
  timeoutMs: 1_000,
  ...more,
});

/** Sends one write with an attempt id and says what it counts as, and how often the server saw it. */
export async function attempt(
  server: { url: string; attempts: ReadonlyMap<string, number> },
  more: Partial<Call> = {},
  to = target(),
) {
  const id = 'a-1';
  const exchange = await to.send(post(`${server.url}/counter`, { headers: [['Counter-Probe-Attempt', id]], ...more }));
  return { ...judge(exchange, RULE), exchange, seen: server.attempts.get(id) ?? 0 };
}
