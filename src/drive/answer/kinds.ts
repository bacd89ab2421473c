import { printable } from '../../history/printable.ts';

/** Shapes of the answers of one status that are told apart. */
const MAX_SHAPES = 8;
/** Of the name of a shape, in characters. */
const MAX_NAME = 200;
const REST = 'other';
/** Digits and long ids in names, which differ from one answer to the next. */
const VARYING = /[0-9a-f-]{8,}|\d+/gi;

export interface AnswerKind {
  /** The first of its kind, which is kept as an example. */
  readonly isNew: boolean;
  /** null: as the first answer of its status was, as far as that can be told. */
  readonly shape: string | null;
}

/** Tells the kinds of answers that say yes apart: by status, and by what their bodies are made of. */
export class AnswerKinds {
  readonly #redact: (text: string) => string;
  readonly #shapes = new Map<number | null, (string | null)[]>();

  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** `text`: the body; null where it is too long to be looked at. */
  add(status: number | null, text: string | null): AnswerKind {
    const shape = text === null ? null : shapeOf(text, this.#redact);
    const known = this.#shapes.get(status);
    if (known === undefined) {
      this.#shapes.set(status, [shape]);
      return { isNew: true, shape: null };
    }
    known[0] ??= shape;
    if (shape === null || shape === known[0]) return { isNew: false, shape: null };
    if (known.includes(shape)) return { isNew: false, shape };
    if (known.length >= MAX_SHAPES) return { isNew: false, shape: REST };
    known.push(shape);
    return { isNew: true, shape };
  }
}

/** The keys of a JSON object, and which of them hold nothing or a no; of anything else, what it is. */
function shapeOf(text: string, redact: (text: string) => string): string {
  if (text.trim() === '') return 'nothing';
  const json = parsed(text);
  if (json === undefined) return 'text';
  if (Array.isArray(json)) return 'a list';
  if (typeof json !== 'object' || json === null) return `a ${json === null ? 'null' : typeof json}`;
  const names = Object.entries(json).map(([key, value]) => redact(key).replace(VARYING, '#') + emptyWord(value));
  return printable(`{${[...new Set(names)].toSorted().join(', ')}}`, MAX_NAME);
}

function emptyWord(value: unknown): string {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty || value === null || value === false || value === '' ? ': none' : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
