import type { Operation } from './operation.ts';

export const HISTORY_FORMAT = 'counter-probe-history';
export const HISTORY_VERSION = 1;

export type PhaseKind = 'concurrent' | 'spaced';

export interface PhaseInfo {
  /** From 0, in order. */
  readonly index: number;
  readonly kind: PhaseKind;
  readonly name: string;
  /** Writes asked for. */
  readonly count: number;
  /** Pause after each answer before the next write, in milliseconds; null for a burst. */
  readonly everyMs: number | null;
}

/** What a reading is held to. */
export interface ReadingExpectation {
  readonly reading: string;
  /** `acknowledged` widens to a range when effects are unknown; a number (decimal string) does not. */
  readonly risesBy: string;
  /** Each phase alone, or only the whole round. */
  readonly perPhase: boolean;
}

export interface Expectation {
  readonly readings: readonly ReadingExpectation[];
  /** Values handed out to writes (`returned`) never repeat within a round. */
  readonly unique: boolean;
}

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

/** Line 1 of a saved history: all that a check needs to know beside the operations. */
export interface HistoryHeader {
  readonly format: typeof HISTORY_FORMAT;
  readonly version: typeof HISTORY_VERSION;
  readonly object: 'counter';
  /** Value before the first write; null: the first read of each key and round tells. */
  readonly initial: string | null;
  /** How far one write moves the number; a decimal string, may be negative. */
  readonly step: string;
  readonly limit: string | null;
  readonly limitPer: string | null;
  readonly clock: Clock;
  readonly runId: string;
  readonly scenario: string;
  readonly seed: number;
  readonly target: string;
  readonly require: 'eventual';
  readonly expect: Expectation;
  readonly phases: readonly PhaseInfo[];
  readonly rounds: number;
  /** Rounds go on until a fault is proven or so long has passed, in milliseconds; left out where their number was fixed. */
  readonly untilMs?: number;
  /** Requests run before each round and may set the number, so it is not compared between rounds. */
  readonly setup: boolean;
  /** A reading was promised (`--read none` promises none). */
  readonly readings: readonly string[];
  /** How long a value must stand still before a write counts as lost, in milliseconds. */
  readonly settleMs: number;
  /** Least peak of writes in flight that a burst must reach in some round; null: half its count, at least 2. */
  readonly minOverlap: number | null;
  /** Longest release, first to last tail, that still counts as one burst, in milliseconds; null: no bound. */
  readonly maxSpreadMs: number | null;
}

/** A burst was let go: when its first and last tail were handed over (ns). `early`: an answer came before. */
export interface ReleaseMark {
  readonly release: true;
  readonly round: number;
  readonly phase: string;
  readonly phaseIndex: number;
  readonly first: number;
  readonly last: number;
  readonly early: boolean;
  /** Tails that the kernel did not take at once. */
  readonly queued: number;
}

/** A reading came to rest, or its time ran out while it still moved. */
export interface SettleMark {
  readonly settled: true;
  readonly round: number;
  readonly phaseIndex: number;
  readonly reading: string;
  /** From the end of the phase to the first reading of the value that stood, in milliseconds. */
  readonly afterMs: number;
  readonly moving: boolean;
}

/** The setup of a round did not do what it had to; the round sent no writes. */
export interface SetupMark {
  readonly setupFailed: true;
  readonly round: number;
  readonly message: string;
}

/** The run ended before its plan did. */
export interface StopMark {
  readonly stopped: true;
  readonly round: number;
  readonly why: 'interrupted' | 'deadline' | 'unanswered' | 'unreadable';
  readonly message: string;
}

export type Mark = ReleaseMark | SettleMark | SetupMark | StopMark;
export type HistoryEntry = Operation | Mark;

export interface History {
  readonly header: HistoryHeader;
  readonly operations: readonly Operation[];
  readonly marks: readonly Mark[];
}

export const isOperation = (entry: HistoryEntry): entry is Operation => 'f' in entry;
export const isRelease = (mark: Mark): mark is ReleaseMark => 'release' in mark;
export const isSettle = (mark: Mark): mark is SettleMark => 'settled' in mark;
export const isSetup = (mark: Mark): mark is SetupMark => 'setupFailed' in mark;
export const isStop = (mark: Mark): mark is StopMark => 'stopped' in mark;
