/** ok: took effect · fail: certainly did not · info: cannot be known. `fail` is the target's word, not a fact. */
export type Outcome = 'ok' | 'fail' | 'info';

/** How a write counts in the sums of a verdict. */
export type Counts = 'acknowledged' | 'rejected' | 'unknown' | 'notSent';

export type OperationKind = 'increment' | 'read' | 'admit' | 'reserve' | 'release' | 'effect';

/**
 * Why a value was read: `before` the first phase (the base), `quiet` while watching for another writer,
 * `settle` after a phase, until the value stands still, `during` a phase, while writes may be in flight.
 */
export type ReadRole = 'before' | 'quiet' | 'settle' | 'during';

/** How the `reason` of a read begins when its answer was whole and what stood in the number's place was no number. */
export const NO_NUMBER = 'no number at';

/**
 * Why a whole answer told no number, by what stood in its place: something else, a number that is none (NaN, Infinity),
 * or nothing at all.
 */
export type Trouble = 'no-number' | 'not-finite' | 'nothing';

/**
 * One operation: a call with its two events. Times are whole nanoseconds of one monotonic clock, from the start of the
 * run. Values are decimal strings, exact at any size.
 */
export interface Operation {
  readonly id: number;
  /** A logical client with one call open at a time; it retires after `info`. */
  readonly process: string;
  /** Whose own writes a read must see. */
  readonly session: string;
  readonly f: OperationKind;
  readonly key: string;
  /** Name of the phase; for a read, of the phase it follows (`before` ahead of the first). */
  readonly phase: string;
  /** Place of the phase in its round, from 0; -1 ahead of the first. */
  readonly phaseIndex: number;
  /** From 1. */
  readonly round: number;
  /** Stamped before the first byte that could start the operation may leave. */
  readonly invoke: number;
  /** Stamped after the answer's body was read and parsed; null for `info`. */
  readonly complete: number | null;
  readonly outcome: Outcome;
  /** null for a read. */
  readonly counts: Counts | null;
  /** What was read, or what the write's answer returned; null when nothing was promised or found. */
  readonly value: string | null;
  readonly status: number | null;
  /** Why the outcome is what it is, where that is not plain; text from the target in it is escaped and redacted. */
  readonly reason: string | null;
  /** The beginning of an answer, at most 1,024 characters, escaped and redacted: of each that was not what was hoped for, and of the first of each kind that says yes. */
  readonly excerpt: string | null;
  /** The id sent to the server in `Counter-Probe-Attempt`; null for a read. */
  readonly attempt: string | null;
  /** When the last held-back byte was handed to the kernel; null if it never was. */
  readonly sent: number | null;
  /** When the first byte of the answer was seen; null if none was. */
  readonly firstByte: number | null;
  /** When the call was over on our side, whatever came of it; null when that is not told. */
  readonly ended: number | null;
  /** For a read: the name of the reading, and why it was made. */
  readonly reading: string | null;
  readonly role: ReadRole | null;
  /** For a write: the value the answer was read for by `unique`, exactly as text; null when none is asked for. */
  readonly returned: string | null;
  /** For a write: how far it moves the number, a decimal string; left out where that is the header's step. */
  readonly amount?: string;
  /** For a read that told a range: its upper end, a decimal string; `value` is the lower one. */
  readonly upTo?: string;
  /** Whose clock the times are of, where several machines took part; left out where one did. */
  readonly machine?: string;
  /** For a write that may be sent more than once: what is meant, the same for every attempt (`{{key}}`); left out where each write is an intent of its own. */
  readonly intent?: string;
  /** Which identity made the call, from 0; left out where there is but one. */
  readonly identity?: number;
  /** For a write: every outcome of the scenario that its answer has beside the one it counts as; left out where there is none. */
  readonly labels?: readonly string[];
  /** For a write: what was answered, as a digest that is the same for the same answer; left out where nobody asks. */
  readonly answer?: string;
  /** We hung up on purpose, before all of the `request` had left or ahead of its `reply`; such a write is `info`. */
  readonly abandoned?: 'request' | 'reply';
  /** What shows that the answer came from a cache, e.g. `Age: 12`; left out where nothing does. */
  readonly cached?: string;
  /** For an acknowledged write: what its answer is made of, where others of its status were made otherwise; left out where it is as the first. */
  readonly shape?: string;
  /** For a read without a value: what stood in the number's place; left out where the answer had no such place. */
  readonly trouble?: Trouble;
  /** For `reserve` and `release`: what is held or given back, where it is not the one thing of the key. */
  readonly items?: readonly string[];
  /** For `reserve` and `release`: names the hold, so that a release is known to be of it. */
  readonly hold?: string;
}

const NOTHING = /^no number at value: (nil|null)$/;
const NOT_FINITE = /: "?[+-]?(NaN|Infinity)"?$/;

/** What stood in the number's place; null: a number, or no whole answer. Where it was not recorded its words tell. */
export function troubleOf({ f, value, trouble, reason }: Operation): Trouble | null {
  if (f !== 'read' || value !== null) return null;
  if (trouble !== undefined) return trouble;
  if (reason === null || !reason.startsWith(NO_NUMBER)) return null;
  if (NOTHING.test(reason)) return 'nothing';
  return NOT_FINITE.test(reason) ? 'not-finite' : 'no-number';
}
