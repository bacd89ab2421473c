import type { CorpusVerdict } from '../../check/exact/corpus.ts';

/** What the labels of a line say otherwise than was found, in words. What was left undecided contradicts nothing. */
export function contradictions(found: CorpusVerdict, labelled: object): readonly string[] {
  if (found.verdict === 'unknown') return [];
  const labels = new Map(Object.entries(labelled));
  return (['verdict', 'anomaly', 'levels', 'staleness'] as const).flatMap((name) =>
    labels.has(name) ? differences(name, found[name], labels.get(name)) : [],
  );
}

function differences(name: string, found: unknown, label: unknown): readonly string[] {
  if (isMap(found) && isMap(label)) {
    return Object.entries(found).flatMap(([key, value]) =>
      key in label ? differences(`${name}.${key}`, value, label[key]) : [],
    );
  }
  // Null levels and staleness: not looked into.
  if ((found === null && isMap(label)) || (label === null && isMap(found))) return [];
  return isSame(found, label) ? [] : [`${name} is ${JSON.stringify(found)} and labelled ${JSON.stringify(label)}`];
}

/** Times are sums of decimal fractions. */
const isSame = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b)) : a === b;

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
