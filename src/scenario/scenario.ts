import type { Expectation, ObjectKind, ReadingInfo, ReplayWhen } from '../history/history.ts';

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

/** A test of an answer. All that it names must hold. */
export interface Condition {
  /** null: any status. */
  readonly status: StatusSet | null;
  /** Looked at in the answer; null: nothing but the status. */
  readonly where: Selector | null;
  /** With `where`: nothing is there (`absent`); its text is just this (`equals`) or has a part that matches; none of them: something is there. */
  readonly absent?: true;
  readonly equals?: string;
  readonly matches?: string;
}

/** What an answer to a write says: the first that holds, `acknowledged` before `rejected`; else the effect is unknown. */
export interface OutcomeSpec {
  /** Alternatives. */
  readonly acknowledged: readonly Condition[];
  readonly rejected: readonly Condition[];
  /** Outcomes that are counted as well, by name. */
  readonly named: readonly { readonly name: string; readonly any: readonly Condition[] }[];
}

/** A request whose answer must be as expected, and whose values may be kept. */
export interface SetupSpec {
  readonly request: RequestSpec;
  readonly expect: StatusSet;
  readonly take: Readonly<Record<string, Selector>>;
}

/** A write: the request that counts, and what each write does just before it. */
export interface WriteSpec {
  /** Read, take, change: done for each write, in order; what they take is its alone. */
  readonly steps: readonly SetupSpec[];
  readonly request: RequestSpec;
}

export interface ReadingSpec {
  readonly name: string;
  readonly request: RequestSpec;
  readonly take: Selector | null;
  /** `count`: how many nodes the selector finds; `list`: how many items the one list has that it finds. */
  readonly as: 'number' | 'count' | 'list';
  /** For `count` and `list`: only different ones; what is looked at in each item, or null for the item itself. */
  readonly distinct?: Selector | null;
  /** What 404, `{}`, null and an empty answer count as; a decimal string; left out: as no number. */
  readonly absent?: string;
  /** How often it is read each time, one after another, each on a connection of its own, and must agree; 1 where left out. */
  readonly times?: number;
  readonly info: ReadingInfo;
  readonly settleMs: number;
}

/** `fresh`: one new connection a write; a number: so many kept ones, used in turn; null: as many as writes. */
export type Connections = 'fresh' | number | null;

interface PhaseBase {
  readonly name: string;
  /** Instead of the scenario's; null: the scenario's. */
  readonly write: WriteSpec | null;
  /** Hangs up on this share of its writes (0 to 1) so long after they were sent; null: on none. */
  readonly abort: { readonly afterMs: number; readonly share: number } | null;
}

export type PhaseSpec = PhaseBase &
  (
    | {
        readonly kind: 'concurrent';
        readonly count: number;
        readonly connections: Connections;
        readonly holdMs: number;
      }
    | { readonly kind: 'spaced'; readonly count: number; readonly everyMs: number; readonly connections: Connections }
    | {
        readonly kind: 'paced';
        readonly count: number;
        /** From the start of one write to the next, whatever the answers; the mean where `poisson`. */
        readonly everyMs: number;
        readonly arrivals: 'constant' | 'poisson';
      }
    | { readonly kind: 'lanes'; readonly lanes: number; readonly each: number }
    | {
        readonly kind: 'mixed';
        readonly count: number;
        /** Clients; each writes, then reads what it wrote to. */
        readonly lanes: number;
        /** Readers beside them, which only read, as often as they are answered. */
        readonly readers: number;
        readonly everyMs: number;
      }
    | {
        readonly kind: 'retry';
        /** Intents. */
        readonly count: number;
        readonly lose: 'reply' | 'request';
        /** Attempts of each intent that are lost before the one that is not. */
        readonly times: number;
        /** With the same key again, or with another. */
        readonly key: 'same' | 'new';
        /** Cut on our side, or by a proxy on loopback between us and the target. */
        readonly by: 'client' | 'proxy';
        /** So long an attempt that is lost is waited for before the next, in milliseconds, though its answer came earlier and was thrown away; null: the next follows at once. */
        readonly giveUpAfterMs: number | null;
        readonly everyMs: number;
      }
    | {
        readonly kind: 'replay';
        /** Attempts with the one key. */
        readonly count: number;
        readonly when: ReplayWhen;
        /** `other-body`, `other-path`: what is sent the second time. */
        readonly other: RequestSpec | null;
        readonly holdMs: number;
        /** `in-flight`: how long after the first the others follow. */
        readonly afterMs: number;
      }
    | { readonly kind: 'wait'; readonly forMs: number }
    | { readonly kind: 'quiet'; readonly forMs: number }
    | { readonly kind: 'run'; readonly command: string; readonly timeoutMs: number }
    | { readonly kind: 'request'; readonly step: SetupSpec }
  );

/** Clients of their own: write i goes by identity i mod count. */
export interface IdentitiesSpec {
  readonly count: number;
  /** On each request of an identity; templates see `{{identity}}`. */
  readonly headers: readonly (readonly [string, string])[];
  /** Done once for each in each round; what it takes is the identity's alone. */
  readonly setup: readonly SetupSpec[];
}

/** A request that must not be harmed by counting. */
export interface UnharmedSpec {
  readonly request: RequestSpec;
  readonly everyMs: number;
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
  readonly object: ObjectKind;
  /** As in the header of a history. */
  readonly require: string;
  /** A quota or a stock: the most, and of what (`round`, `phase`, `identity`, or a window such as `2000ms`); left out: none. */
  readonly limit?: { readonly count: string; readonly per: string };
  /** Decimal string. */
  readonly step: string;
  readonly setup: readonly SetupSpec[];
  readonly write: WriteSpec;
  readonly identities?: IdentitiesSpec;
  readonly unharmed?: UnharmedSpec;
  readonly outcome: OutcomeSpec;
  readonly returns: Selector | null;
  /** `returns` finds the new number, and not only a value that never repeats. */
  readonly returnsNumber?: true;
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
