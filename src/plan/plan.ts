import type { HistoryHeader, PhaseInfo } from '../history/history.ts';
import type {
  Condition,
  ConnectionPolicy,
  Connections,
  IdentitiesSpec,
  Json,
  OutcomeSpec,
  PhaseSpec,
  ReadingSpec,
  RequestSpec,
  Selector,
  SetupSpec,
  StatusSet,
  UnharmedSpec,
  WriteSpec,
} from '../scenario/scenario.ts';

export type {
  Condition,
  ConnectionPolicy,
  Connections,
  IdentitiesSpec,
  Json,
  OutcomeSpec,
  PhaseSpec,
  RequestSpec,
  Selector,
  StatusSet,
  UnharmedSpec,
};

export type SetupStep = SetupSpec;
export type WritePlan = WriteSpec;
export type ReadingPlan = ReadingSpec;

/** One phase: what the history says of it, and how it is done. */
export interface PhasePlan {
  readonly info: PhaseInfo;
  readonly how: PhaseSpec;
  /** Done only where a value is short of what it should be; its values are read all the same. */
  readonly nudge?: true;
}

export type PlanOf<Kind extends PhaseSpec['kind']> = PhasePlan & {
  readonly how: Extract<PhaseSpec, { readonly kind: Kind }>;
};

/** What to do, exactly: plain data, the same for the same scenario and seed. */
export interface Plan {
  readonly header: HistoryHeader;
  /** The most rounds there may be. */
  readonly rounds: number;
  /** After so long no other round begins, in milliseconds; left out where only their number counts. */
  readonly untilMs?: number;
  readonly setup: readonly SetupStep[];
  readonly write: WritePlan;
  readonly identities?: IdentitiesSpec;
  readonly unharmed?: UnharmedSpec;
  readonly outcome: OutcomeSpec;
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
