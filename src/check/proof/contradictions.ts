import type { WitnessOfIds } from './certificate.ts';
import { isMadeUp } from './made-up.ts';
import type { Row, Rows } from './rows.ts';

/** Sums of amounts that are followed up at most. */
const MOST_SUMS = 100_000;

/** One that shows a value. */
type Showing = Row & { readonly low: bigint; readonly high: bigint };

interface Looked extends Rows {
  readonly showing: readonly Showing[];
  readonly incs: readonly Row[];
  /** Those that are both. */
  readonly told: readonly Showing[];
}

/** A few operations, mostly two and what lies between them, that contradict each other; the plainest first. */
export function* contradictionsIn({ all, initial, isBefore }: Rows): Generator<WitnessOfIds> {
  const showing = all.filter((row): row is Showing => row.low !== null && row.high !== null);
  const looked = { all, initial, isBefore, showing, incs: all.filter(isInc), told: showing.filter(isInc) };
  for (const look of [duplicates, inversions, uneven, losses, surpluses, unmade]) yield* look(looked);
}

const isInc = ({ amount }: Row): boolean => amount > 0n;
const sum = (rows: readonly Row[]): bigint => rows.reduce((n, { amount }) => n + amount, 0n);
const isAmong = (rows: readonly Row[], { id }: Row): boolean => rows.some((row) => row.id === id);
const idsOf = (rows: readonly Row[]): readonly number[] => rows.map(({ id }) => id);

const witnessOf = (
  form: WitnessOfIds['form'],
  floors: readonly Row[],
  increments: readonly Row[],
  ceilings: readonly Row[],
): WitnessOfIds => ({ form, floors: idsOf(floors), increments: idsOf(increments), ceilings: idsOf(ceilings) });

function* duplicates({ told }: Looked): Generator<WitnessOfIds> {
  for (const [i, x] of told.entries())
    for (const y of told.slice(i + 1))
      if (x.low > y.high && y.low > x.high) yield witnessOf('duplicate', [], [x, y], []);
}

function* inversions({ showing, initial, isBefore }: Looked): Generator<WitnessOfIds> {
  for (const ceiling of showing) {
    if (initial > ceiling.high) yield witnessOf('inversion', [], [], [ceiling]);
    for (const floor of showing)
      if (isBefore(floor, ceiling) && floor.low > ceiling.high) yield witnessOf('inversion', [floor], [], [ceiling]);
  }
}

/** The first value that is no sum of any of the amounts. */
function* uneven({ showing, incs, initial }: Looked): Generator<WitnessOfIds> {
  const step = commonDivisor(incs.map(({ amount }) => amount));
  const one = showing.find(
    ({ low, high, amount }) => low - high === amount && step > 0n && (low - initial) % step !== 0n,
  );
  if (one !== undefined) yield witnessOf('impossible', [one], [], []);
}

function* losses({ all, showing, incs, initial, isBefore }: Looked): Generator<WitnessOfIds> {
  for (const ceiling of showing) {
    for (const floor of [null, ...showing]) {
      const base = floor === null ? initial : floor.low;
      const between = incs.filter(
        (one) => one.certain && isBefore(one, ceiling) && (floor === null || isBefore(floor, one)),
      );
      if (between.length === 0 || sum(between) <= ceiling.high - base) continue;
      const witness = witnessOf('lost', floor === null ? [] : [floor], between, [ceiling]);
      yield isMadeUp({ all, isBefore }, initial, witness) ? { ...witness, form: 'behind' } : witness;
    }
  }
}

function* surpluses({ showing, told, incs, initial, isBefore }: Looked): Generator<WitnessOfIds> {
  for (const floor of showing) {
    const above = told.filter((one) => one.high >= floor.low);
    const left = incs.filter((one) => !isBefore(floor, one) && !isAmong(above, one));
    if (initial + sum(left) < floor.low) yield witnessOf('impossible', [floor], above, []);
    for (const ceiling of showing) {
      const outside = told.filter((one) => one.high >= floor.low || one.low <= ceiling.high);
      const inside = incs.filter((one) => !isBefore(floor, one) && !isBefore(one, ceiling) && !isAmong(outside, one));
      if (sum(inside) < floor.low - ceiling.high) yield witnessOf('jump', [floor], outside, [ceiling]);
    }
  }
}

/** The first value that no choice of the increments makes. */
function* unmade(looked: Looked): Generator<WitnessOfIds> {
  const one = looked.showing.find((row) => row.low - row.amount === row.high && !isMade(row, looked));
  if (one !== undefined) yield witnessOf('unreachable', [one], [], []);
}

/** Whether some choice of the increments that may have come by then makes the value; true where there are too many. */
function isMade(one: Row, { incs, initial, isBefore }: Looked): boolean {
  const others = incs.filter(({ id }) => id !== one.id);
  const before = others.filter((other) => other.certain && isBefore(other, one));
  let sums = new Set([initial + sum(before)]);
  for (const other of others.filter((inc) => !before.includes(inc) && !isBefore(one, inc))) {
    sums = new Set([...sums, ...[...sums].map((value) => value + other.amount)]);
    if (sums.size > MOST_SUMS) return true;
  }
  return one.high !== null && sums.has(one.high);
}

function commonDivisor(values: readonly bigint[]): bigint {
  let common = 0n;
  for (const value of values) for (let rest = value; rest !== 0n; ) [common, rest] = [rest, common % rest];
  return common;
}
