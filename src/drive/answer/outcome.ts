import type { Counts, Outcome } from '../../history/operation.ts';
import type { OutcomeSpec } from '../../plan/plan.ts';
import { decode } from '../http/body.ts';
import type { Answer, Exchange } from '../http/exchange.ts';
import { type Failure, lostOnPurpose } from '../http/failure.ts';
import { firstOf, hasStatus, holds } from './condition.ts';
import { TOO_LONG } from './pattern.ts';

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

const noValue = unknown(`no value: ${TOO_LONG}`);

/**
 * THE outcome table: what one call proves. In doubt it is unknown, which is always sound. `fail` is given only where
 * no whole request can have arrived, or where the target refused in the words the scenario names.
 */
export function judge(exchange: Exchange, rule: OutcomeRule): Judged {
  const { answer, failure } = exchange;
  if (answer === null) return judgeFailure(exchange, failure ?? { kind: 'broken', message: 'no answer' });
  const { status } = answer;
  const saysYes = rule.acknowledged.filter((one) => hasStatus(one, status));
  if (saysYes.length > 0) {
    const body = decode(answer);
    if ('broken' in body) return unknown(body.broken);
    const yes = firstOf(saysYes, answer);
    if (yes === TOO_LONG) return noValue;
    if (yes !== null) return acknowledged;
  }
  return judgeRefusal(exchange, answer, rule) ?? unknown(untold(status, saysYes.length > 0));
}

/** A refusal in the words that the scenario names; null where there is none. */
function judgeRefusal({ followed }: Exchange, answer: Answer, rule: OutcomeRule): Judged | null {
  const saysNo = firstOf(rule.rejected, answer);
  if (saysNo === TOO_LONG) return noValue;
  if (saysNo === null) return null;
  // A refusal of what a redirect led to says nothing about the write before it.
  if (followed) return unknown(`answered ${answer.status} after a redirect`);
  return rejected(
    saysNo.where === null ? `refused with ${answer.status}` : `refused in an answer with ${answer.status}`,
  );
}

function untold(status: number, lookedInto: boolean): string {
  if (lookedInto) return `answered ${status}, with neither the yes nor the no that the scenario looks for`;
  if (status >= 300 && status < 400) return `answered ${status}, a redirect that was not followed (-L follows it)`;
  return `answered ${status}, which does not tell whether it took effect`;
}

/** Every outcome beside yes and no that the scenario names and that an answer has. */
export function labelsOf({ answer }: Exchange, { named }: OutcomeSpec): readonly string[] {
  if (answer === null || named.length === 0) return [];
  return named.filter(({ any }) => any.some((one) => holds(one, answer) === true)).map(({ name }) => name);
}

/** A call that never became an answer: not sent where no server can have started on it, else unknown. */
const judgeFailure = ({ begun, status }: Exchange, failure: Failure): Judged =>
  begun || status !== null || lostOnPurpose(failure) !== null ? unknown(failure.message) : notSent(failure.message);
