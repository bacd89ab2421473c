// One measurement in a process of its own, so that its memory is its own. Prints JSON.
import { createReadStream } from 'node:fs';
import { ColumnsBuilder } from '../dist/check/exact/columns.js';
import { decide, judge } from '../dist/check/exact/judge.js';
import { columnsOf } from '../dist/check/exact/operations.js';
import { isOperation } from '../dist/history/history.js';
import { openHistory } from '../dist/history/reader/stream.js';
import { counterHistory, shuffled, withStaleRead } from './counter-histories.js';

const [what, given, rows] = process.argv.slice(2);
const MB = 1e6;
const LARGEST_SHUFFLED_PROOF = 1e6;
const peakMb = () => (process.resourceUsage().maxRSS * 1024) / MB;

function timed(work, times) {
  let ms = Number.POSITIVE_INFINITY;
  let result;
  for (let i = 0; i < times; i++) {
    const from = performance.now();
    result = work();
    ms = Math.min(ms, performance.now() - from);
  }
  return { ms, result };
}

/** Verdict, and verdict with proof, of one history in memory. */
function inMemory(size) {
  const made = counterHistory(size);
  const columns = rows === 'shuffled' ? shuffled(made) : made;
  const before = process.memoryUsage.rss() / MB;
  const times = Math.max(3, Math.min(200, 3e6 / size));
  const { ms, result } = timed(() => decide(columns), times);
  const extraMb = Math.max(0, peakMb() - before);
  if (rows === 'shuffled' && size > LARGEST_SHUFFLED_PROOF) return { ms, extraMb, orderMs: null, witnessMs: null };
  const again = Math.max(1, Math.min(30, 3e6 / size));
  const order = timed(() => judge(columns), again);
  const stale = withStaleRead(columns);
  const witness = timed(() => judge(stale), again);
  if (!result || order.result.verdict !== 'linearizable') throw new Error('a right history was called wrong');
  if (witness.result.verdict !== 'violation') throw new Error('a stale read was accepted');
  return { ms, extraMb, orderMs: order.ms, witnessMs: witness.ms };
}

/** A saved history, read bit by bit into columns, then judged. */
async function fromFile(path) {
  const from = performance.now();
  const { header, batches } = await openHistory(createReadStream(path, { highWaterMark: 1 << 20 }), path);
  const builder = new ColumnsBuilder();
  for await (const batch of batches) add(builder, batch.filter(isOperation), header);
  const columns = builder.end(Number.POSITIVE_INFINITY);
  const read = performance.now();
  const verdict = decide(columns);
  const end = performance.now();
  return { operations: columns.size, readMs: read - from, judgeMs: end - read, peakMb: peakMb(), verdict };
}

function add(builder, operations, { initial, step, limit }) {
  const rows = columnsOf(operations, { initial, step, limit, returns: true });
  for (let row = 0; row < rows.size; row++) {
    const [kind, certain, start, end] = [rows.kind[row], rows.certain[row] === 1, rows.start[row], rows.end[row]];
    // A verdict does not ask whose an operation is.
    builder.add({ kind, certain, start, end, low: rows.low[row], high: rows.high[row], process: 0, index: row });
  }
}

console.log(JSON.stringify(what === 'file' ? await fromFile(given) : inMemory(Number(given))));
