/**
 * A value with one thing in it changed, in every way of a kind: each number one more and one less and each of some others
 * in its place, each element left out of its list, each flag turned round, each text another, and a number for nothing.
 */
export function* tamperings(value: unknown, others: readonly number[]): Generator<unknown> {
  if (typeof value === 'number') yield* [...new Set([value + 1, value - 1, ...others])].filter((n) => n !== value);
  else if (typeof value === 'boolean') yield !value;
  else if (typeof value === 'string') yield* textsFor(value);
  else if (value === null) yield* others.slice(0, 1);
  else if (Array.isArray(value)) {
    for (const at of value.keys()) yield value.toSpliced(at, 1);
    for (const [at, one] of value.entries())
      for (const changed of tamperings(one, others)) yield value.with(at, changed);
  } else if (typeof value === 'object') {
    for (const [name, one] of Object.entries(value as object))
      for (const changed of tamperings(one, others)) yield { ...value, [name]: changed };
  }
}

function textsFor(text: string): readonly string[] {
  const code = /^CP1(\d\d)$/.exec(text)?.[1];
  if (code === undefined) return [`${text}x`];
  return Array.from({ length: 20 }, (_, i) => `CP${101 + i}`).filter((other) => other !== text);
}
