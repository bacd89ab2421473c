import type { History, Mark } from '../../../src/history/history.ts';
import type { Counts, Operation, OperationKind, ReadRole } from '../../../src/history/operation.ts';
import type { Exchange, Fate } from './wire.ts';
import type { World } from './world.ts';

/** Who made a call, and for what. */
export interface Place {
  readonly id: number;
  readonly lane: string;
  readonly session: string;
  readonly identity: number | null;
  readonly key: string;
  readonly round: number;
  readonly phase: { readonly index: number; readonly name: string };
}

export interface WriteDone extends Place {
  readonly f: OperationKind;
  readonly intent: string | null;
  readonly things: readonly string[];
  readonly hold: string | null;
  readonly abandoned: 'request' | 'reply' | null;
}

const OUTCOME = { acknowledged: 'ok', rejected: 'fail', notSent: 'fail', unknown: 'info' } as const;

/** Records as the prober does, by the clock of its machine. */
export class Recorder {
  readonly #world: World;
  readonly #offsetNs: number;
  readonly #operations: Operation[] = [];
  readonly #marks: Mark[] = [];
  readonly #retired = new Map<string, number>();
  #nextId = 0;

  constructor(world: World, machine: number) {
    this.#world = world;
    this.#offsetNs = (world.offsetsNs[machine] ?? 0) + world.errorNs;
  }

  /** The times of a machine never begin below 0. */
  local(at: number): number {
    return at + this.#offsetNs;
  }

  nextId(): number {
    return this.#nextId++;
  }

  mark(mark: Mark): void {
    this.#marks.push(mark);
  }

  history(): History {
    return { header: this.#world.header, operations: this.#operations, marks: this.#marks };
  }

  /** `invokeAt`: of a burst, when it was let go. */
  write(done: WriteDone, exchange: Exchange, invokeAt = exchange.sentAt): Operation {
    const { answer, fate, overAt } = exchange;
    const counts = countsOf(fate, answer?.status ?? null);
    const { asked, object } = this.#world;
    const operation = this.#common(done, exchange, counts === 'unknown');
    operation.f = done.f;
    operation.invoke = this.local(invokeAt);
    operation.complete = counts === 'unknown' ? null : this.local(overAt);
    operation.outcome = OUTCOME[counts];
    operation.counts = counts;
    operation.reason = counts === 'acknowledged' ? null : fate;
    operation.attempt = `run-${done.id}`;
    if (counts === 'acknowledged' && asked.returns) operation.value = answer?.value ?? null;
    else if (counts === 'acknowledged' && asked.expect.unique) operation.value = answer?.body ?? null;
    operation.returned = operation.value;
    if (done.intent !== null) operation.intent = done.intent;
    if (answer !== null && (asked.expect.sameBody !== undefined || object === 'effect')) operation.answer = answer.body;
    if (done.abandoned !== null) operation.abandoned = done.abandoned;
    if (done.things.length > 0) operation.items = done.things;
    if (done.hold !== null) operation.hold = done.hold;
    return operation;
  }

  read(place: Place, role: ReadRole, exchange: Exchange): Operation {
    const value = exchange.answer?.value ?? null;
    const operation = this.#common(place, exchange, value === null);
    operation.complete = value === null ? null : this.local(exchange.overAt);
    operation.outcome = value === null ? 'info' : 'ok';
    operation.value = value;
    operation.reason = value === null ? exchange.fate : null;
    operation.reading = 'value';
    operation.role = role;
    return operation;
  }

  #common(place: Place, { answer, fate, sentAt, overAt }: Exchange, retires: boolean): Mutable {
    const { id, lane, session, identity, key, round, phase } = place;
    const generation = this.#retired.get(lane) ?? 0;
    if (retires) this.#retired.set(lane, generation + 1);
    const operation: Mutable = {
      id,
      process: generation === 0 ? lane : `${lane}.${generation}`,
      session,
      f: 'read',
      key,
      phase: phase.name,
      phaseIndex: phase.index,
      round,
      invoke: this.local(sentAt),
      complete: null,
      outcome: 'info',
      counts: null,
      value: null,
      status: answer?.status ?? null,
      reason: null,
      excerpt: null,
      attempt: null,
      sent: fate === 'notSent' ? null : this.local(sentAt),
      firstByte: answer && this.local(overAt),
      ended: this.local(overAt),
      reading: null,
      role: null,
      returned: null,
    };
    if (identity !== null) operation.identity = identity;
    this.#operations.push(operation);
    return operation;
  }
}

type Mutable = { -readonly [Name in keyof Operation]: Operation[Name] };

function countsOf(fate: Fate, status: number | null): Counts {
  if (fate === 'notSent') return 'notSent';
  if (status === null) return 'unknown';
  return status === 200 ? 'acknowledged' : 'rejected';
}
