/** What a counter design brings; the HTTP contract is laid over it. Throw a `Refusal` to refuse. */
export interface Counter {
  /** Puts a known value in place: preparation, so no limit of the design applies. */
  readonly set: (key: string, value: number) => Promise<void>;
  /**
   * Counts one. Gives the new value where the design knows it, else null. `event` names what is counted, by its
   * `Idempotency-Key`; null where it has none. Most designs do not look at it.
   */
  readonly increment: (key: string, event: string | null) => Promise<number | null>;
  /** 0 for a key that was never written. */
  readonly read: (key: string) => Promise<number>;
  /** The same number as other parts of the design have it, by name: the store behind a cache, say. */
  readonly views?: Readonly<Record<string, (key: string) => Promise<number>>>;
  /** What else can be done to what the counter runs on, by its path: `cut` is `POST /cut`. Gives what to answer. */
  readonly acts?: Readonly<Record<string, () => Promise<object>>>;
  /** `POST /crash`; none where nothing of the design may be killed. */
  readonly crash?: Crash;
}

/**
 * Kills the processes that have the number (SIGKILL), starts others on what they left, and settles when these are ready.
 * Gives the process ids: one, or a list where several share the work.
 */
export type Crash = () => Promise<{
  readonly killed: number | readonly number[];
  readonly started: number | readonly number[];
}>;
