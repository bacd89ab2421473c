// How long a verdict takes: by size, beside a search, and from a file. See README.md.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { decide, judge } from '../dist/check/exact/judge.js';
import { burstWithWrongRead } from './counter-histories.js';
import { machine, median, table, whole } from './figures.js';
import { save, VARIANTS } from './saved-history.js';
import { search } from './wgl.js';

const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000,1000000,10000000' },
    budget: { type: 'string', default: '20' },
    operations: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '5' },
    'command-only': { type: 'boolean', default: false },
  },
});
const sizes = flags.sizes.split(',').map(Number);
const budgetMs = Number(flags.budget) * 1000;

const CLI = fileURLToPath(new URL('../bin/counter-probe.js', import.meta.url));
const USAGE = new URL('./usage.js', import.meta.url).href;
const ONE = fileURLToPath(new URL('./check-one.js', import.meta.url));
const alone = (...words) =>
  JSON.parse(execFileSync(process.execPath, [ONE, ...words.map(String)], { encoding: 'utf8' }));
/** Proofs of the largest histories in no order take minutes, and are left out. */
const proven = (ms) => (ms === null ? 'not tried' : short(ms));
const short = (ms) => (ms < 10 ? ms.toFixed(2) : whole(ms));

/** The slope on logarithmic scales, from 10,000 to the largest size measured. */
function growth(rows, what) {
  const measured = rows.filter((row) => row.size >= 10_000 && row[what] !== null);
  const [from, to] = [measured[0], measured.at(-1)];
  if (from === to) return '?';
  return (Math.log(to[what] / from[what]) / Math.log(to.size / from.size)).toFixed(2);
}

function bySize() {
  const results = ['completion', 'shuffled'].map((order) => {
    return { order, rows: sizes.map((size) => ({ size, ...alone('size', size, order) })) };
  });
  console.log('\nby size: 16 clients; ms, the least of several runs; MB on top of the columns');
  for (const { order, rows } of results) {
    const lines = rows.map(({ size, ms, orderMs, witnessMs, extraMb }) => {
      return [whole(size), short(ms), whole(extraMb), proven(orderMs), proven(witnessMs)];
    });
    console.log(`\n${order === 'shuffled' ? 'in no order' : 'in order of completion'}`);
    console.log(
      table([['operations', 'verdict', 'extra MB', 'with an order', 'one stale read, with witness'], ...lines]),
    );
    console.log(`growth from 10,000 on: verdict n^${growth(rows, 'ms')}, with an order n^${growth(rows, 'orderMs')}`);
  }
}

function ours(columns) {
  let ms = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) {
    const from = performance.now();
    if (decide(columns) !== false || judge(columns).verdict !== 'violation')
      throw new Error('a wrong read was accepted');
    ms = Math.min(ms, performance.now() - from);
  }
  return short(ms);
}

function besideSearch() {
  const lines = [];
  let givenUp = false;
  for (const n of [8, 10, 12, 14, 16, 18, 20, 22, 24, 100, 1_000, 10_000]) {
    const columns = burstWithWrongRead(n);
    const cells = [whole(n), ours(columns)];
    if (givenUp || n > 24) lines.push([...cells, 'not tried', '']);
    else {
      const from = performance.now();
      const { answer, visited } = search(columns, budgetMs);
      const ms = performance.now() - from;
      if (answer === true) throw new Error('the search accepted a wrong read');
      givenUp = answer === null;
      lines.push([...cells, givenUp ? `gave up after ${short(ms)}` : short(ms), whole(visited)]);
    }
  }
  console.log(`\nn overlapping increments and a read that misses one; ms; the search may take ${flags.budget} s`);
  console.log(table([['n', 'verdict and proof', 'search', 'states seen'], ...lines]));
}

async function fromFile() {
  const folder = mkdtempSync(join(tmpdir(), 'counter-probe-bench-'));
  try {
    const path = join(folder, 'history.ndjson');
    const bytes = await save(Number(flags.operations), path);
    const { operations, readMs, judgeMs, peakMb, verdict } = alone('file', path);
    console.log('\na saved history, read bit by bit in a process of its own');
    const head = ['operations', 'MB', 'read, ms', 'judge, ms', 'peak MB', 'verdict'];
    const line = [whole(operations), whole(bytes / 1e6), whole(readMs), whole(judgeMs), whole(peakMb), verdict];
    console.log(table([head, line]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The whole command, as it is typed; every read must be the latest, so that one that is behind is a fault. */
function command(path) {
  const words = ['check', path, '--require', 'latest', '--json'];
  const from = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', USAGE, CLI, ...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const wallMs = performance.now() - from;
  const { userCPUTime, maxRSS } = JSON.parse(stderr.trim().split('\n').at(-1));
  const { verdict } = JSON.parse(stdout).summary;
  return { wallMs, userMs: userCPUTime / 1e3, peakMb: (maxRSS * 1024) / 1e6, verdict };
}

/** Each figure by itself. */
function medianOf(runs) {
  const of = (name) => whole(median(runs.map((run) => run[name])));
  return [of('wallMs'), of('userMs'), of('peakMb'), runs[0].verdict];
}

async function byCommand() {
  const folder = mkdtempSync(join(tmpdir(), 'counter-probe-bench-'));
  const path = join(folder, 'history.ndjson');
  const lines = [];
  try {
    for (const what of Object.keys(VARIANTS)) {
      const bytes = await save(Number(flags.operations), path, what);
      const runs = Array.from({ length: Number(flags.times) }, () => command(path));
      lines.push([what, whole(bytes / 1e6), ...medianOf(runs)]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const many = `${whole(Number(flags.operations))} operations by the command`;
  console.log(`\n${many}: counter-probe check --require latest --json; median of ${flags.times} runs`);
  console.log(table([['history', 'MB', 'wall, ms', 'user, ms', 'peak MB', 'verdict'], ...lines]));
}

console.log(machine());
if (!flags['command-only']) {
  bySize();
  besideSearch();
  await fromFile();
}
await byCommand();
