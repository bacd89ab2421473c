import { createHash } from 'node:crypto';
import { parseDecimal } from '../history/decimal.ts';
import type { HistoryEntry, Mark } from '../history/history.ts';
import type { Operation, OperationKind, ReadRole, Trouble } from '../history/operation.ts';
import { printable } from '../history/printable.ts';
import type { Hiding } from '../plan/redact.ts';
import { AnswerKinds } from './answer/kinds.ts';
import type { Judged } from './answer/outcome.ts';
import { decode } from './http/body.ts';
import type { Exchange } from './http/exchange.ts';

/** Longest reason kept, in characters: an odd answer is quoted, not stored. */
const MAX_REASON = 1024;
/** Longest value kept as it is, in characters. */
const MAX_VALUE = 200;
/** More than an excerpt needs, and little enough to look for secrets in. */
const MAX_DECODED = 16_384;

/** What a write and a read have in common. */
interface CallRecord {
  readonly id: number;
  /** Whose next call waits until this one is over. */
  readonly lane: string;
  readonly session: string;
  readonly identity: number | null;
  readonly key: string;
  readonly round: number;
  readonly phase: { readonly index: number; readonly name: string };
  readonly complete: number;
  readonly exchange: Exchange;
  readonly value: string | null;
  /** What shows that the answer came from a cache. */
  readonly cached: string | null;
}

export interface WriteRecord extends CallRecord {
  readonly f: OperationKind;
  readonly attempt: string;
  readonly invoke: number;
  readonly judged: Judged;
  readonly returned: string | null;
  readonly intent: string | null;
  readonly labels: readonly string[];
  readonly answer: string | null;
  readonly abandoned: 'request' | 'reply' | null;
}

export interface ReadRecord extends CallRecord {
  readonly reading: string;
  readonly role: ReadRole;
  readonly reason: string | null;
  readonly trouble: Trouble | null;
}

/** Makes operations out of what was seen, numbers them, and passes them on. */
export class Recorder {
  readonly #record: (entry: HistoryEntry) => void;
  readonly #hidden: Hiding;
  /** Texts that a secret was taken out of, as they are shown ever since: each stays itself, and different from others. */
  readonly #shown = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #retired = new Map<string, number>();
  /** Of the answers that say yes, of which the first of each kind is kept. */
  readonly #kinds: AnswerKinds;
  #nextId = 0;

  constructor(record: (entry: HistoryEntry) => void, hidden: Hiding) {
    this.#record = record;
    this.#hidden = hidden;
    this.#kinds = new AnswerKinds(hidden.redact);
  }

  nextId(): number {
    return this.#nextId++;
  }

  mark(mark: Mark): void {
    if ('message' in mark) this.#record({ ...mark, message: this.#clean(mark.message) ?? '' });
    else if ('unharmed' in mark) this.#record({ ...mark, reason: this.#clean(mark.reason) });
    else this.#record(mark);
  }

  write(record: WriteRecord): Operation {
    const { outcome, counts, reason } = record.judged;
    const { exchange } = record;
    const kind = outcome === 'ok' ? this.#kinds.add(exchange.status, textOf(exchange)) : null;
    return this.#pass({
      ...common(record),
      key: this.#key(record.key),
      process: this.#process(record.lane, outcome === 'info'),
      f: record.f,
      outcome,
      counts,
      invoke: record.invoke,
      complete: outcome === 'info' ? null : record.complete,
      value: this.#value(record.value),
      reason: this.#clean(reason),
      excerpt: kind === null || kind.isNew ? this.#excerpt(exchange) : null,
      attempt: record.attempt,
      reading: null,
      role: null,
      returned: this.#value(record.returned),
      ...known('intent', record.intent),
      ...known('labels', record.labels.length === 0 ? null : record.labels),
      ...known('answer', record.answer),
      ...known('abandoned', record.abandoned),
      ...known('cached', this.#clean(record.cached)),
      ...known('shape', kind?.shape ?? null),
    });
  }

  read(record: ReadRecord): Operation {
    const found = record.value !== null;
    return this.#pass({
      ...common(record),
      key: this.#key(record.key),
      process: this.#process(record.lane, !found),
      f: 'read',
      outcome: found ? 'ok' : 'info',
      counts: null,
      invoke: record.exchange.startNs,
      complete: found ? record.complete : null,
      value: this.#value(record.value),
      reason: this.#clean(record.reason),
      excerpt: found ? null : this.#excerpt(record.exchange),
      attempt: null,
      reading: record.reading,
      role: record.role,
      returned: null,
      ...known('trouble', record.trouble),
      ...known('cached', this.#clean(record.cached)),
    });
  }

  #pass(operation: Operation): Operation {
    this.#record(operation);
    return operation;
  }

  /** Redacted before it is cut, and without the end of a longer text: half a secret is one too. */
  #excerpt({ answer }: Exchange): string | null {
    const body = answer && decode({ ...answer, body: answer.body.subarray(0, MAX_DECODED) });
    if (body === null || 'broken' in body || body.text === '') return null;
    const text = this.#hidden.redact(body.text);
    const whole = answer === null || answer.body.length <= MAX_DECODED;
    return printable(whole ? text : text.slice(0, -Math.max(1, this.#hidden.longest())), MAX_REASON);
  }

  /** A number is never hidden, for it is what is judged; a long text keeps its end as a digest, so that it stays itself. */
  #value(text: string | null): string | null {
    if (text === null || parseDecimal(text) !== null) return text;
    const clean = this.#name(text, MAX_VALUE);
    return text.length <= MAX_VALUE ? clean : `${clean} sha256:${createHash('sha256').update(text).digest('hex')}`;
  }

  /** As it was first shown: what becomes a secret later does not make it another counter. */
  #key(key: string): string {
    const shown = this.#keys.get(key) ?? this.#name(key, MAX_REASON);
    this.#keys.set(key, shown);
    return shown;
  }

  /** A text that others are told from; one that holds a secret has a number in its place. */
  #name(text: string, most: number): string {
    const shown = this.#shown.get(text);
    if (shown !== undefined) return shown;
    const clean = this.#hidden.redact(text);
    if (clean === text) return printable(text, most);
    const named = `${printable(clean, most)} #${this.#shown.size + 1}`;
    this.#shown.set(text, named);
    return named;
  }

  #clean(text: string | null): string | null {
    return text === null ? null : printable(this.#hidden.redact(text), MAX_REASON);
  }

  /** A process has one call open at a time, and retires after one whose end is unknown. */
  #process(lane: string, retires: boolean): string {
    const generation = this.#retired.get(lane) ?? 0;
    if (retires) this.#retired.set(lane, generation + 1);
    return generation === 0 ? lane : `${lane}.${generation}`;
  }
}

/** null: it is longer than what is looked at. */
function textOf({ answer }: Exchange): string | null {
  if (answer === null || answer.body.length > MAX_DECODED) return null;
  const body = decode(answer);
  return 'broken' in body ? null : body.text;
}

/** A member that is left out where it is not known. */
const known = <Name extends string, Value>(name: Name, value: Value | null): { readonly [Key in Name]?: Value } =>
  value === null ? {} : ({ [name]: value } as { readonly [Key in Name]: Value });

const common = ({ id, round, phase, session, identity, exchange }: CallRecord) => ({
  id,
  session,
  ...known('identity', identity),
  round,
  phase: phase.name,
  phaseIndex: phase.index,
  status: exchange.status,
  sent: exchange.sentNs,
  firstByte: exchange.firstByteNs,
  ended: exchange.endNs,
});
