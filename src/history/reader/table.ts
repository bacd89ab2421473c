import type { Operation } from '../operation.ts';
import { Block, COUNTS, KINDS, numberAt, OUTCOMES, type Rare, ROLES, ROWS } from './block.ts';
import type { Line } from './line.ts';
import { Words } from './words.ts';

/**
 * Operations kept as columns, in a third of the memory: what `list` holds looks like an operation, and makes each of its
 * values when it is asked for. Such an operation cannot be copied by spreading; `JSON.stringify` writes it whole.
 */
export class OperationTable {
  readonly list: Operation[] = [];
  readonly #words = new Words();
  #block: Block | null = null;

  /** One that was made here is kept already. */
  add(operation: Operation): void {
    this.list.push(operation instanceof Kept ? operation : this.#kept(operation));
  }

  /** What stands on a sound line, to be added. */
  made(line: Line): Operation {
    const block = this.#open();
    return new Kept(block, block.addLine(line)) as unknown as Operation;
  }

  /** In its place from now on. */
  replace(index: number, operation: Operation): void {
    this.list[index] = this.#kept(operation);
  }

  #open(): Block {
    if (this.#block === null || this.#block.size === ROWS) this.#block = new Block(this.#words);
    return this.#block;
  }

  #kept(operation: Operation): Operation {
    const block = this.#open();
    return new Kept(block, block.add(operation)) as unknown as Operation;
  }
}

/** A copy that can be changed, with all that it has. */
export const copyOf = (operation: Operation): Operation =>
  operation instanceof Kept ? operation.toJSON() : { ...operation };

/** One row, as an operation. */
class Kept implements Readonly<Record<keyof Operation, unknown>> {
  readonly #of: Block;
  readonly #row: number;

  constructor(of: Block, row: number) {
    this.#of = of;
    this.#row = row;
  }

  get id() {
    return this.#of.id[this.#row];
  }
  get invoke() {
    return this.#of.invoke[this.#row];
  }
  get complete() {
    return numberAt(this.#of.complete, this.#row);
  }
  get sent() {
    return numberAt(this.#of.sent, this.#row);
  }
  get firstByte() {
    return numberAt(this.#of.firstByte, this.#row);
  }
  get ended() {
    return numberAt(this.#of.ended, this.#row);
  }
  get round() {
    return this.#of.round[this.#row];
  }
  get phaseIndex() {
    return this.#of.phaseIndex[this.#row];
  }
  get status() {
    return numberAt(this.#of.status, this.#row);
  }
  get process() {
    return this.#of.process.at(this.#row);
  }
  get session() {
    return this.#of.session.at(this.#row);
  }
  get key() {
    return this.#of.key.at(this.#row);
  }
  get phase() {
    return this.#of.phase.at(this.#row);
  }
  get reason() {
    return this.#of.reason.at(this.#row);
  }
  get excerpt() {
    return this.#of.excerpt.at(this.#row);
  }
  get reading() {
    return this.#of.reading.at(this.#row);
  }
  get value() {
    return this.#of.value.at(this.#row);
  }
  get returned() {
    return this.#of.returned.at(this.#row);
  }
  get attempt() {
    return this.#of.attempt.at(this.#row);
  }
  get f() {
    return KINDS[this.#of.f[this.#row] as number];
  }
  get outcome() {
    return OUTCOMES[this.#of.outcome[this.#row] as number];
  }
  get counts() {
    return COUNTS[this.#of.counts[this.#row] as number];
  }
  get role() {
    return ROLES[this.#of.role[this.#row] as number];
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
  get shape() {
    return this.#rare?.shape;
  }
  get trouble() {
    return this.#rare?.trouble;
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
