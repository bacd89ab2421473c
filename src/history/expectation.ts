/**
 * A decimal string; or the name of a count: `acknowledged`, `rejected`, `unknown`, `keys` (keys acknowledged at least
 * once) or an outcome that the scenario names; or the name of a reading. `acknowledged` widens to a range when effects
 * are unknown; a number does not.
 */
export type Quantity = string;

/** All that are there must hold. */
export interface Bounds {
  readonly equals?: Quantity;
  readonly atLeast?: Quantity;
  readonly atMost?: Quantity;
}

/** Where something is judged. */
interface Judged {
  /** Each phase that sends writes alone, or only the whole round. */
  readonly perPhase: boolean;
  /** Only this phase, by its index; left out for the round or each phase. */
  readonly phaseIndex?: number;
}

/** What a reading is held to: its change (`risesBy`), the value it comes to rest at (`Bounds`), or both. */
export interface ReadingExpectation extends Judged, Bounds {
  readonly reading: string;
  /** null: not held to a change. */
  readonly risesBy: Quantity | null;
  /** How far one counted write moves this reading; a decimal string; left out where it is the step of the header. */
  readonly step?: string;
  /** Share of the change that it may be off by, e.g. 0.05; left out: none. */
  readonly within?: number;
}

/** How many writes may have an outcome. */
export interface CountExpectation extends Judged, Bounds {
  /** `acknowledged`, `rejected`, `unknown`, `keys`, or an outcome that the scenario names. */
  readonly count: string;
}

/** Readings that add up. */
export interface SumExpectation extends Judged {
  readonly of: readonly string[];
  readonly equals: Quantity;
}

/** What a reading may show while writes are in flight. */
export interface DuringExpectation extends Bounds {
  readonly reading: string;
}

/** Another request of the service that must not be harmed. */
export interface UnharmedExpectation {
  /** As it is shown: method and path. */
  readonly request: string;
  /** How much longer than before it may take, in milliseconds; null: as judged by its own times. */
  readonly slowerByMs: number | null;
}

export interface Expectation {
  readonly readings: readonly ReadingExpectation[];
  /** Values handed out to writes (`returned`) never repeat within a round. */
  readonly unique: boolean;
  /** What tells counters of a round apart, each of which hands out values of its own; left out where there is one. */
  readonly uniquePer?: readonly ('identity' | 'phase')[];
  readonly counts?: readonly CountExpectation[];
  readonly sums?: readonly SumExpectation[];
  readonly during?: readonly DuringExpectation[];
  /** The outcome whose answers (`answer`) must be the same for one key, or, without keys, for all. */
  readonly sameBody?: string;
  readonly unharmed?: UnharmedExpectation;
}

/** What is known of a reading beside its name; each is left out where it is plain. */
export interface ReadingInfo {
  /** A reading itself moves the number by so many steps; a decimal string. */
  readonly adds?: string;
  /** One write was sent after settling, to tell what is held back from what is lost (a phase of its own, `nudge`). */
  readonly nudge?: true;
}
