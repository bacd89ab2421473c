import { safeJson } from '../printable.ts';
import { type Digits, digitsOf, type Form, isList, isMap, isMissing, Word } from './form.ts';

/** A form as JSON on one line; words become text. */
export function jsonText(form: Form): string {
  if (isMissing(form)) return 'null';
  const digits = digitsOf(form);
  if (digits !== null) return digits;
  if (form instanceof Word) return quoted(form.name);
  if (isList(form)) return `[${form.map(jsonText).join(',')}]`;
  if (isMap(form)) return `{${Object.entries(form).map(([key, value]) => `${quoted(key)}:${jsonText(value)}`)}}`;
  return quoted(form);
}

const WHOLE = /^-?\d+$/;
/** More digits than a 64-bit integer always holds. */
const MANY_DIGITS = 18;

/** A form as EDN on one line. Numbers are marked so that no reader rounds them: `12345678901234567890N`, `0.10M`. */
export function ednText(form: Form): string {
  if (isMissing(form)) return 'nil';
  const digits = digitsOf(form);
  if (digits !== null) return digits + (WHOLE.test(digits) ? (digits.length > MANY_DIGITS ? 'N' : '') : 'M');
  if (form instanceof Word) return `:${form.name}`;
  if (isList(form)) return `[${form.map(ednText).join(' ')}]`;
  if (isMap(form))
    return `{${Object.entries(form)
      .map(([key, value]) => `:${key} ${ednText(value)}`)
      .join(', ')}}`;
  return quoted(form);
}

const quoted = (form: string | number | boolean | Digits): string => safeJson(JSON.stringify(form));
