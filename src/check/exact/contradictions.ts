import { type Columns, fromStart, isIncrement } from './columns.ts';
import { evidenceOf } from './evidence.ts';
import { type Circumstances, hasImmense, questions } from './judge.ts';
import { followedByTooMany } from './labels.ts';
import { rowsThat } from './rows/ascending.ts';
import { realTime } from './rows/layers.ts';
import { notFromAbove, startBelow } from './start.ts';
import { tooFarApart } from './witness/pairs.ts';
import { contradictionsIn } from './witness/smallest.ts';
import { type Witness, witness } from './witness/witness.ts';

/** Contradictions of every form, of a history that is not linearizable; none where there are several clocks. */
export function* contradictions(columns: Columns, circumstances: Circumstances): Generator<Witness> {
  const { startKnown, clock } = circumstances;
  const others = circumstances.others || !startKnown;
  if (clock !== null || (others && hasImmense(columns, startKnown))) return;
  const [{ asked }] = questions(columns, realTime(columns), { ...circumstances, others });
  if (startKnown) yield* contradictionsIn(asked, others);
  else yield* fromAnyStart(columns, asked, circumstances.others);
}

/** `asked`: the same with others beside, so that nothing is counted from the start. */
function* fromAnyStart(columns: Columns, asked: Columns, others: boolean): Generator<Witness> {
  for (const found of contradictionsIn(asked, true)) {
    const whole = notFromAbove(columns, found);
    yield whole;
    // It shows as well that the value was above the limit.
    if (found.form === 'overflow' && whole.form !== 'overflow') yield { ...whole, form: 'overflow' };
  }
  const apart = others ? null : tooFarApart(columns);
  if (apart !== null) yield apart;
  yield* tooManyAfter(columns);
}

/** What was acknowledged after a value, whatever it returned. */
function* tooManyAfter(columns: Columns): Generator<Witness> {
  const { size, kind, certain, start, end, limit } = columns;
  if (limit === Number.POSITIVE_INFINITY) return;
  const open = fromStart(columns, startBelow(columns));
  const [floor] = followedByTooMany(open, evidenceOf(open, true));
  if (floor === undefined) return;
  const isAfter = (row: number): boolean =>
    isIncrement(kind[row]) && certain[row] === 1 && (start[row] as number) > (end[floor] as number);
  yield witness('overflow', { floors: [floor], increments: rowsThat(size, isAfter) });
}
