// The search of Wing and Gong with Lowe's memory, as plainly as it can be written: what a general checker does.
import { INCREMENT, READ } from '../dist/check/exact/columns.js';

/** Bits of a set of operations in one number. */
const MOST = 30;
/** Looks at the clock once in so many steps. */
const STRIDE = 4096;

/**
 * Whether up to 30 certain operations are linearizable; null when the time or the memory ran out. `visited` counts the
 * pairs of a set of operations and a value that were seen.
 */
export function search(columns, budgetMs) {
  if (columns.size > MOST) throw new Error(`the search takes up to ${MOST} operations`);
  const until = performance.now() + budgetMs;
  const seen = new Set();
  const all = 2 ** columns.size - 1;
  const path = [];
  let state = { taken: 0, value: 0, next: 0 };
  for (let step = 1; state.taken !== all; step++) {
    if (step % STRIDE === 0 && performance.now() > until) return { answer: null, visited: seen.size };
    const row = candidate(columns, state);
    if (row < 0) {
      if (path.length === 0) return { answer: false, visited: seen.size };
      state = path.pop();
      continue;
    }
    state.next = row + 1;
    const taken = state.taken | (1 << row);
    const value = columns.kind[row] === READ ? state.value : state.value + 1;
    const name = taken * 64 + value;
    if (seen.has(name)) continue;
    try {
      seen.add(name);
    } catch {
      return { answer: null, visited: seen.size };
    }
    path.push(state);
    state = { taken, value, next: 0 };
  }
  return { answer: true, visited: seen.size };
}

/** The next operation that may come now: nothing that is left ended before it began, and its value fits; -1 for none. */
function candidate({ size, kind, start, end, low }, { taken, value, next }) {
  let soonest = Number.POSITIVE_INFINITY;
  for (let row = 0; row < size; row++) if (!(taken & (1 << row)) && end[row] < soonest) soonest = end[row];
  for (let row = next; row < size; row++) {
    if (taken & (1 << row) || start[row] > soonest) continue;
    if (kind[row] === INCREMENT || low[row] === (kind[row] === READ ? value : value + 1)) return row;
  }
  return -1;
}
