import { compare, formatDecimal, parseDecimal, times } from '../decimal.ts';
import type { Call } from './calls.ts';
import { digitsOf, type Form, isList, isMissing } from './form.ts';
import { decimalOf, type Recorded, readValue, returnedValue } from './imported.ts';

/** What a call was given. */
export interface Asked {
  /** A part of the state, where the value names one, as in `[key value]`. */
  readonly key: Form;
  /** In digits as they were written; null for none. */
  readonly amount: string | null;
}

export type Told = Pick<Recorded, 'value'> & Pick<Recorded, 'upTo' | 'amount' | 'reason'>;

/** Null when the amount is no number. */
export function askedBy(call: Call, value: Form): Asked | null {
  const [key, asked] = isKeyed(call, value) ? value : [undefined, value];
  if (call.f === 'read') return { key, amount: null };
  const given = isList(asked) ? asked[0] : asked;
  const amount = decimalOf(given);
  return isMissing(given) || amount !== null ? { key, amount } : null;
}

/** A pair names a key, except where it is an amount with room for the new value. */
const isKeyed = (call: Call, value: Form): value is readonly [Form, Form] =>
  isList(value) && value.length === 2 && !(call.takesAmount && isMissing(value[1]));

/** What an answer with `ok` tells, by the rules of the call; null when it tells of another amount than was asked for. */
export function toldBy(call: Call, asked: Asked, answer: Form): Told | null {
  const value = asked.key !== undefined && isList(answer) ? answer[1] : answer;
  if (call.f === 'read') return readValue(value);
  if (isList(value) && value.length === 2) {
    return isSame(asked.amount, value[0]) ? { value: returnedValue(value[1]) } : null;
  }
  if (call.returns) return { value: returnedValue(value) };
  const number = decimalOf(value);
  if (number === null) return { value: null };
  if (asked.amount === null) return call.takesAmount ? { value: null, amount: number } : { value: number };
  return isSame(asked.amount, value) ? { value: null } : null;
}

function isSame(amount: string | null, form: Form): boolean {
  if (amount !== null && amount === digitsOf(form)) return true;
  const [asked, told] = [parseDecimal(amount ?? ''), parseDecimal(decimalOf(form) ?? '')];
  return asked === null || (told !== null && compare(asked, told) === 0);
}

/** How far a call of that amount moves the number, in digits; null for one step up, and for a read. */
export function movedBy({ f, sign }: Call, amount: string | null | undefined): string | null {
  if (f === 'read' || sign === 1) return amount ?? null;
  const taken = parseDecimal(amount ?? '1');
  return taken === null ? null : formatDecimal(times(taken, -1n));
}
