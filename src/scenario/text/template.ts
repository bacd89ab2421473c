import { Mistake } from './mistake.ts';

/** A part of a text: literal, or a value to be filled in by name. */
export type Piece = { readonly text: string } | { readonly name: string };

const TEMPLATE = /\{\{([^{}]*)\}\}/g;
const NAME = /^(?:env\.[A-Za-z_][A-Za-z0-9_]*|[A-Za-z_][A-Za-z0-9_-]*)$/;

/** Splits a text at its `{{name}}`; throws a Mistake for one that is not closed or is no name. */
export function parseTemplate(text: string): readonly Piece[] {
  if (!text.includes('{{')) return text === '' ? [] : [{ text }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(TEMPLATE)) {
    pushLiteral(pieces, text.slice(end, match.index));
    pieces.push({ name: checkedName((match[1] ?? '').trim()) });
    end = match.index + match[0].length;
  }
  pushLiteral(pieces, text.slice(end));
  return pieces;
}

/** The only name, when the whole text is one `{{name}}`; else null. */
export function wholeName(text: string): string | null {
  const [first, ...rest] = parseTemplate(text);
  return first && 'name' in first && rest.length === 0 ? first.name : null;
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

function checkedName(name: string): string {
  if (NAME.test(name)) return name;
  if (/^[A-Za-z_][\w-]*\s*[-+*/%]/.test(name)) {
    throw new Mistake(`{{${name}}} is an expression, which is not supported by this version`, 'use a plain {{name}}');
  }
  throw new Mistake(`{{${name}}} is not a name`, 'letters, digits, _ and -, beginning with a letter');
}
