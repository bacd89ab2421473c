import type { Counts, Operation } from '../history/operation.ts';
import type { Finding } from './finding.ts';
import type { Verdict } from './verdict.ts';

/** Whole numbers; null: cannot be known. */
export interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

export interface WriteCounts {
  readonly sent: number;
  readonly acknowledged: number;
  readonly rejected: number;
  readonly unknown: number;
  readonly notSent: number;
}

export interface Overlap {
  /** Peak of writes between their own tail's handing over and the first byte of their answer. */
  readonly maxInFlight: number;
  /** How long all of them were in flight together. */
  readonly allInFlightMs: number;
  /** From the first tail handed over to the last; null outside a burst. */
  readonly releaseSpreadMs: number | null;
  /** Least read-to-write window that this phase of this round alone would have caught at 95 %; null outside a burst. */
  readonly detectableWindowMs: number | null;
}

export interface LatencyMs {
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface PhaseResult {
  readonly round: number;
  readonly index: number;
  readonly kind: string;
  readonly name: string;
  /** Decimal strings; null when not read. */
  readonly before: string | null;
  readonly after: string | null;
  /** What `after` may be; decimal strings. */
  readonly expected: { readonly min: string | null; readonly max: string | null };
  readonly observed: string | null;
  readonly lost: Range;
  readonly duplicated: Range;
  readonly writes: WriteCounts;
  /** How many things were meant by its writes; left out where each write is one of its own. */
  readonly intents?: number;
  /** Writes that were hung up on on purpose; left out where none was. */
  readonly abandoned?: number;
  readonly statusCodes: Readonly<Record<string, number>>;
  readonly overlap: Overlap;
  readonly latencyMs: LatencyMs | null;
  readonly settledAfterMs: number | null;
  /** Only for rounds that went wrong; at most 10,000. */
  readonly operations?: readonly Operation[];
  readonly omitted?: number;
}

export interface Note {
  readonly code: string;
  readonly message: string;
}

/** One example of an answer that came in one way or another, and how often such an answer came. */
export interface AnswerExample {
  readonly of: 'write' | 'read';
  readonly status: number | null;
  /** null for a read. */
  readonly counts: Counts | null;
  readonly times: number;
  readonly reason: string | null;
  /** How it began, where that was kept; escaped and redacted. */
  readonly excerpt: string | null;
}

/** What a share of all reads did not exceed; null: without bound. */
export interface AgeQuantile {
  /** Above 0, at most 1. */
  readonly share: number;
  readonly deltaMs: number | null;
  /** Writes that were missing. */
  readonly behind: number | null;
}

export interface ScenarioResult {
  readonly id: string;
  readonly name: string;
  /** Path of the scenario file; null for a scenario made of flags. */
  readonly file: string | null;
  readonly verdict: Verdict;
  readonly object: string;
  readonly target: { readonly url: string; readonly design: string | null };
  /** Of a quota or a stock: the most, and of what; left out where there is none. */
  readonly limit?: { readonly count: string; readonly per: string | null };
  readonly require: string;
  readonly rounds: { readonly planned: number; readonly run: number; readonly wrong: number };
  readonly confidence: {
    readonly level: number;
    readonly wrongRoundRate: { readonly low: number; readonly high: number };
    readonly statement: string;
    /** Rounds that would see a fault of `rate` a round at least once, at this level. */
    readonly roundsToSee?: { readonly rate: number; readonly rounds: number };
    /** Least read-to-write window that all judged rounds together would have caught; null without a burst. */
    readonly detectableWindowMs?: number | null;
  };
  readonly phases: readonly PhaseResult[];
  readonly staleness: {
    readonly reads: number;
    readonly staleReads: number | null;
    readonly maxBehind: number | null;
    readonly deltaMs: number | null;
    /** Left out where no read was old. */
    readonly quantiles?: readonly AgeQuantile[];
  };
  readonly consistency: { readonly required: string; readonly satisfied: readonly string[] };
  /** One of each kind; left out where every answer was a plain yes. */
  readonly answers?: readonly AnswerExample[];
  readonly notes: readonly Note[];
  readonly findings: readonly Finding[];
  readonly assumptions: readonly string[];
  /** Path of the saved history, or null. */
  readonly history: string | null;
  /** Commands that repeat the run. */
  readonly replay: readonly string[];
}

export interface RunInfo {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly command: string;
  readonly seed: number;
  readonly labels: Readonly<Record<string, string>>;
}

export interface ToolInfo {
  readonly name: 'counter-probe';
  readonly version: string;
  readonly node: string;
  readonly platform: string;
}

export interface Summary {
  readonly verdict: Verdict;
  readonly exitCode: number;
  readonly scenarios: {
    readonly total: number;
    readonly pass: number;
    readonly fail: number;
    readonly inconclusive: number;
  };
  readonly findings: { readonly total: number; readonly new: number; readonly baselined: number };
  readonly writes: WriteCounts;
  readonly lost: Range;
  readonly duplicated: Range;
  /** Something is wrong and no answer said so. */
  readonly silent: boolean;
}

/** The JSON report, version 1; what the library returns, and the input of every reporter. */
export interface Report {
  readonly $schema: string;
  readonly schemaVersion: 1;
  readonly tool: ToolInfo;
  readonly run: RunInfo;
  readonly summary: Summary;
  readonly scenarios: readonly ScenarioResult[];
}
