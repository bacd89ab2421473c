import type { ConnectionPolicy, StatusSet } from '../scenario.ts';

/** What holds where neither a flag nor a scenario file says otherwise. */
export const DEFAULTS = {
  concurrency: 10,
  rounds: 1,
  step: '1',
  everyMs: 50,
  /** Clients of a mixed phase. */
  lanes: 4,
  holdMs: 100,
  inFlightMs: 10,
  commandMs: 30_000,
  settleMs: 2_000,
  quietMs: 200,
  timeoutMs: 10_000,
  connectTimeoutMs: 10_000,
  deadlineMs: 600_000,
} as const;

/** The most that may be asked for. */
export const LIMITS = {
  concurrency: 10_000,
  spaced: 1_000_000,
  rounds: 10_000,
  /** Repeats of a reading, or losses of a reply. */
  times: 1_000,
  /** Bytes of a scenario or variables file. */
  fileBytes: 1_048_576,
  /** Bytes of a request body that is read from a file. */
  bodyBytes: 16_777_216,
} as const;

export const ACKNOWLEDGED: StatusSet = [[200, 299]];

/** Refusals that are an answer: 408, 425 and 499 leave open whether the write took effect. */
export const REJECTED: StatusSet = [
  [400, 407],
  [409, 424],
  [426, 498],
];

export const CONNECTION: ConnectionPolicy = {
  connectTimeoutMs: DEFAULTS.connectTimeoutMs,
  verifyTls: true,
  ca: null,
  cert: null,
  key: null,
  keyPassword: null,
  proxy: null,
  noProxy: [],
  resolve: [],
  connectTo: [],
  unixSocket: null,
  followRedirects: false,
};
