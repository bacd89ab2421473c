// @ts-check
// Keeps counters, as a process of its own, so that it can be killed in earnest. What is added is in its memory; a file has
// it only a set time later. With a log, every addition is on the disk (fsync) before it is answered, and what the
// last flush did not have is replayed at the start. It lives no longer than the process that started it.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';

/**
 * @typedef {{ file: string, log: string | null, flushMs: number }} Settings
 * @typedef {{ id: number, op: 'add' | 'get' | 'set' | 'stored', key: string, value?: number }} Asked
 * @typedef {{ numbers: Record<string, number>, upTo: number }} Flushed
 */

/** @type {Settings} */
const { file, log, flushMs } = JSON.parse(process.argv[2] ?? '');

/** @returns {Flushed} */
const onDisk = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { numbers: {}, upTo: 0 });

const flushed = onDisk();
const numbers = new Map(Object.entries(flushed.numbers));
let entries = flushed.upTo;
const logFile = log === null ? null : openSync(log, 'a+');
replay();

function replay() {
  if (log === null) return;
  for (const line of readFileSync(log, 'utf8').split('\n').filter(Boolean)) {
    const { nth, key, value } = JSON.parse(line);
    if (nth <= entries) continue;
    numbers.set(key, value);
    entries = nth;
  }
}

/**
 * @param {string} key
 * @param {number} value
 */
function note(key, value) {
  numbers.set(key, value);
  entries += 1;
  if (logFile === null) return;
  writeSync(logFile, `${JSON.stringify({ nth: entries, key, value })}\n`);
  fsyncSync(logFile);
}

/** @type {NodeJS.Timeout | null} */
let flushing = null;

/** A set time after the first change that the file does not have. */
function flushLater() {
  flushing ??= setTimeout(flush, flushMs);
}

function flush() {
  if (flushing !== null) clearTimeout(flushing);
  flushing = null;
  const next = `${file}.next`;
  writeFileSync(next, JSON.stringify({ numbers: Object.fromEntries(numbers), upTo: entries }));
  renameSync(next, file);
}

/** @param {Asked} asked */
function answer({ op, key, value = 0 }) {
  if (op === 'stored') return onDisk().numbers[key] ?? 0;
  const before = numbers.get(key) ?? 0;
  if (op === 'get') return before;
  const after = op === 'add' ? before + 1 : value;
  note(key, after);
  if (op === 'set')
    flush(); // preparation: a known start, on the disk
  else flushLater();
  return after;
}

process.on('message', (/** @type {Asked} */ asked) => {
  process.send?.({ id: asked.id, value: answer(asked) });
});
process.once('disconnect', () => {
  if (flushing !== null) clearTimeout(flushing);
  if (logFile !== null) closeSync(logFile);
});
process.send?.({ ready: true });
