import fc from 'fast-check';
import type { Operation } from '../../../src/history/operation.ts';
import type { Small } from '../../support/oracle.ts';
import { inc, info, refusal } from '../../support/small.ts';
import { maybe, no, yes } from './recorded.ts';
import type { StockOp } from './stock-oracle.ts';

/** A small history of a quota, as it would have been recorded. */
export const writtenQuota = ({ f, certain, start, end }: Small): Operation =>
  f === 'X' ? no('admit', start, end) : certain ? yes('admit', start, end) : maybe('admit', start);

/** Random small histories of a quota of two. */
export const smallQuotas = fc.array(
  fc.tuple(fc.constantFrom('I', 'I', 'X', '?'), fc.nat(7), fc.nat(7)).map(([f, a, b]) => {
    const [start, end] = [Math.min(a, b), Math.max(a, b)];
    return f === 'I' ? inc(start, end) : f === 'X' ? refusal(2, start, end) : info(start);
  }),
  { maxLength: 7 },
);

const instants = fc.tuple(fc.nat(8), fc.nat(8)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const kinds = fc.constantFrom<StockOp['does']>('grant', 'grant', 'refuse', 'release');
/** Random small histories of some things, whose releases name their holds or do not. */
export const stockOps = (things: readonly (readonly string[])[], named: boolean) =>
  fc
    .array(
      fc
        .tuple(kinds, instants, fc.boolean(), fc.constantFrom(...things), fc.nat(3))
        .map(([does, [start, end], lost, of, n]) => {
          const certain = does === 'refuse' || !lost || end % 2 === 0;
          return { does, certain, start, end: certain ? end : Number.POSITIVE_INFINITY, things: of, n };
        }),
      { maxLength: 6 },
    )
    .map((ops) =>
      ops.map(({ n, ...op }, i): StockOp => {
        if (!named) return { ...op, hold: null };
        return { ...op, hold: op.does === 'release' ? `h${n}` : `h${i}` };
      }),
    );

/** As it would have been recorded. */
export function writtenStock({ does, certain, start, end, things, hold }: StockOp): Operation {
  const changes = { items: things, ...(hold === null ? {} : { hold }) };
  if (does === 'refuse') return no('reserve', start, end, changes);
  const f = does === 'release' ? 'release' : 'reserve';
  return certain ? yes(f, start, end, changes) : maybe(f, start, changes);
}

/** A release names its hold, and with it what it is of. */
export const ofTheHold = (ops: readonly StockOp[]): readonly StockOp[] =>
  ops.flatMap((op) => {
    if (op.does !== 'release' || op.hold === null) return [op];
    const hold = ops.find((other) => other.does === 'grant' && other.hold === op.hold);
    return hold === undefined ? [] : [{ ...op, things: hold.things }];
  });
