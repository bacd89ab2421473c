import type { RequestSpec, WritePlan } from '../plan/plan.ts';
import { type Call, intentKey, keyOfWrite, type Values, type WriteNumber, writeValues } from '../plan/render.ts';
import type { Client } from './client.ts';
import { clientOf } from './context.ts';
import type { HangUp } from './http/connection.ts';
import type { Running } from './running.ts';
import { doSteps, tried } from './steps.ts';

const ATTEMPT_HEADER = 'Counter-Probe-Attempt';

/** What is meant by a write, however often it is sent. */
export interface Intent {
  /** From 0 over the phases of a round. */
  readonly i: number;
  readonly client: Client;
  attempts: number;
}

/** One attempt of an intent, rendered and numbered; sent at most once. */
export interface PreparedWrite {
  readonly id: number;
  readonly attempt: string;
  readonly lane: string;
  readonly client: Client;
  /** `{{key}}` as the first attempt had it, or as it has it itself where each key is an effect; null where the write is an intent of its own. */
  readonly intent: string | null;
  /** null: nothing can be sent, and `unfit` says why. */
  readonly call: Call | null;
  readonly unfit: string | null;
  readonly hangUp: HangUp | null;
}

/** Takes the next intent of the round, or the one of that number. */
export const intend = ({ round }: Running, i: number = round.intents++): Intent => ({
  i,
  client: clientOf(round, i),
  attempts: 0,
});

const writeOf = ({ context, phase }: Running): WritePlan => phase.how.write ?? context.plan.write;

export interface AttemptOptions {
  /** Another request than the write's. */
  readonly request?: RequestSpec | null;
  readonly newKey?: boolean;
  readonly hangUp?: HangUp | null;
}

/** Makes the next attempt of an intent, its steps done: what they take, cookies among it, is of this attempt alone. */
export async function prepare(
  run: Running,
  intent: Intent,
  lane: string,
  options: AttemptOptions = {},
): Promise<PreparedWrite> {
  const { context, phase, hungUpOn } = run;
  const { header } = context.plan;
  const place = run.prepared++;
  const id = context.recorder.nextId();
  const attempt = `${header.runId}-${id}`;
  const { i, client } = intent;
  const number = {
    ...{ phaseIndex: phase.info.index, i, identity: client.identity },
    ...{ attempt: intent.attempts++, newKey: options.newKey ?? false },
  };
  const { abort } = phase.how;
  const aborted = abort !== null && hungUpOn.has(place) ? { afterMs: abort.afterMs, atReply: false } : null;
  const made = await makeCall(run, client, number, options.request ?? writeOf(run).request);
  return {
    ...{ id, attempt, lane: client.lane(lane), client },
    intent: nameOf(run, number),
    call: 'made' in made ? withAttempt(made.made, attempt) : null,
    unfit: 'unfit' in made ? made.unfit : null,
    hangUp: options.hangUp ?? aborted,
  };
}

const withAttempt = (call: Call, attempt: string): Call => ({
  ...call,
  headers: [...call.headers, [ATTEMPT_HEADER, attempt]],
});

/** The call of an attempt, or why there is none to send. */
async function makeCall(
  run: Running,
  client: Client,
  number: WriteNumber,
  request: RequestSpec,
): Promise<{ readonly made: Call } | { readonly unfit: string }> {
  const { context, round } = run;
  const { steps } = writeOf(run);
  const valuesOf = (taken: Values): Values =>
    writeValues(context.plan, round.number, { ...round.taken, ...client.taken, ...taken }, number);
  if (steps.length === 0) return tried(() => client.call(request, valuesOf({})));
  const own = client.identity === null ? await client.copy() : client;
  const done = await doSteps(context, own, steps, 'step', valuesOf);
  return 'failed' in done ? { unfit: done.failed } : tried(() => own.call(request, valuesOf(done.taken)));
}

/** The name of what is meant. What is done once for each key is, with a new key, another thing. */
function nameOf({ context, round, phase }: Running, number: WriteNumber): string | null {
  const { object } = context.plan.header;
  if (object === 'effect') return keyOfWrite(context.plan, round.number, number);
  const { kind } = phase.info;
  return kind === 'retry' || kind === 'replay' ? intentKey(context.plan, round.number, number.i) : null;
}

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
