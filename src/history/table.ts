import type { Counts, Operation, OperationKind, Outcome, ReadRole } from './operation.ts';
import { LongTexts, Words } from './words.ts';

/** Operations of one block. */
const ROWS = 65_536;
const KINDS: readonly OperationKind[] = ['increment', 'read', 'admit', 'reserve', 'release', 'effect'];
const OUTCOMES: readonly Outcome[] = ['ok', 'fail', 'info'];
const COUNTS: readonly (Counts | null)[] = [null, 'acknowledged', 'rejected', 'unknown', 'notSent'];
const ROLES: readonly (ReadRole | null)[] = [null, 'before', 'quiet', 'settle', 'during'];

const TIMES = ['id', 'invoke', 'complete', 'sent', 'firstByte', 'ended'] as const;
const SMALL = ['round', 'phaseIndex', 'status'] as const;
const WORDS = ['process', 'session', 'key', 'phase', 'reason', 'excerpt', 'reading'] as const;
const TEXTS = ['value', 'returned', 'attempt'] as const;
const CODED = ['f', 'outcome', 'counts', 'role'] as const;
type Optional = { [K in keyof Operation]-?: object extends Pick<Operation, K> ? K : never }[keyof Operation];
const RARE = Object.keys({
  amount: 0,
  upTo: 0,
  machine: 0,
  intent: 0,
  identity: 0,
  labels: 0,
  answer: 0,
  abandoned: 0,
  cached: 0,
  items: 0,
  hold: 0,
} satisfies Record<Optional, 0>) as readonly Optional[];

/** What only some operations have. */
type Rare = Partial<Operation>;

/**
 * Operations kept as columns, in a third of the memory: what `list` holds looks like an operation, and makes each of its
 * values when it is asked for. Such an operation cannot be copied by spreading; `JSON.stringify` writes it whole.
 */
export class OperationTable {
  readonly list: Operation[] = [];
  readonly #words = new Words();
  #block: Block | null = null;

  add(operation: Operation): void {
    this.list.push(this.#kept(operation));
  }

  /** In its place from now on. */
  replace(index: number, operation: Operation): void {
    this.list[index] = this.#kept(operation);
  }

  #kept(operation: Operation): Operation {
    if (this.#block === null || this.#block.size === ROWS) this.#block = new Block(this.#words);
    const block = this.#block;
    return new Kept(block, block.add(operation)) as unknown as Operation;
  }
}

/** A copy that can be changed, with all that it has. */
export const copyOf = (operation: Operation): Operation =>
  operation instanceof Kept ? operation.toJSON() : { ...operation };

function rareOf(operation: Operation): Rare | null {
  let rare: Record<string, unknown> | null = null;
  for (const name of RARE) {
    if (operation[name] === undefined) continue;
    rare ??= {};
    rare[name] = operation[name];
  }
  return rare;
}

const columns = <K extends string, A>(names: readonly K[], make: () => A): Readonly<Record<K, A>> =>
  Object.fromEntries(names.map((name) => [name, make()])) as Record<K, A>;

class Block {
  size = 0;
  readonly times = columns(TIMES, () => new Float64Array(ROWS));
  readonly small = columns(SMALL, () => new Int32Array(ROWS));
  readonly worded = columns(WORDS, () => new Int32Array(ROWS));
  readonly texts = columns(TEXTS, () => new LongTexts(ROWS));
  readonly coded = columns(CODED, () => new Uint8Array(ROWS));
  readonly rare = new Map<number, Rare>();
  readonly words: Words;

  constructor(words: Words) {
    this.words = words;
  }

  add(operation: Operation): number {
    const row = this.size++;
    for (const name of TIMES) this.times[name][row] = operation[name] ?? Number.NaN;
    for (const name of SMALL) this.small[name][row] = operation[name] ?? NONE;
    for (const name of WORDS) this.worded[name][row] = this.words.numberOf(operation[name]);
    for (const name of TEXTS) this.texts[name].set(row, operation[name]);
    this.coded.f[row] = KINDS.indexOf(operation.f);
    this.coded.outcome[row] = OUTCOMES.indexOf(operation.outcome);
    this.coded.counts[row] = COUNTS.indexOf(operation.counts);
    this.coded.role[row] = ROLES.indexOf(operation.role);
    const rare = rareOf(operation);
    if (rare !== null) this.rare.set(row, rare);
    return row;
  }

  time(name: (typeof TIMES)[number], row: number): number | null {
    const time = this.times[name][row] as number;
    return Number.isNaN(time) ? null : time;
  }

  word(name: (typeof WORDS)[number], row: number): string | null {
    return this.words.at(this.worded[name][row] as number);
  }
}

const NONE = -(2 ** 31);

/** One row, as an operation. */
class Kept implements Readonly<Record<keyof Operation, unknown>> {
  readonly #of: Block;
  readonly #row: number;

  constructor(of: Block, row: number) {
    this.#of = of;
    this.#row = row;
  }

  get id() {
    return this.#of.times.id[this.#row];
  }
  get invoke() {
    return this.#of.times.invoke[this.#row];
  }
  get complete() {
    return this.#of.time('complete', this.#row);
  }
  get sent() {
    return this.#of.time('sent', this.#row);
  }
  get firstByte() {
    return this.#of.time('firstByte', this.#row);
  }
  get ended() {
    return this.#of.time('ended', this.#row);
  }
  get round() {
    return this.#of.small.round[this.#row];
  }
  get phaseIndex() {
    return this.#of.small.phaseIndex[this.#row];
  }
  get status() {
    const status = this.#of.small.status[this.#row];
    return status === NONE ? null : status;
  }
  get process() {
    return this.#of.word('process', this.#row);
  }
  get session() {
    return this.#of.word('session', this.#row);
  }
  get key() {
    return this.#of.word('key', this.#row);
  }
  get phase() {
    return this.#of.word('phase', this.#row);
  }
  get reason() {
    return this.#of.word('reason', this.#row);
  }
  get excerpt() {
    return this.#of.word('excerpt', this.#row);
  }
  get reading() {
    return this.#of.word('reading', this.#row);
  }
  get value() {
    return this.#of.texts.value.at(this.#row);
  }
  get returned() {
    return this.#of.texts.returned.at(this.#row);
  }
  get attempt() {
    return this.#of.texts.attempt.at(this.#row);
  }
  get f() {
    return KINDS[this.#of.coded.f[this.#row] as number];
  }
  get outcome() {
    return OUTCOMES[this.#of.coded.outcome[this.#row] as number];
  }
  get counts() {
    return COUNTS[this.#of.coded.counts[this.#row] as number];
  }
  get role() {
    return ROLES[this.#of.coded.role[this.#row] as number];
  }
  get #rare(): Rare | undefined {
    return this.#of.rare.size === 0 ? undefined : this.#of.rare.get(this.#row);
  }
  get amount() {
    return this.#rare?.amount;
  }
  get upTo() {
    return this.#rare?.upTo;
  }
  get machine() {
    return this.#rare?.machine;
  }
  get intent() {
    return this.#rare?.intent;
  }
  get identity() {
    return this.#rare?.identity;
  }
  get labels() {
    return this.#rare?.labels;
  }
  get answer() {
    return this.#rare?.answer;
  }
  get abandoned() {
    return this.#rare?.abandoned;
  }
  get cached() {
    return this.#rare?.cached;
  }
  get items() {
    return this.#rare?.items;
  }
  get hold() {
    return this.#rare?.hold;
  }

  toJSON(): Operation {
    return wholeOf(this as unknown as Operation, this.#rare ?? {});
  }
}

/** In the order in which operations are written. */
const ORDER = [
  ...['id', 'process', 'session', 'f', 'key', 'phase', 'phaseIndex', 'round', 'invoke', 'complete', 'outcome'],
  ...['counts', 'value', 'status', 'reason', 'excerpt', 'attempt', 'sent', 'firstByte', 'ended', 'reading', 'role'],
  'returned',
] as readonly (keyof Operation)[];

const wholeOf = (kept: Operation, rare: Rare): Operation =>
  ({ ...Object.fromEntries(ORDER.map((name) => [name, kept[name]])), ...rare }) as Operation;
