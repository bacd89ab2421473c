import fc from 'fast-check';
import { type Columns, ColumnsBuilder, INCREMENT, READ, REFUSED, RETURNED } from '../../src/check/exact/columns.ts';
import type { Small } from './oracle.ts';

const KINDS = { I: INCREMENT, T: RETURNED, R: READ, X: REFUSED } as const;

/** The rows of a small history, in its order. */
export function columnsFrom(ops: readonly Small[], limit: number = Number.POSITIVE_INFINITY): Columns {
  const builder = new ColumnsBuilder(ops.length);
  for (const [index, op] of ops.entries()) {
    const { certain, start, end, low, high, process } = op;
    builder.add({ kind: KINDS[op.f], certain, start, end, low, high, process, index });
  }
  return builder.end(limit);
}

const none = { low: 0, high: Number.POSITIVE_INFINITY };
const lost = Number.POSITIVE_INFINITY;

export const inc = (start: number, end: number, process = 0): Small => ({
  f: 'I',
  certain: true,
  start,
  end,
  ...none,
  process,
});
export const info = (start: number, process = 0): Small => ({
  f: 'I',
  certain: false,
  start,
  end: lost,
  ...none,
  process,
});
export const got = (value: number, start: number, end: number, process = 0): Small => ({
  f: 'T',
  certain: true,
  start,
  end,
  low: value,
  high: value - 1,
  process,
});
export const saw = (value: number, start: number, end: number, process = 0, high = value): Small => ({
  f: 'R',
  certain: true,
  start,
  end,
  low: value,
  high,
  process,
});
export const refusal = (limit: number, start: number, end: number, process = 0): Small => ({
  f: 'X',
  certain: true,
  start,
  end,
  low: limit,
  high: lost,
  process,
});

/** Every operation over some instants, with every value in a range. */
export function everyOperation(instants: number, values: readonly number[], limit: number | null): readonly Small[] {
  const found: Small[] = [];
  for (let start = 0; start < instants; start++) {
    found.push(info(start));
    for (let end = start; end < instants; end++) {
      found.push(inc(start, end));
      for (const value of values) found.push(got(value, start, end), saw(value, start, end));
      if (limit !== null) found.push(refusal(limit, start, end));
    }
  }
  return found;
}

/** Every history of so many operations, but for the order of its rows. */
export function* everyHistory(operations: readonly Small[], size: number, from = 0): Generator<readonly Small[]> {
  if (size === 0) yield [];
  for (let i = from; size > 0 && i < operations.length; i++) {
    for (const rest of everyHistory(operations, size - 1, i)) yield [operations[i] as Small, ...rest];
  }
}

export interface Mix {
  readonly most?: number;
  readonly instants?: number;
  readonly limit?: number;
  readonly ranges?: boolean;
}

/** Random small histories: any kinds, ties, unknown fates, repeated and impossible values. */
export function smallHistories({
  most = 7,
  instants = 8,
  limit,
  ranges = true,
}: Mix = {}): fc.Arbitrary<readonly Small[]> {
  const times = fc.tuple(fc.nat(instants), fc.nat(instants)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.nat(4) },
    { weight: 1, arbitrary: fc.integer({ min: -1, max: 8 }) },
  );
  const process = fc.nat(2);
  const kinds = [
    fc.tuple(times, process).map(([[start, end], p]) => inc(start, end, p)),
    fc.tuple(times, process).map(([[start], p]) => info(start, p)),
    fc.tuple(value, times, process).map(([v, [start, end], p]) => got(v, start, end, p)),
    fc
      .tuple(value, times, process, ranges ? fc.nat(2) : fc.constant(0))
      .map(([v, [start, end], p, more]) => saw(v, start, end, p, v + more)),
    ...(limit === undefined
      ? []
      : [fc.tuple(times, process).map(([[start, end], p]) => refusal(limit, start, end, p))]),
  ];
  return fc.array(fc.oneof(...kinds), { maxLength: most });
}
