/** A request, whichever server took it. */
export interface Asked {
  readonly method: string;
  /** Absolute, or null when the request line holds none that can be read. */
  readonly url: URL | null;
  /** The value of a header, or null where it was not sent. */
  readonly header: (name: string) => string | null;
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

/** What a path does, by method. */
export type Methods = Readonly<Record<string, () => Promise<Reply>>>;

/** An HTTP contract: the methods of a path. Throws a `Refusal` (404) for a path it does not have. */
export type Contract = (url: URL, asked: Asked) => Methods;
