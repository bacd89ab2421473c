import { createHash } from 'node:crypto';
import type { Plan, RequestSpec } from '../../plan/plan.ts';
import { render, roundValues, type Values } from '../../plan/render.ts';

const DIGITS = 8;
/** What differs from write to write of one round tells no counters apart. */
const OF_A_WRITE: Values = { i: 0, phase: 0, uuid: '', key: '', identity: 0 };

/**
 * The counter a round is about: where it is read, or else where it is written. A write that is never read and names its
 * counter in a header or in its body, another in each round, adds a digest of them.
 */
export function keyOf(plan: Plan, round: number, taken: Values): string {
  const [reading] = plan.readings;
  if (reading !== undefined) return placeOf(plan, reading.request, round, taken);
  const { request } = plan.write;
  const place = placeOf(plan, { ...request, body: null }, round, taken);
  const named = namedIn(plan, request, round, taken);
  return named === namedIn(plan, request, round + 1, taken) ? place : `${place} ${named}`;
}

function placeOf(plan: Plan, request: RequestSpec, round: number, taken: Values): string {
  try {
    const url = new URL(render(request, { ...OF_A_WRITE, ...roundValues(plan, round, taken) }).url);
    return url.pathname + url.search;
  } catch {
    return 'default';
  }
}

function namedIn(plan: Plan, request: RequestSpec, round: number, taken: Values): string {
  try {
    const { headers, body } = render(request, { ...roundValues(plan, round, taken), ...OF_A_WRITE });
    const hash = createHash('sha256').update(JSON.stringify(headers));
    return hash
      .update(body ?? '')
      .digest('hex')
      .slice(0, DIGITS);
  } catch {
    return '';
  }
}
