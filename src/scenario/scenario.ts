import type { Expectation, PhaseKind } from '../history/history.ts';

/** Inclusive ranges of HTTP statuses, e.g. `[[200, 299]]`. */
export type StatusSet = readonly (readonly [number, number])[];

/** Where a value is in an answer; checked when the scenario is loaded. */
export type Selector =
  | { readonly kind: 'jsonpath'; readonly query: string }
  | { readonly kind: 'pointer'; readonly pointer: string }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'regex'; readonly pattern: string }
  | { readonly kind: 'text' };

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Body of a request; every string in it may hold templates. */
export type BodySpec =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly json: Json }
  | { readonly kind: 'form'; readonly fields: readonly (readonly [string, string])[] }
  /** Read from a file, sent as it is. */
  | { readonly kind: 'bytes'; readonly base64: string };

/** A request with templates (`{{name}}`) in its URL, headers and body. */
export interface RequestSpec {
  readonly method: string;
  /** Absolute; or it begins with a value that setup takes, and then `relativeTo` is there. */
  readonly url: string;
  /** What such a URL is resolved against, and whose host it may not leave. */
  readonly relativeTo?: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: BodySpec | null;
  readonly timeoutMs: number;
}

/** How connections are made: curl's flags. */
export interface ConnectionPolicy {
  readonly connectTimeoutMs: number;
  /** false: `-k`. */
  readonly verifyTls: boolean;
  /** PEM text. */
  readonly ca: string | null;
  readonly cert: string | null;
  readonly key: string | null;
  /** Password of the key file (`--cert file:password`). */
  readonly keyPassword: string | null;
  /** Proxy URL; null: none. */
  readonly proxy: string | null;
  /** Host names that are reached without the proxy; `*` is all. */
  readonly noProxy: readonly string[];
  /** `--resolve host:port:address`; port null is any (`*`). */
  readonly resolve: readonly { readonly host: string; readonly port: number | null; readonly address: string }[];
  /** `--connect-to host1:port1:host2:port2`; an empty part is null. */
  readonly connectTo: readonly {
    readonly host: string | null;
    readonly port: number | null;
    readonly toHost: string | null;
    readonly toPort: number | null;
  }[];
  readonly unixSocket: string | null;
  readonly followRedirects: boolean;
}

export interface SetupSpec {
  readonly request: RequestSpec;
  readonly expect: StatusSet;
  readonly take: Readonly<Record<string, Selector>>;
}

export interface ReadingSpec {
  readonly name: string;
  readonly request: RequestSpec;
  readonly take: Selector | null;
  readonly as: 'number' | 'count';
}

export interface PhaseSpec {
  readonly kind: PhaseKind;
  readonly name: string;
  readonly count: number;
  readonly everyMs: number | null;
  readonly connections: 'fresh' | number | null;
  readonly holdMs: number;
}

/** One question put to a target. Flags and files make the same object; all defaults are filled in. */
export interface Scenario {
  readonly name: string;
  /** Path as given, or null for flags. */
  readonly file: string | null;
  /** Variables that it defines or uses, by name; values may hold templates of built-in values and of other variables. */
  readonly vars: Readonly<Record<string, string | number | boolean>>;
  /** Environment values used in templates, by name; they count as secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly object: 'counter';
  readonly require: 'eventual';
  /** Decimal string. */
  readonly step: string;
  readonly setup: readonly SetupSpec[];
  readonly write: RequestSpec;
  readonly outcome: { readonly acknowledged: StatusSet; readonly rejected: StatusSet };
  readonly returns: Selector | null;
  readonly readings: readonly ReadingSpec[];
  readonly phases: readonly PhaseSpec[];
  readonly expect: Expectation;
  readonly rounds: number;
  /** Rounds go on until a fault is proven or so long has passed; left out where `rounds` says how many. */
  readonly untilMs?: number;
  readonly settleMs: number;
  readonly quietMs: number;
  readonly minOverlap: number | null;
  readonly maxSpreadMs: number | null;
  readonly deadlineMs: number;
  readonly connection: ConnectionPolicy;
  readonly secrets: readonly string[];
}
