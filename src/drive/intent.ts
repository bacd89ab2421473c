import type { ObjectKind, PhaseKind } from '../history/history.ts';
import type { RequestSpec, WritePlan } from '../plan/plan.ts';
import { type Call, intentKey, type Values, writeValues } from '../plan/render.ts';
import type { Client } from './client.ts';
import { clientOf } from './context.ts';
import type { HangUp } from './http/connection.ts';
import type { Running } from './running.ts';
import { doSteps, tried } from './steps.ts';

export const ATTEMPT_HEADER = 'Counter-Probe-Attempt';

/** What is meant by a write, however often it is sent. */
export interface Intent {
  /** From 0 over the phases of a round. */
  readonly i: number;
  readonly client: Client;
  /** What its steps took, or why there is nothing to send. */
  readonly steps: { readonly taken: Values } | { readonly failed: string };
  attempts: number;
}

/** One attempt of an intent, rendered and numbered; sent at most once. */
export interface PreparedWrite {
  readonly id: number;
  readonly attempt: string;
  readonly lane: string;
  readonly client: Client;
  /** `{{key}}` as the first attempt had it; null where the write is an intent of its own. */
  readonly intent: string | null;
  /** null: nothing can be sent, and `unfit` says why. */
  readonly call: Call | null;
  readonly unfit: string | null;
  readonly hangUp: HangUp | null;
}

/** Takes the next intent of the round, or the one of that number, and does its steps. */
export async function intend(run: Running, i: number = run.round.intents++): Promise<Intent> {
  const { context, round, phase } = run;
  const client = clientOf(round, i);
  const { steps } = writeOf(run);
  if (steps.length === 0) return { i, client, steps: { taken: {} }, attempts: 0 };
  // What a write without an identity is given by its steps, cookies among it, is its alone.
  const own = client.identity === null ? await client.copy() : client;
  const number = { phaseIndex: phase.info.index, i, identity: own.identity };
  const done = await doSteps(context, own, steps, 'step', (taken) =>
    writeValues(context.plan, round.number, { ...round.taken, ...own.taken, ...taken }, number),
  );
  return { i, client: own, steps: done, attempts: 0 };
}

const writeOf = ({ context, phase }: Running): WritePlan => phase.how.write ?? context.plan.write;

export interface AttemptOptions {
  /** Another request than the write's. */
  readonly request?: RequestSpec | null;
  readonly newKey?: boolean;
  readonly hangUp?: HangUp | null;
}

/** Makes the next attempt of an intent. */
export function prepare(run: Running, intent: Intent, lane: string, options: AttemptOptions = {}): PreparedWrite {
  const { context, round, phase, hungUpOn } = run;
  const { plan, recorder } = context;
  const { i, client, steps } = intent;
  const { newKey = false } = options;
  const place = run.prepared++;
  const id = recorder.nextId();
  const attempt = `${plan.header.runId}-${id}`;
  const number = { phaseIndex: phase.info.index, i, attempt: intent.attempts++, newKey, identity: client.identity };
  const taken = { ...round.taken, ...client.taken, ...('taken' in steps ? steps.taken : {}) };
  const made = tried<Call>(() => {
    const call = client.call(options.request ?? writeOf(run).request, writeValues(plan, round.number, taken, number));
    return { ...call, headers: [...call.headers, [ATTEMPT_HEADER, attempt]] };
  });
  const { abort } = phase.how;
  const aborted = abort !== null && hungUpOn.has(place) ? { afterMs: abort.afterMs, atReply: false } : null;
  const unfit = 'failed' in steps ? steps.failed : 'unfit' in made ? made.unfit : null;
  return {
    ...{ id, attempt, lane: client.lane(lane), client, unfit },
    intent: sharesIntent(plan.header.object, phase.info.kind) ? intentKey(plan, round.number, i) : null,
    call: unfit === null && 'made' in made ? made.made : null,
    hangUp: options.hangUp ?? aborted,
  };
}

const sharesIntent = (object: ObjectKind, kind: PhaseKind): boolean =>
  object === 'effect' || kind === 'retry' || kind === 'replay';

/**
 * The intents of a phase shared out among lanes: lane k has every n-th, from k on. So one of n clients has the same lane
 * throughout, whoever is answered first.
 */
export function sharedOut({ round }: Running, count: number, lanes: number): readonly (readonly number[])[] {
  const first = round.intents;
  round.intents += count;
  const numbers = Array.from({ length: count }, (_, n) => first + n);
  return Array.from({ length: lanes }, (_, lane) => numbers.filter((_, n) => n % lanes === lane));
}
