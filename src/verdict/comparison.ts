import type { Range, ToolInfo } from './report.ts';

/** Nothing is said, and why. */
export interface NotTested {
  readonly tested: false;
  readonly why: string;
}

/** What was found, and how far it can be relied on. */
export type Cell<Found> = NotTested | (Found & { readonly tested: true; readonly bound: string });

/** Ten writes of a round, and how many of those that were acknowledged were kept. */
export interface KeptWrites {
  readonly writes: number;
  readonly acknowledged: Range;
  readonly rejected: Range;
  /** Least and most of a round. */
  readonly kept: Range;
  readonly rounds: number;
  readonly wrong: number;
  readonly wrongRoundRate: { readonly low: number; readonly high: number };
  /** Finding codes. */
  readonly codes: readonly string[];
  /** Something is wrong and no answer said so. */
  readonly silent: boolean;
}

/** Writes that were sent again with the same key, because their reply was lost. */
export interface RetriedWrites {
  readonly counted: 'once' | 'twice' | 'some twice' | 'lost';
  readonly keys: number;
  /** How often they counted, all together. */
  readonly applied: number;
}

/** Whether the next read of a client that was told yes shows its write. */
export interface OwnWrites {
  readonly seen: boolean;
  readonly reads: number;
  readonly missed: number;
}

/** How far behind reads were, while one client wrote and another read. A read that missed nothing is 0 old. */
export interface ReadAge {
  readonly writes: number;
  /** Of them, those that some read missed which began after their answer. */
  readonly missedWrites: number;
  readonly reads: number;
  readonly staleReads: number;
  readonly p50Ms: number;
  readonly maxMs: number;
  /** Writes that had been acknowledged and were missing from a read. */
  readonly maxBehind: number;
  /** Pause of the one who writes. */
  readonly everyMs: number;
}

/** Acknowledged writes of one client, one after another on one connection, in turns with those of all that are compared. */
export interface WriteLatency {
  readonly turns: number;
  readonly writes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Upper bounds at 95 %; null: too few writes for one. */
  readonly p50AtMostMs: number | null;
  readonly p99AtMostMs: number | null;
}

/** How much longer a write takes than one of the fastest: the median over turns of p50 over p50 of the same turn. */
export interface LatencyRatio {
  readonly ratio: number;
  /** Bounds of that median at 95 %; null: too few turns for them. */
  readonly low: number | null;
  readonly high: number | null;
  readonly turns: number;
  /** Id of the fastest; its own ratio is 1. */
  readonly fastest: string;
}

/** Acknowledged writes, and those that were there after the process that had them was killed; over all kills. */
export interface KeptAfterKill {
  readonly kills: number;
  readonly acknowledged: number;
  readonly kept: Range;
}

export interface Answers {
  readonly burst: Cell<KeptWrites>;
  readonly spaced: Cell<KeptWrites>;
  readonly retry: Cell<RetriedWrites>;
  readonly ownWrite: Cell<OwnWrites>;
  readonly staleness: Cell<ReadAge>;
  readonly latency: Cell<WriteLatency>;
  readonly ratio: Cell<LatencyRatio>;
  readonly kill: Cell<KeptAfterKill>;
}

/** What has to be run for it. */
export interface ToRun {
  /** `real`, `model` or `emulator` of a design; null for a service of somebody's own. */
  readonly kind: string | null;
  /** The process that answers, and the service behind it. */
  readonly services: readonly string[];
  /** As npm is given them. */
  readonly packages: readonly string[];
}

export interface ComparedRow {
  /** Id of a design, or path of a scenario file. */
  readonly id: string;
  readonly of: 'design' | 'scenario';
  readonly title: string;
  readonly toRun: ToRun;
  /** How long a value had to stand still before a write counted as lost. */
  readonly settleMs: number | null;
  /** Why it was not measured; null when it was. */
  readonly skipped: string | null;
  /** null when it was skipped. */
  readonly answers: Answers | null;
}

/** The design questions, answered side by side; version 1. */
export interface Comparison {
  readonly $schema: string;
  readonly format: 'counter-probe-comparison';
  readonly version: 1;
  readonly tool: ToolInfo;
  readonly run: {
    readonly startedAt: string;
    readonly durationMs: number;
    readonly command: string;
    readonly seed: number;
    readonly interrupted: boolean;
  };
  readonly rows: readonly ComparedRow[];
}
