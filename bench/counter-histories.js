// Histories of a counter that is right, as columns: made in memory, the same each time.
import { ColumnsBuilder, INCREMENT, READ, RETURNED } from '../dist/check/exact/columns.js';

const CLIENTS = 16;
/** Of ten: increments without a returned value, increments with one, reads. */
const PLAIN = 5;
const WITH_VALUE = 2;
const UNKNOWN = 0.001;

/** Even numbers from 0 to 1 (mulberry32). */
export function dice(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * `size` operations of 16 clients on a counter, in order of completion; times in nanoseconds. The counter is right, unless
 * a share of its acknowledged increments is `lost`: those without a returned value, which leave no trace.
 */
export function counterHistory(size, seed = 1, lost = 0) {
  const roll = dice(seed);
  const builder = new ColumnsBuilder(size);
  const clients = Array.from({ length: CLIENTS }, (_, process) => begin({ process, end: 0 }, roll));
  let value = 0;
  let begun = CLIENTS;
  for (let index = 0; index < size; ) {
    const client = soonest(clients);
    if (!client.done) {
      const isLost = lost > 0 && client.kind === INCREMENT && client.known && roll() < lost;
      value = takeEffect(client, value, roll, isLost);
    } else {
      builder.add({ ...rowOf(client), index: index++ });
      if (begun++ < size) begin(client, roll);
      else client.next = Number.POSITIVE_INFINITY;
    }
  }
  return builder.end(Number.POSITIVE_INFINITY);
}

function begin(client, roll) {
  const kind = roll() * 10;
  client.start = Math.round(client.end + 1 + 200_000 * roll());
  client.end = Math.round(client.start + 100_000 + 2_000_000 * roll());
  client.next = client.start + (client.end - client.start) * roll();
  client.kind = kind < PLAIN ? INCREMENT : kind < PLAIN + WITH_VALUE ? RETURNED : READ;
  client.known = client.kind === READ || roll() >= UNKNOWN;
  client.done = false;
  return client;
}

function soonest(clients) {
  let found = clients[0];
  for (const client of clients) if (client.next < found.next) found = client;
  return found;
}

/** What is not known took effect half the time. */
function takeEffect(client, value, roll, isLost) {
  const after = isLost || client.kind === READ || (!client.known && roll() < 0.5) ? value : value + 1;
  client.value = after;
  client.done = true;
  client.next = client.end;
  return after;
}

function rowOf({ kind, known, start, end, value, process }) {
  const shows = known && kind !== INCREMENT;
  const low = shows ? value : 0;
  const high = !shows ? Number.POSITIVE_INFINITY : kind === READ ? value : value - 1;
  return { kind: shows ? kind : INCREMENT, certain: known, start, end, low, high, process };
}

/** The same rows in no order. */
export function shuffled(columns, seed = 2) {
  const roll = dice(seed);
  const rows = Int32Array.from({ length: columns.size }, (_, row) => row);
  for (let i = rows.length - 1; i > 0; i--) {
    const j = Math.floor(roll() * (i + 1));
    [rows[i], rows[j]] = [rows[j], rows[i]];
  }
  const arrays = Object.entries(columns).filter(([, column]) => ArrayBuffer.isView(column));
  return {
    ...columns,
    ...Object.fromEntries(arrays.map(([name, column]) => [name, column.map((_, i) => column[rows[i]])])),
  };
}

/** The same rows, but a read in the middle is a thousand behind. */
export function withStaleRead(columns) {
  const read = columns.kind.indexOf(READ, columns.size >> 1);
  const value = Math.max(0, columns.low[read] - 1_000);
  const [low, high] = [columns.low.slice(), columns.high.slice()];
  low[read] = value;
  high[read] = value;
  return { ...columns, low, high };
}

/** `size` increments that all overlap, and a read after them that misses one. */
export function burstWithWrongRead(size) {
  const builder = new ColumnsBuilder(size + 1);
  const plain = { kind: INCREMENT, certain: true, low: 0, high: Number.POSITIVE_INFINITY };
  for (let index = 0; index < size; index++) {
    builder.add({ ...plain, start: index, end: size + index, process: index, index });
  }
  const read = { kind: READ, certain: true, low: size - 1, high: size - 1, process: size, index: size };
  builder.add({ ...read, start: 3 * size, end: 3 * size + 1 });
  return builder.end(Number.POSITIVE_INFINITY);
}
