import type { HistoryHeader, PhaseInfo } from '../history/history.ts';
import type { ConnectionPolicy, Json, RequestSpec, Selector, StatusSet } from '../scenario/scenario.ts';

export type { ConnectionPolicy, Json, RequestSpec, Selector, StatusSet };

export interface SetupStep {
  readonly request: RequestSpec;
  /** Statuses that let the setup go on. */
  readonly expect: StatusSet;
  /** Values kept for the round, by name. */
  readonly take: Readonly<Record<string, Selector>>;
}

export interface ReadingPlan {
  readonly name: string;
  readonly request: RequestSpec;
  /** null: found by itself in the first answer, then fixed for the run. */
  readonly take: Selector | null;
  /** `count`: how many nodes the selector finds. */
  readonly as: 'number' | 'count';
}

export interface PhasePlan extends PhaseInfo {
  /** `fresh`: one new connection a write; a number: so many kept ones, used in turn; null: as many as writes. */
  readonly connections: 'fresh' | number | null;
  /** How long every head is held back before the release, in milliseconds. */
  readonly holdMs: number;
}

/** What to do, exactly: plain data, the same for the same scenario and seed. */
export interface Plan {
  readonly header: HistoryHeader;
  /** The most rounds there may be. */
  readonly rounds: number;
  /** After so long no other round begins, in milliseconds; left out where only their number counts. */
  readonly untilMs?: number;
  readonly setup: readonly SetupStep[];
  readonly write: RequestSpec;
  readonly outcome: { readonly acknowledged: StatusSet; readonly rejected: StatusSet };
  /** Where a write's answer holds the value handed out; null: answers are not read as values. */
  readonly returns: Selector | null;
  readonly readings: readonly ReadingPlan[];
  readonly phases: readonly PhasePlan[];
  /** Values of the scenario's own variables, still with templates of built-in values in them. */
  readonly vars: Readonly<Record<string, string | number | boolean>>;
  readonly env: Readonly<Record<string, string>>;
  readonly connection: ConnectionPolicy;
  readonly settleMs: number;
  /** How long to watch for another writer before and after each round, in milliseconds. */
  readonly quietMs: number;
  readonly deadlineMs: number;
  /** Never to be seen in any output. */
  readonly secrets: readonly string[];
}
