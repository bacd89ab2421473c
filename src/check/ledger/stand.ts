import { type Decimal, parseDecimal } from '../../history/decimal.ts';
import { type Operation, troubleOf } from '../../history/operation.ts';
import type { PhaseRun, RoundRun } from './rounds.ts';
import { sendsWrites } from './sends.ts';

/** A number, exactly, from which a leg starts. */
export interface Start {
  readonly kind: 'number';
  /** null: it was given, and not read. */
  readonly read: Operation | null;
  /** As it was written. */
  readonly text: string;
  readonly value: Decimal;
  /** Its time ran out while it still moved. */
  readonly moving: boolean;
}

/** A number that was read. */
export interface NumberStand extends Start {
  readonly read: Operation;
}

/** How a reading stood ahead of the first phase, or after one. */
export type Stand =
  | NumberStand
  /** A number of which digits are missing. */
  | { readonly kind: 'inexact'; readonly read: Operation }
  /** A whole answer, with something else where the number was. */
  | { readonly kind: 'no-number'; readonly read: Operation }
  | { readonly kind: 'unread'; readonly read: Operation | null }
  /** Nobody had to look: no write was sent since it was looked at. */
  | { readonly kind: 'unlooked' }
  /** The run ended before it came to rest. */
  | { readonly kind: 'unfinished' };

/** How the reading stood ahead of the first phase; `given`: where it stands if nobody looked. */
export function standBefore(round: RoundRun, reading: string, given: string | null): Stand | Start {
  const reads = round.before.filter((read) => read.reading === reading && read.role !== 'during');
  const value = reads.length === 0 && given !== null ? parseDecimal(given) : null;
  if (given !== null && value !== null) return { kind: 'number', read: null, text: given, value, moving: false };
  return reads.length === 0 && round.stop !== null ? { kind: 'unfinished' } : standOf(reads, false);
}

/** How the reading stood after a phase of the round; `settleMs`: how long a number must stand to have come to rest. */
export function standAfter(round: RoundRun, phase: PhaseRun, reading: string, settleMs: number): Stand {
  if (!sendsWrites(phase)) return standAfterPause(round, phase, reading, settleMs);
  const over = overAt(phase);
  const reads = phase.reads.filter((read) => read.reading === reading && read.role === 'settle' && read.invoke >= over);
  const isMoving = movingAfter(round, phase, reading);
  if (reads.length === 0 && (phase.writes.length === 0 || cutShort(round))) return { kind: 'unfinished' };
  if (cutShort(round) && (isMoving === null || !wentOn(round, phase))) return { kind: 'unfinished' };
  if (reads.length === 0 && isReadAmidOthers(phase, reading)) return { kind: 'unlooked' };
  return seenToStand(reads, settleMs) ?? standOf(reads, isMoving ?? !agree(reads));
}

/** By what was marked, of several machines by each; null: nothing was. */
function movingAfter({ settles }: RoundRun, { info }: PhaseRun, reading: string): boolean | null {
  const marks = settles.filter((mark) => mark.phaseIndex === info.index && mark.reading === reading);
  return marks.length === 0 ? null : marks.some(({ moving }) => moving);
}

/** One machine looked while another wrote, or may have: what it writes later shows with that. */
const isReadAmidOthers = ({ reads }: PhaseRun, reading: string): boolean =>
  reads.some((read) => read.reading === reading && read.machine !== undefined && read.role === 'during');

/**
 * What could not be read any more was not seen to stand, unless it had stood for all of the settling time by then: a
 * number that came late would look the same.
 */
function seenToStand(reads: readonly Operation[], settleMs: number): Stand | null {
  const last = reads.at(-1);
  if (last === undefined || last.outcome === 'ok' || troubleOf(last) !== null) return null;
  const ok = reads.filter(({ outcome }) => outcome === 'ok');
  const end = ok.at(-1);
  const since = ok[ok.findLastIndex(({ value }) => value !== end?.value) + 1];
  if (end === undefined || since === undefined) return null;
  return end.invoke - (since.complete ?? since.invoke) >= settleMs * 1e6 && end !== since
    ? null
    : { kind: 'unread', read: last };
}

/** What was read last was read twice: a number of which no two readings agree never came to rest. */
function agree(reads: readonly Operation[]): boolean {
  const [a, b] = reads.filter(({ outcome }) => outcome === 'ok').slice(-2);
  return a === undefined || b === undefined || a.value === b.value;
}

/** After a phase without writes. What could not be read then is of no matter where writes and a reading follow. */
function standAfterPause(round: RoundRun, phase: PhaseRun, reading: string, settleMs: number): Stand {
  const reads = phase.reads.filter((read) => read.reading === reading && read.role !== 'during');
  if (reads.length === 0) return { kind: 'unlooked' };
  const stand = seenToStand(reads, settleMs) ?? standOf(reads, movingAfter(round, phase, reading) ?? false);
  const isLast = !round.phases.slice(phase.info.index + 1).some(sendsWrites);
  return stand.kind === 'unread' && !isLast ? { kind: 'unlooked' } : stand;
}

/** When its last write was answered: a value read before that may lack some of them, whoever calls it settled. */
const overAt = ({ writes }: PhaseRun): number =>
  writes.reduce((last, { complete }) => Math.max(last, complete ?? 0), 0);

/** Ended from outside; a run that ended because of what it saw had let the reading settle. */
const cutShort = ({ stop }: RoundRun): boolean => stop?.why === 'interrupted' || stop?.why === 'deadline';

/** Something was done after the phase had settled: the settling itself was not cut short. */
function wentOn(round: RoundRun, phase: PhaseRun): boolean {
  const later = round.phases.slice(phase.info.index + 1);
  return (
    later.some(({ writes, reads }) => writes.length + reads.length > 0) || phase.reads.some((r) => r.role === 'quiet')
  );
}

function standOf(reads: readonly Operation[], moving: boolean): Stand {
  const last = reads.at(-1);
  if (last === undefined) return { kind: 'unread', read: null };
  if (troubleOf(last) !== null) return { kind: 'no-number', read: last };
  const read = reads.findLast((r) => r.outcome === 'ok' && r.value !== null);
  const value = parseDecimal(read?.value ?? '');
  if (read === undefined || value === null) return { kind: 'unread', read: last };
  const text = read.value ?? '';
  return lacksDigits(text) ? { kind: 'inexact', read } : { kind: 'number', read, text, value, moving };
}

const EXPONENT_FORM = /^-?([\d.]+)e/i;
/** A double prints 16 or 17 digits where it ran out of them. */
const DIGITS_OF_A_DOUBLE = 16;

function lacksDigits(text: string): boolean {
  const digits = EXPONENT_FORM.exec(text)?.[1]?.replace('.', '').replace(/^0+/, '') ?? '';
  return digits.length >= DIGITS_OF_A_DOUBLE;
}
