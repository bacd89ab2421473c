import type { Counts, Outcome } from '../history/operation.ts';
import type { Condition, OutcomeSpec, StatusSet } from '../plan/plan.ts';
import { decode } from './http/body.ts';
import type { Exchange } from './http/exchange.ts';
import type { Failure } from './http/failure.ts';

/** What became of a call; `reason` is plain text that may still hold secrets and bytes of the target. */
export interface Judged {
  readonly outcome: Outcome;
  readonly counts: Counts;
  readonly reason: string | null;
}

export type OutcomeRule = Pick<OutcomeSpec, 'acknowledged' | 'rejected'>;

const acknowledged: Judged = { outcome: 'ok', counts: 'acknowledged', reason: null };
const rejected = (reason: string): Judged => ({ outcome: 'fail', counts: 'rejected', reason });
const unknown = (reason: string): Judged => ({ outcome: 'info', counts: 'unknown', reason });
const notSent = (reason: string): Judged => ({ outcome: 'fail', counts: 'notSent', reason });

/**
 * THE outcome table: what one call proves. In doubt it is unknown, which is always sound. `fail` is given only where
 * no whole request can have arrived, or where the target refused in the words the scenario names.
 */
export function judge(exchange: Exchange, rule: OutcomeRule): Judged {
  const { answer, failure } = exchange;
  if (answer === null) return judgeFailure(exchange, failure ?? { kind: 'broken', message: 'no answer' });
  const { status } = answer;
  if (holds(rule.acknowledged, status)) {
    const body = decode(answer);
    return 'broken' in body ? unknown(body.broken) : acknowledged;
  }
  // A refusal of what a redirect led to says nothing about the write before it.
  if (exchange.followed && holds(rule.rejected, status)) return unknown(`answered ${status} after a redirect`);
  if (holds(rule.rejected, status)) return rejected(`refused with ${status}`);
  if (status >= 300 && status < 400)
    return unknown(`answered ${status}, a redirect that was not followed (-L follows it)`);
  return unknown(`answered ${status}, which does not tell whether it took effect`);
}

/** A call that never became an answer: not sent where no server can have started on it, else unknown. */
const judgeFailure = ({ begun, status }: Exchange, { message }: Failure): Judged =>
  begun || status !== null ? unknown(message) : notSent(message);

const holds = (any: readonly Condition[], status: number): boolean =>
  any.some((one) => one.status === null || within(one.status, status));

export const within = (set: StatusSet, status: number): boolean =>
  set.some(([low, high]) => status >= low && status <= high);
