import { parseDecimal } from '../decimal.ts';
import type { HistoryHeader } from '../history.ts';
import type { Operation } from '../operation.ts';
import { type Basis, LEFT_OUT, phaseIndexOf } from './defaults.ts';
import { ABSENT, AT, type Line, NOTHING, NUMBER, PASSED_OVER, TEXT } from './line.ts';

/** Left to the schema. */
const ELSEWHERE: readonly string[] = [
  'upTo',
  'intent',
  'identity',
  'labels',
  'answer',
  'abandoned',
  'cached',
  'shape',
  'trouble',
  'items',
  'hold',
] satisfies readonly (keyof Operation)[];
const OPTIONAL: readonly string[] = ['amount', 'machine'] satisfies readonly (keyof Operation)[];

const placeOf = (key: string): number => (Object.hasOwn(AT, key) ? AT[key as keyof typeof AT] : PASSED_OVER);

/** How lines with the same keys are read. */
export interface Layout {
  /** Of each key, on a `Line`. */
  readonly places: Uint8Array;
  /** Puts in place what the lines leave out, as `completeOperation` does. */
  readonly complete: (line: Line) => void;
}

/** For lines with these keys. Null when a key is among them, or missing, that is not read here. */
export function layoutOf(keys: readonly string[], header: HistoryHeader): Layout | null {
  const missing = Object.keys(AT).filter((key) => !keys.includes(key) && !OPTIONAL.includes(key));
  if (keys.some((key) => ELSEWHERE.includes(key))) return null;
  if (!missing.every((key) => key === 'phaseIndex' || Object.hasOwn(LEFT_OUT, key))) return null;
  const absent = OPTIONAL.filter((key) => !keys.includes(key)).map(placeOf);
  const fill = missing.length === 0 ? null : filling(missing, header);
  const complete = (line: Line): void => {
    for (const place of absent) line.kind[place] = ABSENT;
    fill?.(line);
  };
  return { places: Uint8Array.from(keys, placeOf), complete };
}

function filling(missing: readonly string[], header: HistoryHeader): (line: Line) => void {
  const fills = missing.flatMap((key) => {
    const fill = LEFT_OUT[key];
    return fill === undefined ? [] : [{ place: placeOf(key), fill }];
  });
  const isUnplaced = missing.includes('phaseIndex');
  const isUnnamed = missing.includes('reading');
  return (line) => {
    const basis = basisOf(line);
    if (isUnplaced) line.set(AT.phaseIndex, phaseIndexOf(line.at(AT.phase), header));
    if (isUnnamed && basis.f === 'read') line.set(AT.counts, null);
    for (const { place, fill } of fills) line.set(place, fill(basis, header));
  };
}

/** Of the value a text is made only if it is asked for. */
const basisOf = (line: Line): Basis => ({
  f: line.at(AT.f),
  get phaseIndex() {
    return line.at(AT.phaseIndex);
  },
  get invoke() {
    return line.at(AT.invoke);
  },
  get complete() {
    return line.at(AT.complete);
  },
  get counts() {
    return line.at(AT.counts);
  },
  get value() {
    return line.at(AT.value);
  },
});

const KINDS: readonly string[] = ['increment', 'read', 'admit', 'reserve', 'release', 'effect'];

/** Whether the schema would certainly take it. Nothing here may be more lenient; a property test holds them together. */
export function isSound(line: Line): boolean {
  return hasTypes(line) && hasTimes(line) && (line.known[AT.f] === 'read' ? isRead(line) : isWrite(line));
}

function hasTypes(line: Line): boolean {
  return (
    isWhole(line, AT.id, 0) &&
    isText(line, AT.process) &&
    isText(line, AT.session) &&
    isText(line, AT.f) &&
    KINDS.includes(line.text(AT.f)) &&
    isText(line, AT.key) &&
    isText(line, AT.phase) &&
    isWhole(line, AT.phaseIndex, -1) &&
    isWhole(line, AT.round, 1) &&
    isText(line, AT.outcome) &&
    isTextOrNothing(line, AT.value) &&
    isWholeOrNothing(line, AT.status) &&
    isTextOrNothing(line, AT.reason) &&
    isTextOrNothing(line, AT.excerpt) &&
    isTextOrNothing(line, AT.attempt) &&
    isTextOrNothing(line, AT.reading) &&
    isTextOrNothing(line, AT.returned) &&
    (isAbsent(line, AT.machine) || isText(line, AT.machine))
  );
}

function hasTimes(line: Line): boolean {
  if (!isWhole(line, AT.invoke, 0)) return false;
  const isOpen = line.known[AT.outcome] === 'info';
  const isEnded = isOpen ? isNothing(line, AT.complete) : isWhole(line, AT.complete, line.number[AT.invoke] as number);
  return (
    isEnded &&
    isWholeOrNothing(line, AT.sent) &&
    isWholeOrNothing(line, AT.firstByte) &&
    isWholeOrNothing(line, AT.ended)
  );
}

const ROLES: readonly string[] = ['during', 'settle', 'quiet', 'before'];

function isRead(line: Line): boolean {
  if (!isNothing(line, AT.counts) || !isText(line, AT.reading) || !isAbsent(line, AT.amount)) return false;
  if (!isText(line, AT.role) || !ROLES.includes(line.text(AT.role))) return false;
  const outcome = line.text(AT.outcome);
  return outcome === 'ok' ? isDecimal(line, AT.value) : outcome === 'info' || outcome === 'fail';
}

function isWrite(line: Line): boolean {
  if (!isNothing(line, AT.reading) || !isNothing(line, AT.role) || !isText(line, AT.counts)) return false;
  if (!isAbsent(line, AT.amount) && !isDecimal(line, AT.amount)) return false;
  const [outcome, counts] = [line.text(AT.outcome), line.text(AT.counts)];
  if (outcome === 'ok') return counts === 'acknowledged';
  if (outcome === 'info') return counts === 'unknown';
  return outcome === 'fail' && (counts === 'rejected' || counts === 'notSent');
}

const isText = ({ kind }: Line, place: number): boolean => kind[place] === TEXT;
const isNothing = ({ kind }: Line, place: number): boolean => kind[place] === NOTHING;
const isAbsent = ({ kind }: Line, place: number): boolean => kind[place] === ABSENT;
const isTextOrNothing = (line: Line, place: number): boolean => isText(line, place) || isNothing(line, place);
const isWhole = ({ kind, number }: Line, place: number, least: number): boolean =>
  kind[place] === NUMBER && (number[place] as number) >= least;
const isWholeOrNothing = (line: Line, place: number): boolean => isNothing(line, place) || isWhole(line, place, 0);

const MOST_DIGITS = 400;
const [ZERO, NINE] = [0x30, 0x39];

/** Mostly of digits alone, for which no text is made. */
function isDecimal(line: Line, place: number): boolean {
  return isText(line, place) && (isOfDigits(line, place) || parseDecimal(line.text(place)) !== null);
}

function isOfDigits({ bytes, from, to, known }: Line, place: number): boolean {
  const [first, end] = [from[place] as number, to[place] as number];
  if (known[place] !== null || end === first || end - first > MOST_DIGITS) return false;
  for (let at = first; at < end; at += 1) {
    const code = bytes[at] as number;
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}

/** Of a sound line. */
export function operationOf(line: Line): Operation {
  const base = {
    id: line.number[AT.id],
    process: line.text(AT.process),
    session: line.text(AT.session),
    f: line.text(AT.f),
    key: line.text(AT.key),
    phase: line.text(AT.phase),
    phaseIndex: line.number[AT.phaseIndex],
    round: line.number[AT.round],
    invoke: line.number[AT.invoke],
    complete: line.numberOrNull(AT.complete),
    outcome: line.text(AT.outcome),
    counts: line.textOrNull(AT.counts),
    value: line.textOrNull(AT.value),
    status: line.numberOrNull(AT.status),
    reason: line.textOrNull(AT.reason),
    excerpt: line.textOrNull(AT.excerpt),
    attempt: line.textOrNull(AT.attempt),
    sent: line.numberOrNull(AT.sent),
    firstByte: line.numberOrNull(AT.firstByte),
    ended: line.numberOrNull(AT.ended),
    reading: line.textOrNull(AT.reading),
    role: line.textOrNull(AT.role),
    returned: line.textOrNull(AT.returned),
  } as Operation;
  const more = moreOf(line);
  return more === null ? base : { ...base, ...more };
}

/** What only some operations have; null: nothing. */
export function moreOf(line: Line): Pick<Operation, 'amount' | 'machine'> | null {
  const [amount, machine] = [line.textOrNull(AT.amount), line.textOrNull(AT.machine)];
  if (amount === null && machine === null) return null;
  return { ...(amount === null ? {} : { amount }), ...(machine === null ? {} : { machine }) };
}
