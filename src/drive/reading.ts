import { type Decimal, parseDecimal } from '../history/decimal.ts';
import { NO_NUMBER, type Operation, type ReadRole } from '../history/operation.ts';
import type { ReadingPlan, Selector } from '../plan/plan.ts';
import { type Call, render, roundValues } from '../plan/render.ts';
import type { Context, Round } from './context.ts';
import { describeSelector, guess } from './guess.ts';
import type { Answer, Exchange } from './http/exchange.ts';
import { take } from './take.ts';

/** One reading made: the value, or null when there was no number to be had. */
export interface Read {
  readonly value: Decimal | null;
  readonly operation: Operation;
  /** Another try may help: the answer was no answer, or a server error. */
  readonly passing: boolean;
}

export interface Position {
  readonly index: number;
  readonly name: string;
}

/** A reading of the plan, with its selector once it is known. */
export class Reading {
  readonly plan: ReadingPlan;
  #selector: Selector | null;

  constructor(plan: ReadingPlan) {
    this.plan = plan;
    this.#selector = plan.take;
  }

  /** Reads once, on a connection of its own, and records it. */
  async read(context: Context, round: Round, role: ReadRole, phase: Position): Promise<Read> {
    const call = render(this.plan.request, roundValues(context.plan, round.number, round.taken));
    const id = context.recorder.nextId();
    const exchange = await context.target.send(call);
    const found = this.#find(context, call, exchange);
    const operation = context.recorder.read({
      id,
      key: round.key,
      round: round.number,
      phase,
      reading: this.plan.name,
      role,
      complete: context.clock.now(),
      exchange,
      value: found.text,
      reason: found.reason,
    });
    const passing = PASSING_FAILURES.has(exchange.failure?.kind ?? '') || isPassing(exchange.status);
    return { value: found.value, operation, passing };
  }

  #find(context: Context, call: Call, exchange: Exchange): Found {
    const { answer } = exchange;
    if (answer === null) return nothing(exchange.failure?.message ?? 'no answer');
    if (answer.status < 200 || answer.status > 299)
      return nothing(`${call.method} ${call.url} was answered ${answer.status}`);
    this.#selector ??= this.#guess(context, answer);
    if (this.#selector === null)
      return nothing(
        `no number found by itself in the answer to ${call.method} ${call.url}; say where it is with --take`,
      );
    return number(this.#selector, this.plan.as, answer);
  }

  #guess(context: Context, answer: Answer): Selector | null {
    const selector = this.plan.as !== 'number' ? null : guess(answer);
    if (selector === null) return null;
    const value = number(selector, 'number', answer).text ?? '';
    context.progress({ kind: 'guessed', reading: this.plan.name, selector: describeSelector(selector), value });
    return selector;
  }
}

const PASSING_FAILURES: ReadonlySet<string> = new Set(['broken', 'timeout', 'cut-off']);

/** Statuses after which the same reading may soon be answered. */
const isPassing = (status: number | null): boolean =>
  status !== null && (status >= 500 || [408, 425, 429].includes(status));

interface Found {
  readonly value: Decimal | null;
  readonly text: string | null;
  readonly reason: string | null;
}

const nothing = (reason: string): Found => ({ value: null, text: null, reason });

function number(selector: Selector, as: ReadingPlan['as'], answer: Answer): Found {
  const taken = take(selector, answer);
  const where = describeSelector(selector);
  if (as !== 'number') {
    const found = 'found' in taken ? taken.found : [];
    if (found.length === 1 && found[0]?.isList) return nothing(`one list at ${where}; its items are at ${where}[*]`);
    const count = found.length;
    return 'missing' in taken && !taken.missing.startsWith('there is nothing')
      ? nothing(taken.missing)
      : { value: parseDecimal(String(count)), text: String(count), reason: null };
  }
  if ('missing' in taken) return nothing(taken.missing);
  const [node] = taken.found;
  if (taken.found.length > 1 || node === undefined) return nothing(`${taken.found.length} values at ${where}, not one`);
  const text = node.text.trim();
  const value = node.scalar ? parseDecimal(text) : null;
  return value === null ? nothing(noNumber(where, node.text)) : { value, text, reason: null };
}

/** `1,005` and `15+` are numbers written for people, and no proof that a counter went wrong. */
function noNumber(where: string, text: string): string {
  const shown = text.slice(0, 200);
  return /\d/.test(text) ? `not an exact number at ${where}: ${shown}` : `${NO_NUMBER} ${where}: ${shown}`;
}
