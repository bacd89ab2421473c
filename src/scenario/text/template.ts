import { add, formatDecimal, parseDecimal } from '../../history/decimal.ts';
import { Mistake } from './mistake.ts';

/** A value to be filled in by name. `plus`: a decimal string that is added to it (`{{n + 1}}`), negative for `{{n - 1}}`. */
export interface Slot {
  readonly name: string;
  readonly plus?: string;
}

/** A part of a text: literal, or a value to be filled in. */
export type Piece = { readonly text: string } | Slot;

const TEMPLATE = /\{\{([^{}]*)\}\}/g;
const SUM = /^([A-Za-z_][A-Za-z0-9_-]*?)\s*([+-])\s*(\d+(?:\.\d+)?)$/;
const NAME = /^(?:env\.[A-Za-z_][A-Za-z0-9_]*|[A-Za-z_][A-Za-z0-9_-]*)$/;

/** Splits a text at its `{{name}}`; throws a Mistake for one that is not closed or is no name. */
export function parseTemplate(text: string): readonly Piece[] {
  if (!text.includes('{{')) return text === '' ? [] : [{ text }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(TEMPLATE)) {
    pushLiteral(pieces, text.slice(end, match.index));
    pieces.push(slotOf((match[1] ?? '').trim()));
    end = match.index + match[0].length;
  }
  pushLiteral(pieces, text.slice(end));
  return pieces;
}

/** The only value, when the whole text is one `{{name}}` or `{{name + 1}}`; else null. */
export function wholeSlot(text: string): Slot | null {
  const [first, ...rest] = parseTemplate(text);
  return first && 'name' in first && rest.length === 0 ? first : null;
}

/** `{{name}}` or `{{name + 1}}`, as it is written. */
export function writtenSlot({ name, plus }: Slot): string {
  if (plus === undefined) return `{{${name}}}`;
  return plus.startsWith('-') ? `{{${name} - ${plus.slice(1)}}}` : `{{${name} + ${plus}}}`;
}

/**
 * What a value becomes by the `plus` of its slot: exact; a number where a number holds it, else a decimal string. null
 * when the value is no number.
 */
export function addedTo(value: string | number | boolean, plus: string): string | number | null {
  const [given, more] = [parseDecimal(String(value).trim()), parseDecimal(plus)];
  if (given === null || more === null) return null;
  const sum = formatDecimal(add(given, more));
  return String(Number(sum)) === sum ? Number(sum) : sum;
}

export const hasTemplate = (text: string): boolean => parseTemplate(text).some((piece) => 'name' in piece);

function pushLiteral(pieces: Piece[], text: string): void {
  if (text.includes('{{')) {
    throw new Mistake(
      'a {{ has no name and }} after it',
      'write {{name}}; a body that really holds {{ goes into a file',
    );
  }
  if (text !== '') pieces.push({ text });
}

function slotOf(inside: string): Slot {
  if (NAME.test(inside)) return { name: inside };
  const [, name, sign, amount] = SUM.exec(inside) ?? [];
  if (name !== undefined) return { name, plus: sign === '-' ? `-${amount}` : `${amount}` };
  if (/^[A-Za-z_][\w-]*\s*[-+*/%]/.test(inside)) {
    throw new Mistake(`{{${inside}}} cannot be worked out`, 'a number may be added or taken off: {{n + 1}}, {{n - 1}}');
  }
  throw new Mistake(`{{${inside}}} is not a name`, 'letters, digits, _ and -, beginning with a letter');
}
