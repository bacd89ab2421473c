/** What a counter design brings; the HTTP contract is laid over it. Throw a `Refusal` to refuse. */
export interface Counter {
  /** Puts a known value in place: preparation, so no limit of the design applies. */
  readonly set: (key: string, value: number) => Promise<void>;
  /** Counts one. Gives the new value where the design knows it, else null. */
  readonly increment: (key: string) => Promise<number | null>;
  /** 0 for a key that was never written. */
  readonly read: (key: string) => Promise<number>;
}

/** A request, whichever server took it. */
export interface Asked {
  readonly method: string;
  /** Absolute, or null when the request line holds none that can be read. */
  readonly url: URL | null;
  /** The body; what lies beyond the contract's limit may be left out. */
  readonly text: () => Promise<string>;
}

/** An answer, for whichever server sends it. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; null for an empty body. */
  readonly body: string | null;
}
