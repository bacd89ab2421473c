import type { Columns } from '../columns.ts';

/**
 * How a few operations contradict each other, as an argument that counting settles. A *floor* is an operation that
 * shows how high the value was; a *ceiling* one that shows how low it still was.
 *
 * - `duplicate`: two increments returned the same value.
 * - `inversion`: a floor came before a ceiling that shows less (no floor: less than the start).
 * - `lost`: more increments came after a floor and before a ceiling than lie between the two values.
 * - `impossible`: a floor shows more than all increments sent by then could make.
 * - `jump`: a floor shows more above a ceiling than the increments that can lie between could make.
 * - `overflow`: a floor and the increments after it exceed the limit.
 *
 * Without a floor, `lost` and `overflow` count from the start value. In `impossible` and `jump` the increments are those
 * whose returned values lie elsewhere, so that they do not count.
 */
export type Form = 'duplicate' | 'impossible' | 'inversion' | 'jump' | 'lost' | 'overflow';

/** The operations are told by their rows. */
export interface Witness {
  readonly form: Form;
  readonly floors: readonly number[];
  readonly increments: readonly number[];
  readonly ceilings: readonly number[];
}

export function witness(form: Form, parts: Partial<Omit<Witness, 'form'>>): Witness {
  return { form, floors: [], increments: [], ceilings: [], ...parts };
}

/** How many operations it takes. */
export const sizeOf = ({ floors, increments, ceilings }: Witness): number =>
  floors.length + increments.length + ceilings.length;

/** What all the floors show; Infinity without any. */
export const levelOf = ({ low }: Columns, floors: readonly number[]): number =>
  floors.reduce((least, row) => Math.min(least, low[row] as number), Number.POSITIVE_INFINITY);

/** What no ceiling is above; -Infinity without any. */
export const topOf = ({ high }: Columns, ceilings: readonly number[]): number =>
  ceilings.reduce((most, row) => Math.max(most, high[row] as number), Number.NEGATIVE_INFINITY);
