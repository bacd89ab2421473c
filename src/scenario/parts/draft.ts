import type { PhaseSpec, ReadingSpec, Scenario, Selector, SetupSpec, StatusSet, WriteSpec } from '../scenario.ts';
import type { Header } from '../text/header.ts';
import type { Path } from '../text/source.ts';
import type { Environment, Variables } from '../text/variables.ts';
import type { RequestDraft } from './request.ts';

export interface SetupDraft {
  readonly request: RequestDraft;
  readonly expect: StatusSet;
  readonly take: Readonly<Record<string, Selector>>;
}

export interface WriteDraft {
  readonly steps: readonly SetupDraft[];
  readonly request: RequestDraft;
}

export interface ReadingDraft extends Omit<ReadingSpec, 'request'> {
  readonly request: RequestDraft;
}

export interface PhaseDraft {
  /** Laid over the write of the scenario; null: that one as it is. */
  readonly write: WriteDraft | null;
  /** What a replay sends the second time. */
  readonly other: RequestDraft | null;
  /** The one request of a phase that is a request. */
  readonly step: SetupDraft | null;
  /** A command line that may hold templates, and where it is written. */
  readonly command: { readonly text: string; readonly path: Path } | null;
  /** The phase, once its requests are known. */
  readonly finish: (own: PhaseRequests) => PhaseSpec;
}

export interface PhaseRequests {
  readonly write: WriteSpec | null;
  readonly other: SetupSpec['request'] | null;
  readonly step: SetupSpec | null;
}

export interface IdentitiesDraft {
  readonly count: number;
  readonly headers: readonly Header[];
  readonly setup: readonly SetupDraft[];
}

type Fitted = 'vars' | 'env' | 'setup' | 'write' | 'readings' | 'identities' | 'unharmed' | 'phases' | 'quietMs';

/** A scenario whose parts were read, and whose requests and values have still to be fitted together. */
export interface Draft extends Omit<Scenario, Fitted | 'secrets'> {
  readonly target: string | null;
  readonly variables: Variables;
  readonly environment: Environment;
  readonly setup: readonly SetupDraft[];
  readonly identities: IdentitiesDraft | null;
  readonly write: WriteDraft;
  readonly readings: readonly ReadingDraft[];
  readonly phases: readonly PhaseDraft[];
  readonly unharmed: { readonly request: RequestDraft; readonly everyMs: number } | null;
  /** Names whose values are secret. */
  readonly secretNames: readonly string[];
  /** Secrets known by themselves, such as the password of a proxy. */
  readonly secrets: readonly string[];
}
