import type { PhasePlan } from '../plan/plan.ts';
import { type Call, render, writeValues } from '../plan/render.ts';
import type { Context, Round, Tally } from './context.ts';
import type { Exchange } from './http/exchange.ts';
import { type Judged, judge } from './outcome.ts';
import { take } from './take.ts';

export const ATTEMPT_HEADER = 'Counter-Probe-Attempt';

/** A write, rendered and numbered; sent at most once. */
export interface PreparedWrite {
  readonly id: number;
  readonly attempt: string;
  readonly lane: string;
  readonly call: Call;
}

export function prepare(context: Context, round: Round, phase: PhasePlan, lane: string): PreparedWrite {
  const { plan, recorder } = context;
  const id = recorder.nextId();
  const attempt = `${plan.header.runId}-${id}`;
  const call = render(
    plan.write.request,
    writeValues(plan, round.number, round.taken, phase.info.index, round.written++),
  );
  return { id, attempt, lane, call: { ...call, headers: [...call.headers, [ATTEMPT_HEADER, attempt]] } };
}

/** Records what became of a write and counts it. */
export function recordWrite(
  context: Context,
  round: Round,
  phase: PhasePlan,
  write: PreparedWrite,
  invoke: number,
  exchange: Exchange,
  tally: Tally,
): void {
  const { judged, returned } = judgeWrite(context, exchange);
  count(tally, judged, exchange);
  context.recorder.write({
    id: write.id,
    attempt: write.attempt,
    lane: write.lane,
    key: round.key,
    round: round.number,
    phase: phase.info,
    invoke,
    complete: context.clock.now(),
    exchange,
    judged,
    value: returned,
    returned,
  });
}

/** The outcome, and the value handed out; a promised value that cannot be found leaves the effect unknown. */
function judgeWrite(
  { plan }: Context,
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
        : `no value where one was promised: ${node.text.slice(0, 200)}`;
  return { judged: { outcome: 'info', counts: 'unknown', reason }, returned: null };
}

function count(tally: Tally, { counts }: Judged, exchange: Exchange): void {
  tally.total++;
  if (exchange.status !== null) tally.answered++;
  if (counts === 'acknowledged') tally.acknowledged++;
  if (counts === 'unknown') tally.unknown++;
}
