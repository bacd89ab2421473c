import { type Document, isMap, isPair, isScalar, type Node, type Pair, Scalar, visit, type YAMLMap } from 'yaml';
import { Mistake } from '../text/mistake.ts';

export interface Located {
  readonly offset: number;
  readonly mistake: Mistake;
}

/** Slips that leave valid YAML with another meaning than the one intended. */
export function lint(document: Document.Parsed, text: string): readonly Located[] {
  const found: Located[] = [];
  visit(document, {
    Map: (_, map) => void push(found, map, unquotedTemplate(map)),
    Scalar: (_, scalar) => void push(found, scalar, inexactNumber(scalar)),
    Pair: (_, pair) => void push(found, pair.value as Node | null, cutPath(pair, text)),
  });
  return found;
}

/** Maps whose keys are names of the user's own, which say nothing about what is below them. */
const OF_NAMES = ['vars', 'read', 'expect', 'take', 'outcome', 'json'];

/**
 * Headers and form fields are text, and so is what an answer must equal: what is written without quotes (`1.10`, `true`)
 * is taken letter by letter instead of as a number.
 */
export function keepTextAsWritten(document: Document.Parsed): void {
  visit(document, {
    Pair(_, { key, value }, above) {
      const name = isScalar(key) ? key.value : null;
      const within = above.findLast((node) => isPair(node) && isScalar(node.key));
      const parent = isPair(within) && isScalar(within.key) ? within.key.value : null;
      if (name === 'json' && !OF_NAMES.includes(String(parent))) return visit.SKIP;
      if ((name === 'headers' || name === 'form') && isMap(value) && !OF_NAMES.includes(String(parent))) {
        for (const { value: text } of value.items) keepAsWritten(text);
      }
      if (name === 'equals' && isWithin(above, 'outcome')) keepAsWritten(value);
      return undefined;
    },
  });
}

function keepAsWritten(node: unknown): void {
  if (!isScalar(node) || node.type !== Scalar.PLAIN || typeof node.value === 'string' || node.value === null) return;
  node.value = node.source ?? String(node.value);
}

const isWithin = (above: readonly unknown[], name: string): boolean => {
  const first = above.find((node) => isPair(node));
  return isPair(first) && isScalar(first.key) && first.key.value === name;
};

function push(found: Located[], node: Node | null, mistake: Mistake | null): void {
  if (mistake) found.push({ offset: node?.range?.[0] ?? 0, mistake });
}

/** `{{x}}` without quotes: a map with one key that is a map itself. */
function unquotedTemplate(map: YAMLMap): Mistake | null {
  const [pair] = map.items;
  if (!pair || map.items.length > 1 || !isMap(pair.key) || pair.value !== null) return null;
  const inner = pair.key.items[0]?.key;
  const name = isScalar(inner) ? String(inner.value) : 'name';
  return new Mistake(`{{${name}}} outside quotes is read as a YAML map`, `quote it: "{{${name}}}"`);
}

function inexactNumber({ value, source }: Scalar): Mistake | null {
  if (
    typeof value !== 'number' ||
    (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)))
  )
    return null;
  return new Mistake(`${source ?? value} cannot be kept exactly as a number`, `quote it: "${source ?? value}"`);
}

/** ` #` with no space after it, right behind a request or a command: YAML dropped what was meant to be a part of the path. */
function cutPath({ key, value }: Pair, text: string): Mistake | null {
  const name = isScalar(key) ? String(key.value) : '';
  if (!['request', 'run', 'command'].includes(name) || !isScalar(value) || value.type !== Scalar.PLAIN || !value.range)
    return null;
  const rest = /^[ \t]+(#\S+)/.exec(text.slice(value.range[1], value.range[1] + 200))?.[1];
  if (rest === undefined) return null;
  return new Mistake(
    `the ${name === 'request' ? name : 'command'} ends before ${rest}, which YAML reads as a comment`,
    'quote it, or put a space after #',
  );
}
