import type { Counts, Operation, OperationKind, Outcome, ReadRole } from '../operation.ts';
import { AT, type Line, NUMBER } from './line.ts';
import { moreOf } from './row.ts';
import { LongTexts, WordColumn, type Words } from './words.ts';

/** Operations of one block. */
export const ROWS = 65_536;
/** What stands for the numbers of coded columns. */
export const KINDS: readonly OperationKind[] = ['increment', 'read', 'admit', 'reserve', 'release', 'effect'];
export const OUTCOMES: readonly Outcome[] = ['ok', 'fail', 'info'];
export const COUNTS: readonly (Counts | null)[] = [null, 'acknowledged', 'rejected', 'unknown', 'notSent'];
export const ROLES: readonly (ReadRole | null)[] = [null, 'before', 'quiet', 'settle', 'during'];

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
  shape: 0,
  trouble: 0,
  items: 0,
  hold: 0,
} satisfies Record<Optional, 0>) as readonly Optional[];

/** What only some operations have. */
export type Rare = Partial<Operation>;

/** Each is asked for by its name: that is quick where none is there. */
const isPlain = (o: Operation): boolean =>
  o.amount === undefined &&
  o.upTo === undefined &&
  o.machine === undefined &&
  o.intent === undefined &&
  o.identity === undefined &&
  o.labels === undefined &&
  o.answer === undefined &&
  o.abandoned === undefined &&
  o.cached === undefined &&
  o.shape === undefined &&
  o.trouble === undefined &&
  o.items === undefined &&
  o.hold === undefined;

const rareOf = (operation: Operation): Rare =>
  Object.fromEntries(RARE.flatMap((name) => (operation[name] === undefined ? [] : [[name, operation[name]]])));

/** So many operations as columns, a row each. */
export class Block {
  size = 0;
  readonly id = new Float64Array(ROWS);
  readonly invoke = new Float64Array(ROWS);
  readonly complete = new Float64Array(ROWS);
  readonly sent = new Float64Array(ROWS);
  readonly firstByte = new Float64Array(ROWS);
  readonly ended = new Float64Array(ROWS);
  readonly round = new Float64Array(ROWS);
  readonly phaseIndex = new Float64Array(ROWS);
  readonly status = new Float64Array(ROWS);
  readonly f = new Uint8Array(ROWS);
  readonly outcome = new Uint8Array(ROWS);
  readonly counts = new Uint8Array(ROWS);
  readonly role = new Uint8Array(ROWS);
  readonly value = new LongTexts(ROWS);
  readonly returned = new LongTexts(ROWS);
  readonly attempt = new LongTexts(ROWS);
  readonly process: WordColumn;
  readonly session: WordColumn;
  readonly key: WordColumn;
  readonly phase: WordColumn;
  readonly reason: WordColumn;
  readonly excerpt: WordColumn;
  readonly reading: WordColumn;
  readonly rare = new Map<number, Rare>();

  constructor(words: Words) {
    const column = (): WordColumn => new WordColumn(words, ROWS);
    this.process = column();
    this.session = column();
    this.key = column();
    this.phase = column();
    this.reason = column();
    this.excerpt = column();
    this.reading = column();
  }

  add(operation: Operation): number {
    const row = this.size++;
    this.#addNumbers(row, operation);
    this.process.set(row, operation.process);
    this.session.set(row, operation.session);
    this.key.set(row, operation.key);
    this.phase.set(row, operation.phase);
    this.reason.set(row, operation.reason);
    this.excerpt.set(row, operation.excerpt);
    this.reading.set(row, operation.reading);
    this.value.set(row, operation.value);
    this.returned.set(row, operation.returned);
    this.attempt.set(row, operation.attempt);
    if (!isPlain(operation)) this.rare.set(row, rareOf(operation));
    return row;
  }

  /** What stands on a sound line. */
  addLine(line: Line): number {
    const row = this.size++;
    this.#addNumbersOf(row, line);
    this.process.set(row, line.text(AT.process));
    this.session.set(row, line.text(AT.session));
    this.key.set(row, line.text(AT.key));
    this.phase.set(row, line.text(AT.phase));
    this.reason.set(row, line.textOrNull(AT.reason));
    this.excerpt.set(row, line.textOrNull(AT.excerpt));
    this.reading.set(row, line.textOrNull(AT.reading));
    this.value.copy(row, line, AT.value);
    this.returned.copy(row, line, AT.returned);
    this.attempt.copy(row, line, AT.attempt);
    const more = moreOf(line);
    if (more !== null) this.rare.set(row, more);
    return row;
  }

  #addNumbersOf(row: number, line: Line): void {
    const { number } = line;
    this.id[row] = number[AT.id] as number;
    this.invoke[row] = number[AT.invoke] as number;
    this.complete[row] = numberOn(line, AT.complete);
    this.sent[row] = numberOn(line, AT.sent);
    this.firstByte[row] = numberOn(line, AT.firstByte);
    this.ended[row] = numberOn(line, AT.ended);
    this.round[row] = number[AT.round] as number;
    this.phaseIndex[row] = number[AT.phaseIndex] as number;
    this.status[row] = numberOn(line, AT.status);
    this.f[row] = KINDS.indexOf(line.text(AT.f) as OperationKind);
    this.outcome[row] = OUTCOMES.indexOf(line.text(AT.outcome) as Outcome);
    this.counts[row] = COUNTS.indexOf(line.textOrNull(AT.counts) as Counts | null);
    this.role[row] = ROLES.indexOf(line.textOrNull(AT.role) as ReadRole | null);
  }

  #addNumbers(row: number, operation: Operation): void {
    this.id[row] = operation.id;
    this.invoke[row] = operation.invoke;
    this.complete[row] = operation.complete ?? Number.NaN;
    this.sent[row] = operation.sent ?? Number.NaN;
    this.firstByte[row] = operation.firstByte ?? Number.NaN;
    this.ended[row] = operation.ended ?? Number.NaN;
    this.round[row] = operation.round;
    this.phaseIndex[row] = operation.phaseIndex;
    this.status[row] = operation.status ?? Number.NaN;
    this.f[row] = KINDS.indexOf(operation.f);
    this.outcome[row] = OUTCOMES.indexOf(operation.outcome);
    this.counts[row] = COUNTS.indexOf(operation.counts);
    this.role[row] = ROLES.indexOf(operation.role);
  }
}

const numberOn = ({ kind, number }: Line, place: number): number =>
  kind[place] === NUMBER ? (number[place] as number) : Number.NaN;

/** NaN stands for a number that is not there. */
export const numberAt = (numbers: Float64Array, row: number): number | null => {
  const found = numbers[row] as number;
  return Number.isNaN(found) ? null : found;
};
