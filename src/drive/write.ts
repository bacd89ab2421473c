import type { ObjectKind } from '../history/history.ts';
import type { OperationKind } from '../history/operation.ts';
import { digest } from './answer/digest.ts';
import { type Judged, judge, labelsOf } from './answer/outcome.ts';
import { take } from './answer/take.ts';
import type { Exchange } from './http/exchange.ts';
import { lostOnPurpose } from './http/failure.ts';
import { unsent } from './http/target.ts';
import type { PreparedWrite } from './intent.ts';
import type { Running } from './running.ts';

const KIND_OF: Readonly<Record<ObjectKind, OperationKind>> = {
  counter: 'increment',
  custom: 'increment',
  quota: 'admit',
  reservation: 'reserve',
  effect: 'effect',
};

/** Records what became of a write and counts it. */
export function recordWrite(run: Running, write: PreparedWrite, invoke: number, exchange: Exchange): Judged {
  const { context, round, phase } = run;
  const { plan, clock, recorder } = context;
  const { judged, returned } = judgeWrite(run, exchange);
  const { client, call } = write;
  if (call !== null && client.identity !== null) client.keep(call, exchange);
  const labels = labelsOf(exchange, plan.outcome);
  const abandoned = exchange.failure && lostOnPurpose(exchange.failure);
  run.tally.count({
    ...{ counts: judged.counts, intent: write.intent, labels, abandoned: abandoned !== null },
    answered: exchange.status !== null || abandoned !== null,
    reason: judged.reason,
  });
  const { header } = plan;
  const complete = clock.now();
  recorder.write({
    ...{ id: write.id, attempt: write.attempt, lane: write.lane, session: client.session(write.lane) },
    ...{ identity: client.identity, f: KIND_OF[header.object], key: round.key, round: round.number },
    ...{ phase: phase.info, invoke, complete, exchange, judged, value: returned, returned, labels },
    ...{ intent: write.intent, abandoned },
    answer: header.expect.sameBody !== undefined || header.object === 'effect' ? digest(exchange.answer) : null,
    cached: call && context.caches.notice(call, exchange.answer, complete),
  });
  context.progress({ kind: 'phase', round: round.number, phase: phase.info, done: ++run.done });
  return judged;
}

/** Records a write that there is nothing to send of. */
export function recordUnfit(run: Running, write: PreparedWrite): Judged {
  const now = run.context.clock.now();
  const failure = { kind: 'invalid', message: write.unfit ?? 'there was nothing to send' } as const;
  return recordWrite(run, write, now, unsent(now, now, failure));
}

/** The outcome, and the value handed out; a promised value that cannot be found leaves the effect unknown. */
function judgeWrite(
  { context: { plan } }: Running,
  exchange: Exchange,
): { readonly judged: Judged; readonly returned: string | null } {
  const judged = judge(exchange, plan.outcome);
  if (judged.outcome !== 'ok' || plan.returns === null || exchange.answer === null) return { judged, returned: null };
  const taken = take(plan.returns, exchange.answer);
  const [node, ...more] = 'found' in taken ? taken.found : [];
  if (node?.scalar && node.text !== '' && more.length === 0) return { judged, returned: node.text };
  const reason =
    'missing' in taken
      ? taken.missing
      : node === undefined || more.length > 0
        ? `${taken.found.length} values where one was promised`
        : `no value where one was promised: ${node.text}`;
  return { judged: { outcome: 'info', counts: 'unknown', reason }, returned: null };
}
