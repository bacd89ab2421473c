/** Options of a reference server; each design reads those it knows. Times are in milliseconds. */
export interface DesignOptions {
  /** 0: any free port. */
  readonly port?: number;
  /** Pause between read and write of a wrong design in memory (5); 0 is one turn of the event loop. */
  readonly windowMs?: number;
  /** How long what is kept stays: a cached read (500), a lease (7 min), a remembered key (24 h). */
  readonly ttlMs?: number;
  /** How far what is passed on lags behind: a replica, a flush, a slow refill. */
  readonly lagMs?: number;
  /** Least time between two writes to one key that are both taken (1000). */
  readonly limitMs?: number;
  /** The most that a quota admits in its window (5). */
  readonly limit?: number;
  /** Writes that a store takes in all (1000). */
  readonly budget?: number;
  /** How long the outside service takes that a Durable Object asks between its read and its write (5). */
  readonly fetchDelayMs?: number;
  /** The clock of designs that look at the time, for tests; it never goes back. */
  readonly nowMs?: () => number;
  /** A running Redis to use in place of one of its own: keys have a prefix and are removed at the end. */
  readonly redisUrl?: string;
  /** A running PostgreSQL to use in place of one of its own: tables are in a schema that is dropped at the end. */
  readonly postgresUrl?: string;
}

/** What a design starts that its packages do not bring, or not on every system. */
export interface OwnServer {
  /** The option by which a running one is given instead; null when it always starts its own. */
  readonly givenBy: 'redisUrl' | 'postgresUrl' | null;
  /** What is missing here to start it, and the line that installs it; null when it can be started. Starts nothing. */
  readonly missing: () => string | null;
}

/** What a design serves; each has an HTTP contract of its own. */
export type ServedObject = 'counter' | 'quota' | 'reservation' | 'tracker' | 'payment';

export interface RunningDesign {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /**
   * Settles, before it is closed, with what had died so that nobody listens at the URL any more; not there where this
   * process listens itself, which answers that what it asked is gone.
   */
  readonly ended?: Promise<string>;
  /** Ends every connection, process and temporary file of the design; settles when the port is free. */
  readonly close: () => Promise<void>;
}

/** A reference server to try the prober on. */
export interface Design {
  readonly id: string;
  /** One line: what it is and what it runs on. */
  readonly title: string;
  /** `real`: the real system; `model` or `emulator`: a stand-in, always said. */
  readonly kind: 'real' | 'model' | 'emulator';
  readonly object: ServedObject;
  /** Does what its contract promises, whatever comes at once, again or in between. */
  readonly right: boolean;
  /** What a probe must find; null for a right design. */
  readonly finding: string | null;
  /** Packages it needs beside the tool itself, as npm is given them: `name@version`. */
  readonly needs: readonly string[];
  /** The server it starts; none for what runs in processes of Node alone, or of its packages. */
  readonly server?: OwnServer;
  /** Rejects with a `ProbeError` when the port is taken or what it runs on does not start. */
  readonly start: (options: DesignOptions) => Promise<RunningDesign>;
}
