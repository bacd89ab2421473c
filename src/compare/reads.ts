import { type Decimal, parseDecimal, subtract, wholeSteps } from '../history/decimal.ts';
import type { Operation } from '../history/operation.ts';
import { type Measured, stepOf } from './measured.ts';

/** One read beside the writes of one client: how much it missed of what had been acknowledged before it began. */
export interface AgedRead {
  /** Made by the client that writes, right after a write of its own that was acknowledged. */
  readonly own: boolean;
  /** Acknowledged writes that are missing. */
  readonly behind: number;
  /** Their places, from 0. */
  readonly missing: readonly number[];
  /** Since the first of them was acknowledged; 0 when none is missing. */
  readonly ageMs: number;
}

export interface AgedReads {
  readonly reads: readonly AgedRead[];
  /** Acknowledged writes, and those of them that some read missed which began after their answer. */
  readonly writes: number;
  readonly missedWrites: number;
}

/**
 * The age of each read made while one client wrote, one write after another: the n-th write makes the n-th step, so a
 * value tells which are missing. null where it does not: a write of unknown effect, or values that are no whole steps.
 */
export function agedReads(measured: Measured): AgedReads | null {
  const { result, history } = measured;
  const { operations } = history;
  const writes = operations.filter(({ f }) => f !== 'read').sort((a, b) => a.invoke - b.invoke);
  const base = parseDecimal(result.phases[0]?.before ?? '');
  const step = parseDecimal(stepOf(measured));
  if (base === null || step === null || writes.some(({ counts }) => counts === 'unknown')) return null;
  const acknowledged = writes.filter(({ counts }) => counts === 'acknowledged');
  const ended = acknowledged.map(({ complete, invoke }) => complete ?? invoke);
  const reads = operations.filter(({ f, role, outcome }) => f === 'read' && role === 'during' && outcome === 'ok');
  const aged = reads.map((read) => ageOf(read, { base, step, ended, own: isOwn(read, writes) }));
  if (aged.includes(null)) return null;
  const known = aged as readonly AgedRead[];
  return { reads: known, writes: ended.length, missedWrites: new Set(known.flatMap(({ missing }) => missing)).size };
}

const isOwn = (read: Operation, writes: readonly Operation[]): boolean => {
  const last = writes.findLast(({ invoke }) => invoke < read.invoke);
  return last !== undefined && last.process === read.process && last.counts === 'acknowledged';
};

interface Line {
  readonly base: Decimal;
  readonly step: Decimal;
  /** When each acknowledged write was, in order (ns). */
  readonly ended: readonly number[];
  readonly own: boolean;
}

function ageOf(read: Operation, { base, step, ended, own }: Line): AgedRead | null {
  const value = parseDecimal(read.value ?? '');
  const steps = value && wholeSteps(subtract(value, base), step);
  if (steps === null || steps < 0n) return null;
  const seen = Number(steps);
  const before = ended.filter((at) => at <= read.invoke).length;
  const behind = Math.max(0, before - seen);
  const since = ended[seen];
  const ageMs = behind > 0 && since !== undefined ? (read.invoke - since) / 1e6 : 0;
  const missing = Array.from({ length: behind }, (_, i) => seen + i);
  return { own, behind, missing, ageMs };
}
