import { type Columns, isIncrement, READ, RETURNED } from '../exact/columns.ts';
import type { Clock } from '../exact/judge.ts';
import type { Row, Rows } from './rows.ts';

/** A contradiction in which increments are missing, by the ids of its operations. */
interface Short {
  readonly floors: readonly number[];
  readonly increments: readonly number[];
  readonly ceilings: readonly number[];
}

/**
 * Whether what the ceilings lack is there in the end. Of all that was shown no sooner than they began, the last that is
 * short decides: what is not before it and has room for the increments, and for all acknowledged by then, makes up for them.
 */
export function isMadeUp({ all, isBefore }: Pick<Rows, 'all' | 'isBefore'>, initial: bigint, of: Short): boolean {
  const byId = new Map(all.map((row) => [row.id, row]));
  const [floors, increments, ceilings] = [of.floors, of.increments, of.ceilings].map((ids) =>
    ids.flatMap((id) => byId.get(id) ?? []),
  ) as [Row[], Row[], Row[]];
  let base = floors[0]?.low ?? initial;
  for (const { low } of floors) if (low !== null && low < base) base = low;
  const isAbove = (row: Row): boolean => floors.length === 0 || floors.some((floor) => isBefore(floor, row));
  const certain = all.filter((row) => row.amount > 0n && row.certain && isAbove(row)).sort((a, b) => a.end - b.end);
  const later = all.filter(
    (row) => (row.low !== null || row.high !== null) && !ceilings.every((ceiling) => isBefore(row, ceiling)),
  );
  // What comes after an increment that is short has room for that one, too.
  const lacked = new Set([...increments, ...ceilings.filter(({ amount }) => amount > 0n)]);
  const together = sum([...lacked]);
  const due = dueIn(later, certain, isBefore);
  // What an increment returned has its own in it.
  const withOwn = (row: Row): bigint => (lacked.has(row) ? together : together + row.amount);
  const dueFor = (row: Row): bigint => base + most(withOwn(row), (due.get(row) ?? 0n) + row.amount);
  const short = later.filter((row) => row.amount === 0n && row.high !== null && row.high < dueFor(row));
  const last = [...ceilings, ...short].reduce((a, b) => (b.start >= a.start ? b : a));
  return later.some((row) => row.low !== null && !isBefore(row, last) && row.low >= dueFor(row));
}

/** What the certain increments complete before each of some rows make together; `certain`: by end. */
function dueIn(rows: readonly Row[], certain: readonly Row[], isBefore: Rows['isBefore']): ReadonlyMap<Row, bigint> {
  const made = new Map<Row, bigint>();
  for (const machine of new Set(rows.map((row) => row.machine))) {
    const own = rows.filter((row) => row.machine === machine).sort((a, b) => a.start - b.start);
    // Seen from one machine, each of the machines has its increments in order.
    const queues = [...new Set(certain.map((row) => row.machine))].map((name) =>
      certain.filter((row) => row.machine === name),
    );
    const next = queues.map(() => 0);
    let total = 0n;
    for (const row of own) {
      for (const [i, queue] of queues.entries()) {
        for (let one = queue[next[i] as number]; one && isBefore(one, row); one = queue[next[i] as number]) {
          total += one.amount;
          next[i] = (next[i] as number) + 1;
        }
      }
      made.set(row, total);
    }
  }
  return made;
}

/** The rows of a history whose increments are all of one step, in steps from its start. */
export function rowsOf(columns: Columns, clock: Clock | null): Pick<Rows, 'all' | 'isBefore'> {
  const { size, kind, certain, start, end, low, high } = columns;
  const machineOf = (row: number): string | undefined => (clock === null ? undefined : String(clock.machine[row]));
  const steps = (value: number): bigint | null => (Number.isFinite(value) ? BigInt(value) : null);
  const all = Array.from({ length: size }, (_, id): Row => {
    const isShown = kind[id] === READ || kind[id] === RETURNED;
    return {
      ...{ id, certain: certain[id] === 1, start: start[id] as number, end: end[id] as number, machine: machineOf(id) },
      amount: isIncrement(kind[id]) ? 1n : 0n,
      low: isShown ? steps(low[id] as number) : null,
      high: isShown ? steps(high[id] as number) : null,
    };
  });
  const apartNs = clock === null ? 0 : 2 * clock.errorNs(0);
  return { all, isBefore: (x, y) => x.end + (x.machine === y.machine ? 0 : apartNs) < y.start };
}

const sum = (rows: readonly Row[]): bigint => rows.reduce((n, { amount }) => n + amount, 0n);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
