import type { Expectation, ReadingInfo } from './expectation.ts';
import type { Mark } from './mark.ts';
import type { Operation } from './operation.ts';
import type { PhaseInfo } from './phase.ts';

export type * from './expectation.ts';
export * from './mark.ts';
export * from './phase.ts';

export const HISTORY_FORMAT = 'counter-probe-history';
export const HISTORY_VERSION = 1;

/** What the times of a history are of. */
export interface Clock {
  readonly unit: 'ns';
  /** How far a time may be from true time; within one machine the order of times is exact. */
  readonly errorNs: number;
  /**
   * What the clock showed at time 0, in nanoseconds, in digits: since 1970 for a clock of the day. Histories of several
   * machines are laid side by side by it; left out where nobody knows.
   */
  readonly originNs?: string;
}

export type ObjectKind = 'counter' | 'quota' | 'reservation' | 'effect' | 'custom';

/** Line 1 of a saved history: all that a check needs to know beside the operations. */
export interface HistoryHeader {
  readonly format: typeof HISTORY_FORMAT;
  readonly version: typeof HISTORY_VERSION;
  readonly object: ObjectKind;
  /** Value before the first write; null: the first read of each key and round tells. */
  readonly initial: string | null;
  /** How far one write moves the number; a decimal string, may be negative. */
  readonly step: string;
  /** The most that a quota admits, or a stock holds; a decimal string. */
  readonly limit: string | null;
  /** What the limit is of: `round`, `phase`, `identity`, or a window such as `2000ms`. */
  readonly limitPer: string | null;
  readonly clock: Clock;
  readonly runId: string;
  readonly scenario: string;
  readonly seed: number;
  readonly target: string;
  /** `eventual`, `read-your-writes`, `bounded:<milliseconds>ms` or `latest`. */
  readonly require: string;
  readonly expect: Expectation;
  readonly phases: readonly PhaseInfo[];
  readonly rounds: number;
  /** Rounds go on until a fault is proven or so long has passed, in milliseconds; left out where their number was fixed. */
  readonly untilMs?: number;
  /** Requests run before each round and may set the number, so it is not compared between rounds. */
  readonly setup: boolean;
  /** What the answers of writes returned (`value`) is the number after them; left out where nobody said so. */
  readonly returns?: boolean;
  /** A reading was promised (`--read none` promises none). */
  readonly readings: readonly string[];
  /** Names of the outcomes that are counted beside acknowledged, rejected and unknown; left out where there is none. */
  readonly outcomes?: readonly string[];
  /** By name of a reading; left out where nothing is said of any. */
  readonly readingInfo?: Readonly<Record<string, ReadingInfo>>;
  /** Clients of their own, each with its session; left out where there is one. */
  readonly identities?: number;
  /** How long a value must stand still before a write counts as lost, in milliseconds. */
  readonly settleMs: number;
  /** Least peak of writes in flight that a burst must reach in some round; null: half its count, at least 2. */
  readonly minOverlap: number | null;
  /** Longest release, first to last tail, that still counts as one burst, in milliseconds; null: no bound. */
  readonly maxSpreadMs: number | null;
}

export type HistoryEntry = Operation | Mark;

export interface History {
  readonly header: HistoryHeader;
  readonly operations: readonly Operation[];
  readonly marks: readonly Mark[];
}

export const isOperation = (entry: HistoryEntry): entry is Operation => 'f' in entry;
