import { printable } from '../printable.ts';

/** A number with every digit it was written with, where a double would not have them. */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A keyword or symbol of EDN, without its colon. */
export class Word {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** What a file of events is made of, in EDN and in JSON. A number is exact as a double. */
export type Form = null | undefined | boolean | number | string | Digits | Word | readonly Form[] | FormMap;

export interface FormMap {
  readonly [key: string]: Form;
}

export const isList = (form: Form): form is readonly Form[] => Array.isArray(form);

export const isMap = (form: Form): form is FormMap =>
  typeof form === 'object' && form !== null && !isList(form) && !(form instanceof Digits) && !(form instanceof Word);

export const isMissing = (form: Form): form is null | undefined => form === null || form === undefined;

/** The digits of a number; null for all else, and for NaN and infinity. */
export function digitsOf(form: Form): string | null {
  if (typeof form === 'number') return Number.isFinite(form) ? String(form) : null;
  return form instanceof Digits ? form.text : null;
}

/** A name that tells what to do, as a keyword or as text. */
export function nameOf(form: Form): string | null {
  if (form instanceof Word) return form.name;
  return typeof form === 'string' ? form.replace(/^:/, '') : null;
}

/** What somebody gave a thing for a name: a keyword, text or a number; null for all else. */
export function labelOf(form: Form): string | null {
  if (typeof form === 'string') return form;
  return form instanceof Word ? form.name : digitsOf(form);
}

/** Any form as text for a person, cut to 200 characters and safe to print. */
export function textOf(form: Form): string {
  return printable(plainText(form, 0), 200);
}

const MAX_DEPTH = 4;

function plainText(form: Form, depth: number): string {
  if (isMissing(form)) return 'nil';
  if (typeof form === 'string') return form;
  if (form instanceof Word) return form.name;
  const digits = digitsOf(form);
  if (digits !== null) return digits;
  if (depth === MAX_DEPTH) return '…';
  if (isList(form)) return `[${form.map((one) => plainText(one, depth + 1)).join(' ')}]`;
  if (isMap(form))
    return `{${Object.entries(form)
      .map(([key, one]) => `${key} ${plainText(one, depth + 1)}`)
      .join(', ')}}`;
  return String(form);
}

/** A form as plain data; numbers as doubles, words as text. */
export function plainOf(form: Form): unknown {
  if (form instanceof Digits) return Number(form.text);
  if (form instanceof Word) return form.name;
  if (isList(form)) return form.map(plainOf);
  if (isMap(form)) return Object.fromEntries(Object.entries(form).map(([key, one]) => [key, plainOf(one)]));
  return form;
}

const MAX_CANONICAL_DEPTH = 100;

/** As JSON, the same text for the same value and for no other; null when it is nested too deep. */
export function canonical(form: Form, depth = 0): string | null {
  if (depth > MAX_CANONICAL_DEPTH) return null;
  if (isList(form))
    return joined(
      '[',
      form.map((one) => canonical(one, depth + 1)),
      ']',
    );
  if (isMap(form)) {
    const own = Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1));
    const parts = own.map(([key, one]) => {
      const value = canonical(one, depth + 1);
      return value === null ? null : `${JSON.stringify(key)}:${value}`;
    });
    return joined('{', parts, '}');
  }
  if (form instanceof Word) return `:${form.name}`;
  return digitsOf(form) ?? JSON.stringify(form ?? null);
}

const joined = (open: string, parts: readonly (string | null)[], close: string): string | null =>
  parts.includes(null) ? null : `${open}${parts.join(',')}${close}`;
