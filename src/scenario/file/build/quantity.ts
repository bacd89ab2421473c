import type { Bounds } from '../../../history/history.ts';
import { decimalOf, isDecimal } from '../../text/decimal.ts';
import { Mistake } from '../../text/mistake.ts';
import { nearest } from '../../text/nearest.ts';
import type { RawBounds } from '../schema/expect.ts';

/** What an expectation may name. */
export interface Names {
  /** `acknowledged`, `rejected`, `unknown`, `keys`, and outcomes that the scenario names. */
  readonly counts: readonly string[];
  readonly readings: readonly string[];
}

/** A number as a decimal string, or the name of one of `known`. Throws a Mistake. */
export function quantityOf(raw: string | number, known: readonly string[], what = 'a count or a reading'): string {
  const text = String(raw);
  if (isDecimal(text)) return decimalOf(text);
  if (known.includes(text)) return text;
  const near = nearest(text, known);
  const mend = near ? `did you mean ${near}?` : `known here: ${known.join(', ')}`;
  throw new Mistake(`${JSON.stringify(text)} is neither a number nor the name of ${what}`, mend);
}

/** Throws a Mistake. */
export function boundsOf(raw: RawBounds, { counts, readings }: Names): Bounds {
  const known = [...counts, ...readings];
  const { equals, atLeast, atMost } = raw;
  const bounds = {
    ...(equals === undefined ? {} : { equals: quantityOf(equals, known) }),
    ...(atLeast === undefined ? {} : { atLeast: quantityOf(atLeast, known) }),
    ...(atMost === undefined ? {} : { atMost: quantityOf(atMost, known) }),
  };
  checkOrder(bounds);
  return bounds;
}

function checkOrder({ equals, atLeast, atMost }: Bounds): void {
  if (equals !== undefined && (atLeast ?? atMost) !== undefined) {
    throw new Mistake('what equals a number needs no other bound', 'keep equals, or atLeast and atMost');
  }
  if (atLeast === undefined || atMost === undefined || !isDecimal(atLeast) || !isDecimal(atMost)) return;
  if (Number(atLeast) > Number(atMost))
    throw new Mistake(`nothing is at least ${atLeast} and at most ${atMost}`, 'change one of them');
}

export const saysBounds = ({ equals, atLeast, atMost }: RawBounds): boolean =>
  (equals ?? atLeast ?? atMost) !== undefined;
