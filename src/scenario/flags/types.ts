import type { Environment } from '../text/variables.ts';

/** A piece of a body, in the order given: curl's `--data`, `--data-raw`, `--data-binary` and `--data-urlencode`. */
export interface DataPiece {
  readonly kind: 'data' | 'raw' | 'binary' | 'urlencode';
  readonly text: string;
}

/** Flags that describe one request; curl's, letter for letter. */
export interface RequestFlags {
  readonly url?: string | undefined;
  readonly request?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly data?: readonly DataPiece[] | undefined;
  readonly user?: string | undefined;
  readonly cookie?: readonly string[] | undefined;
  readonly maxTime?: string | undefined;
}

/** Flags of `run`, as they were typed: texts are read and checked here, and what was not given is undefined. */
export interface RunFlags extends RequestFlags, ConnectionFlags, JudgingFlags {
  /** A URL, a path relative to `url`, or `none`. */
  readonly read?: string | undefined;
  readonly readHeader?: readonly string[] | undefined;
  readonly ok?: string | undefined;
  readonly okWhere?: string | undefined;
  readonly refused?: string | undefined;
  readonly refusedWhere?: string | undefined;
  readonly distinct?: string | undefined;
  /** Requests before every round, as curl command lines. */
  readonly before?: readonly string[] | undefined;
  /** It is a reservation: one may be granted a round. */
  readonly unique?: boolean | undefined;
  /** `lost-reply` or `lost-request`. */
  readonly retry?: string | undefined;
  readonly as?: string | undefined;
  readonly take?: string | undefined;
  readonly returns?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly spaced?: string | undefined;
  readonly spacing?: string | undefined;
  /** Of the spaced phase: `fresh`, or how many are kept. */
  readonly connections?: string | undefined;
  readonly step?: string | undefined;
  readonly var?: readonly string[] | undefined;
  readonly varsFile?: string | undefined;
  readonly secret?: readonly string[] | undefined;
}

/** How connections are made; curl's, letter for letter. */
export interface ConnectionFlags {
  readonly insecure?: boolean | undefined;
  readonly cacert?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly proxy?: string | undefined;
  readonly noproxy?: string | undefined;
  readonly resolve?: readonly string[] | undefined;
  readonly connectTo?: readonly string[] | undefined;
  readonly unixSocket?: string | undefined;
  readonly connectTimeout?: string | undefined;
  readonly location?: boolean | undefined;
}

/** What may be laid over a scenario file as well. */
export interface JudgingFlags extends Pick<RequestFlags, 'maxTime'> {
  readonly rounds?: string | undefined;
  readonly until?: string | undefined;
  readonly settle?: string | undefined;
  readonly minOverlap?: string | undefined;
  readonly maxSpread?: string | undefined;
  readonly deadline?: string | undefined;
  readonly require?: string | undefined;
  /** It is a quota: so many may be admitted a round. */
  readonly limit?: string | undefined;
}

export interface FlagContext {
  readonly env: Environment;
  /** Drops what has expired from a cookie file; left out, nothing counts as expired. */
  readonly nowMs?: number;
}
