import type { RequestSpec } from '../scenario/scenario.ts';
import type { Plan } from './plan.ts';

/** Template values by name; numbers keep their type in JSON where they fill a whole value. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** A request with nothing left to fill in. */
export interface Call {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  readonly timeoutMs: number;
}

/** Fills a request's templates; a name without a value is a ProbeError (`scenario`). */
export function render(_request: RequestSpec, _values: Values): Call {
  throw new Error('not built yet');
}

/** What requests of a round outside the writes see: vars resolved, `run_id`, `round`, `env.X`, and what setup took. */
export function roundValues(_plan: Plan, _round: number, _taken: Values): Values {
  throw new Error('not built yet');
}

/** Values of one write, `i` counted from 0 over the phases of a round: round values and `i`, `phase`, `uuid`, `key`. */
export function writeValues(_plan: Plan, _round: number, _taken: Values, _phaseIndex: number, _i: number): Values {
  throw new Error('not built yet');
}
