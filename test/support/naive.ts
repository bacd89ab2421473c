import { isExplainable, type Small } from './oracle.ts';

/** The definitions of the anomalies, word by word and without any cleverness. */
export interface Named {
  readonly anomaly: string | null;
  readonly exact: boolean;
  readonly maxDelta: number;
  readonly maxK: number;
}

const ORDER = [
  'lost-update',
  'over-admission',
  'phantom',
  'premature-rejection',
  'future-read',
  'read-your-writes',
  'non-monotonic-read',
  'real-time-order',
  'stale-read',
];

const isIncrement = ({ f }: Small): boolean => f === 'I' || f === 'T';
const unlimited = Number.POSITIVE_INFINITY;
const never = Number.NEGATIVE_INFINITY;

export function named(ops: readonly Small[], limit = unlimited): Named {
  if (isExplainable(ops, { limit })) return { anomaly: null, exact: true, maxDelta: 0, maxK: 0 };
  const labels = new Set<string>();
  const observations = ops.filter(({ f }) => f !== 'I');
  const tooHigh = new Set(observations.filter((op) => op.low > most(op, ops) || op.low > limit));
  for (const op of tooHigh) labels.add(nameOfHigh(op, ops, limit));
  const repeated = repeatedOf(observations.filter((op) => !tooHigh.has(op)));
  const relied = observations.filter((op) => !tooHigh.has(op) && !repeated.has(op) && op.high >= 0);
  const latest = latestTimes(ops, relied);
  const tooLow = observations.filter((op) => !tooHigh.has(op) && !repeated.has(op) && op.start > latest(op.high + 1));
  for (const op of tooLow) labels.add(nameOfLow(op, ops, relied));
  if (isLost(ops, limit, observations)) labels.add('lost-update');
  if (isOverAdmitted(ops, relied, limit)) labels.add('over-admission');
  const reads = tooLow.filter(({ f }) => f === 'R');
  return {
    anomaly: ORDER.find((label) => labels.has(label)) ?? null,
    exact: isExplainable(aged(ops), { limit }),
    maxDelta: Math.max(0, ...reads.map((op) => op.start - latest(op.high + 1))),
    maxK: Math.max(0, ...reads.map((op) => passed(latest, ops.length, op.start) - op.high)),
  };
}

const aged = (ops: readonly Small[]): readonly Small[] =>
  ops.map((op) => (op.f === 'R' ? { ...op, start: never } : op));

function most(op: Small, ops: readonly Small[]): number {
  return ops.filter(({ f, low, start }) => start <= op.end && (f === 'I' || (f === 'T' && low <= op.low))).length;
}

function nameOfHigh(op: Small, ops: readonly Small[], limit: number): string {
  if (op.f === 'X') return 'premature-rejection';
  if (op.low > limit) return 'over-admission';
  return op.low > ops.filter(isIncrement).length ? 'phantom' : 'future-read';
}

function repeatedOf(observations: readonly Small[]): ReadonlySet<Small> {
  const returned = observations.filter(({ f }) => f === 'T').sort((x, y) => x.end - y.end);
  return new Set(returned.filter((op, i) => returned.slice(0, i).some(({ low }) => low === op.low)));
}

/** By slot, the latest time at which the value can be below it. */
function latestTimes(ops: readonly Small[], relied: readonly Small[]): (slot: number) => number {
  const shown = (slot: number): number =>
    Math.min(unlimited, ...relied.filter(({ low }) => low >= slot).map(({ end }) => end));
  const taken = new Map<number, number>();
  for (const { f, low, end } of relied) if (f === 'T') taken.set(low, end);
  const plain = ops.filter((op) => isIncrement(op) && (op.f === 'I' || !relied.includes(op)));
  for (const job of plain.sort((x, y) => (x.certain === y.certain ? x.end - y.end : x.certain ? -1 : 1))) {
    let slot = 1;
    while (shown(slot) < job.start || taken.has(slot)) slot++;
    taken.set(slot, job.end);
  }
  return (slot) => {
    if (slot <= 0) return never;
    const above = [...taken].filter(([other]) => other >= slot).map(([, end]) => end);
    return Math.min(shown(slot), ...above);
  };
}

const passed = (latest: (slot: number) => number, slots: number, time: number): number =>
  Array.from({ length: slots }, (_, i) => latest(i + 1)).filter((one) => one < time).length;

function nameOfLow(op: Small, ops: readonly Small[], relied: readonly Small[]): string {
  if (op.f === 'T') return 'real-time-order';
  const own = ops.filter((other) => other.process === op.process && other.end < op.start);
  const floors = [{ f: 'S', low: 0, end: never }, ...relied.filter((one) => own.includes(one) && one.f !== 'X')];
  const missesOwn = floors.some((floor) => {
    const after = own.filter((one) => isIncrement(one) && one.certain && one.start > floor.end).length;
    return floor.low + after > op.high && (after > 0 || floor.f === 'T');
  });
  if (missesOwn) return 'read-your-writes';
  const before = relied.filter(({ f, end }) => f === 'R' && end < op.start);
  return before.some(({ low }) => low > Math.max(0, op.high)) ? 'non-monotonic-read' : 'stale-read';
}

function isLost(ops: readonly Small[], limit: number, observations: readonly Small[]): boolean {
  const returned = observations.filter(({ f }) => f === 'T').map(({ low }) => low);
  if (new Set(returned).size < returned.length) return true;
  const acknowledged = ops.filter((op) => isIncrement(op) && op.certain);
  const last = Math.max(never, ...acknowledged.map(({ end }) => end));
  const finals = ops.filter(({ f, start }) => f === 'R' && start > last);
  if (acknowledged.length > 0 && finals.length > 0 && finals.every(({ high }) => high < acknowledged.length))
    return true;
  return limit === unlimited && !isExplainable(aged(ops)) && leastStruck(ops) !== null;
}

/** By trying every set of acknowledged plain increments. */
export function leastStruck(ops: readonly Small[], limit = unlimited): number | null {
  const plain = ops.filter((op) => op.f === 'I' && op.certain);
  let least: number | null = null;
  for (let set = 0; set < 1 << plain.length; set++) {
    const struck = new Set(plain.filter((_, i) => set & (1 << i)));
    if (least !== null && struck.size >= least) continue;
    if (
      isExplainable(
        ops.filter((op) => !struck.has(op)),
        { limit },
      )
    )
      least = struck.size;
  }
  return least;
}

/** By adding one increment of unknown fate after the other. */
export function leastAdded(ops: readonly Small[], limit = unlimited): number | null {
  const added: Small = { f: 'I', certain: false, start: never, end: unlimited, low: 0, high: unlimited, process: 99 };
  for (let count = 0; count <= 12; count++) {
    if (isExplainable([...ops, ...Array.from({ length: count }, () => added)], { limit })) return count;
  }
  return null;
}

function isOverAdmitted(ops: readonly Small[], relied: readonly Small[], limit: number): boolean {
  const acknowledged = ops.filter((op) => isIncrement(op) && op.certain);
  return [{ low: 0, end: never }, ...relied].some(({ low, end }) => {
    const later = acknowledged.filter(({ start }) => start > end);
    const plain = later.filter((op) => op.f === 'I' || !relied.includes(op));
    const above = acknowledged.filter((op) => op.f === 'T' && relied.includes(op) && op.low > low);
    return low + later.length > limit || low + plain.length + above.length > limit;
  });
}
