/** One operation of a small history, as the definitions speak of it. Values count from the start value. */
export interface Small {
  /** I: increment · T: increment that returned the value after it · R: read of low..high · X: refused by the limit. */
  readonly f: 'I' | 'T' | 'R' | 'X';
  /** False for an increment whose fate is unknown: it may have taken effect at any time from its start on, or never. */
  readonly certain: boolean;
  readonly start: number;
  /** Infinity when not certain. */
  readonly end: number;
  readonly low: number;
  readonly high: number;
  readonly process: number;
}

export interface Rules {
  /** The value never goes above it; a refusal takes effect where the value is at it. */
  readonly limit?: number;
  /** What must stand before what; by default what ended before the other began. */
  readonly before?: (x: Small, y: Small) => boolean;
  /** Increments that nobody recorded may come in between. */
  readonly others?: boolean;
}

const realTime = (x: Small, y: Small): boolean => x.end < y.start;

/** The value after the operation is done at a value, or null when it cannot be done there. */
function after(op: Small, value: number, limit: number): number | null {
  if (value > limit) return null;
  if (op.f === 'R') return value >= op.low && value <= op.high ? value : null;
  if (op.f === 'X') return value >= limit ? value : null;
  if (value + 1 > limit) return null;
  return op.f === 'I' || op.low === value + 1 ? value + 1 : null;
}

/** The value others must first have raised it to; the lowest that does leaves the most room for what follows. */
function raised(op: Small, value: number, limit: number): number {
  if (op.f === 'R') return Math.max(value, op.low);
  if (op.f === 'X') return Math.max(value, limit);
  return op.f === 'T' ? Math.max(value, op.low - 1) : value;
}

/** Tries every order of the operations and every choice of the uncertain ones, and looks at no state twice. */
export function isExplainable(ops: readonly Small[], rules: Rules = {}): boolean {
  const { limit = Number.POSITIVE_INFINITY, before = realTime, others = false } = rules;
  const needed = ops.map((y) => ops.reduce((mask, x, i) => (before(x, y) ? mask | (1 << i) : mask), 0));
  const later = ops.map((x) => ops.reduce((mask, y, i) => (before(x, y) ? mask | (1 << i) : mask), 0));
  const certain = ops.reduce((mask, op, i) => (op.certain ? mask | (1 << i) : mask), 0);
  const seen = new Set<number>();
  const search = (done: number, value: number): boolean => {
    if ((done & certain) === certain) return true;
    const state = value * 65_536 + done;
    if (seen.has(state)) return false;
    seen.add(state);
    return ops.some((op, i) => {
      if (done & ((later[i] as number) | (1 << i)) || (needed[i] as number) & ~done & certain) return false;
      const next = after(op, others ? raised(op, value, limit) : value, limit);
      return next !== null && search(done | (1 << i), next);
    });
  };
  return search(0, 0);
}

/** The same by writing down every sequence: for very few operations. */
export function hasLegalSequence(ops: readonly Small[], rules: Rules = {}): boolean {
  const { limit = Number.POSITIVE_INFINITY, before = realTime } = rules;
  return choices(ops).some((chosen) => sequences(chosen).some((sequence) => isLegal(sequence, limit, before)));
}

function isLegal(sequence: readonly Small[], limit: number, before: (x: Small, y: Small) => boolean): boolean {
  let value: number | null = 0;
  for (const [i, op] of sequence.entries()) {
    if (sequence.slice(0, i).some((earlier) => before(op, earlier))) return false;
    value = after(op, value, limit);
    if (value === null) return false;
  }
  return true;
}

function choices(ops: readonly Small[]): readonly (readonly Small[])[] {
  let found: Small[][] = [[]];
  for (const op of ops) {
    found = found.flatMap((chosen) => (op.certain ? [[...chosen, op]] : [chosen, [...chosen, op]]));
  }
  return found;
}

function sequences(ops: readonly Small[]): readonly (readonly Small[])[] {
  if (ops.length === 0) return [[]];
  return ops.flatMap((op, i) => sequences(ops.toSpliced(i, 1)).map((rest) => [op, ...rest]));
}

/**
 * Whether one client, whose operations stand in order, can have seen sets of increments that explain its values.
 * `own`: a set holds every increment of its own acknowledged before; `grow`: a set holds the sets seen before it.
 */
export function seesSets(lane: readonly Small[], all: readonly Small[], own: boolean, grow: boolean): boolean {
  const increments = all.filter(({ f }) => f === 'I' || f === 'T');
  const bit = (op: Small): number => 1 << increments.indexOf(op);
  const search = (at: number, acknowledged: number, sent: number, seen: number): boolean => {
    const op = lane[at];
    if (op === undefined) return true;
    if (op.f === 'X') return search(at + 1, acknowledged, sent, seen);
    if (op.f === 'I') return search(at + 1, op.certain ? acknowledged | bit(op) : acknowledged, sent | bit(op), seen);
    const itself = op.f === 'T' ? bit(op) : 0;
    const must = (own ? acknowledged : 0) | (grow ? seen : 0);
    const mine = lane.reduce((mask, one) => (one.f === 'I' || one.f === 'T' ? mask | bit(one) : mask), 0);
    const cannot = (mine & ~sent) | itself;
    for (let set = 0; set < 1 << increments.length; set++) {
      if ((set & must) !== must || set & cannot) continue;
      const size = set.toString(2).replaceAll('0', '').length;
      const fits = op.f === 'T' ? size === op.low - 1 : size >= op.low && size <= op.high;
      if (fits && search(at + 1, acknowledged | itself, sent | itself, set)) return true;
    }
    return false;
  };
  return search(0, 0, 0, 0);
}

/** The same for increments of different amounts, each with its own. */
export function isExplainableInAmounts(
  ops: readonly (Small & { readonly amount: number })[],
  before: (x: Small, y: Small) => boolean = realTime,
): boolean {
  const certain = ops.reduce((mask, op, i) => (op.certain ? mask | (1 << i) : mask), 0);
  const seen = new Set<number>();
  const search = (done: number, value: number): boolean => {
    if ((done & certain) === certain) return true;
    if (seen.has(done)) return false;
    seen.add(done);
    return ops.some((op, i) => {
      if (done & (1 << i)) return false;
      if (ops.some((x, k) => x.certain && !(done & (1 << k)) && before(x, op))) return false;
      if (op.f === 'R') return op.low === value && search(done | (1 << i), value);
      if (op.f === 'T' && op.low !== value + op.amount) return false;
      return search(done | (1 << i), value + op.amount);
    });
  };
  return search(0, 0);
}
