import { add, compare, type Decimal, parseDecimal, subtract, times } from '../history/decimal.ts';
import type { HistoryHeader } from '../history/history.ts';
import type { Operation, ReadRole } from '../history/operation.ts';
import type { ReadingPlan, Selector } from '../plan/plan.ts';
import { type Call, roundValues } from '../plan/render.ts';
import { type Found, nothing, numberIn, saysNothing } from './answer/found.ts';
import { describeSelector, guess } from './answer/guess.ts';
import type { Client } from './client.ts';
import type { Context, Round } from './context.ts';
import type { Answer, Exchange } from './http/exchange.ts';
import { unsent } from './http/target.ts';
import { tried } from './steps.ts';

/** One reading made. */
export interface Read {
  /** Without what the readings themselves added so far; null when there was no number to be had, or several. */
  readonly value: Decimal | null;
  /** The last one made, where it is made several times. */
  readonly operation: Operation;
  /** Another try may help: the answer was no answer, or a server error. */
  readonly passing: boolean;
}

export interface Position {
  readonly index: number;
  readonly name: string;
}

/** Who reads, where that is not the one who reads for the verdict alone. */
export interface Reader {
  readonly client: Client;
  readonly lane: string;
}

/** A reading of the plan, with its selector once it is known. */
export class Reading {
  readonly plan: ReadingPlan;
  /** How far one reading moves the number that it reads. */
  readonly #adds: Decimal;
  #selector: Selector | null;
  #answered = 0;

  constructor(plan: ReadingPlan, { expect, step }: Pick<HistoryHeader, 'expect' | 'step'>) {
    this.plan = plan;
    this.#selector = plan.take;
    const own = expect.readings.find(({ reading }) => reading === plan.name)?.step ?? step;
    this.#adds = product(plan.info.adds ?? '0', own);
  }

  /** Reads, each time on a connection of its own, and records it. Several times that differ are no value. */
  async read(context: Context, round: Round, role: ReadRole, phase: Position, reader?: Reader): Promise<Read> {
    let read = await this.#once(context, round, role, phase, reader);
    for (let made = 1; made < (this.plan.times ?? 1) && !context.signal.aborted; made++) {
      const again = await this.#once(context, round, role, phase, reader);
      const differs = read.value === null || again.value === null || compare(read.value, again.value) !== 0;
      read = differs ? { ...again, value: null, passing: true } : again;
    }
    return read;
  }

  async #once(context: Context, round: Round, role: ReadRole, phase: Position, reader?: Reader): Promise<Read> {
    const { client, lane } = reader ?? { client: round.common, lane: `read-${this.plan.name}` };
    const id = context.recorder.nextId();
    const { call, exchange } = await this.#send(context, round, client);
    if (exchange.status !== null) this.#answered++;
    if (call !== null && client.identity !== null) client.keep(call, exchange);
    const found = call === null ? nothing(exchange.failure?.message ?? '') : this.#find(context, call, exchange);
    const complete = context.clock.now();
    const own = client.lane(lane);
    const operation = context.recorder.read({
      ...{ id, lane: own, session: client.session(own), identity: client.identity, key: round.key },
      ...{ round: round.number, phase, reading: this.plan.name, role, complete, exchange },
      ...{ value: found.text, reason: found.reason, trouble: found.trouble ?? null },
      cached: call && context.caches.notice(call, exchange.answer, complete),
    });
    const passing = PASSING_FAILURES.has(exchange.failure?.kind ?? '') || isPassing(exchange.status);
    const value = found.value && subtract(found.value, times(this.#adds, BigInt(this.#answered)));
    return { value, operation, passing };
  }

  async #send(
    { plan, target, clock }: Context,
    round: Round,
    client: Client,
  ): Promise<{ readonly call: Call | null; readonly exchange: Exchange }> {
    const taken = { ...round.taken, ...client.taken };
    const made = tried(() => client.bare(this.plan.request, roundValues(plan, round.number, taken, client.identity)));
    if ('made' in made)
      return { call: made.made, exchange: await target.send(made.made, null, (call) => client.dress(call)) };
    const now = clock.now();
    return { call: null, exchange: unsent(now, now, { kind: 'invalid', message: made.unfit }) };
  }

  #find(context: Context, call: Call, exchange: Exchange): Found {
    const { answer } = exchange;
    if (answer === null) return nothing(exchange.failure?.message ?? 'no answer');
    const isFine = answer.status >= 200 && answer.status <= 299;
    const { absent } = this.plan;
    if (absent !== undefined && (isFine || answer.status === 404) && saysNothing(answer, this.#selector))
      return { value: parseDecimal(absent), text: absent, reason: `nothing there, which counts as ${absent}` };
    if (!isFine) return nothing(`${call.method} ${call.url} was answered ${answer.status}`);
    this.#selector ??= this.#guess(context, answer);
    if (this.#selector === null)
      return nothing(
        `no number found by itself in the answer to ${call.method} ${call.url}; say where it is with --take`,
      );
    return numberIn(this.plan, this.#selector, answer);
  }

  #guess(context: Context, answer: Answer): Selector | null {
    const selector = this.plan.as !== 'number' ? null : guess(answer);
    if (selector === null) return null;
    const value = numberIn(this.plan, selector, answer).text ?? '';
    context.progress({ kind: 'guessed', reading: this.plan.name, selector: describeSelector(selector), value });
    return selector;
  }
}

const ZERO: Decimal = { unscaled: 0n, scale: 0 };

const PASSING_FAILURES: ReadonlySet<string> = new Set(['broken', 'timeout', 'cut-off']);

/** Statuses after which the same reading may soon be answered. */
const isPassing = (status: number | null): boolean =>
  status !== null && (status >= 500 || [408, 425, 429].includes(status));

function product(a: string, b: string): Decimal {
  const [one, other] = [parseDecimal(a), parseDecimal(b)];
  if (one === null || other === null) return ZERO;
  return add(ZERO, { unscaled: one.unscaled * other.unscaled, scale: one.scale + other.scale });
}
