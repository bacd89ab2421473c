// The design questions, answered by measurement on this machine, as tables for docs/choosing.md. See README.md.
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { CLI } from './commands.js';
import { machine, table } from './figures.js';

const DESIGNS = [
  ...['redis-get-set', 'redis-incr', 'postgres-read-write', 'postgres-atomic'],
  ...['workers-kv', 'workers-durable-object'],
];
const words = process.argv.slice(2);
const named = words.length > 0 ? words : DESIGNS;

const [load = 0] = loadavg();
const startMs = performance.now();
const answer = execFileSync(process.execPath, [CLI, 'compare', ...named, '--json'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
const tookMs = performance.now() - startMs;

const between = ({ min, max }) => (min === max ? `${min}` : `${min}-${max}`);
const said = (cell, make) => (cell.tested ? make(cell) : '-');
const kept = (cell) => said(cell, (one) => `${between(one.kept)} of ${between(one.acknowledged)}`);
const ms = (value) => value.toFixed(value < 10 ? 2 : 0);
const ratio = ({ ratio: times, low, high }) =>
  low === null || low === high ? times.toFixed(1) : `${times.toFixed(1)} (${low.toFixed(1)}-${high.toFixed(1)})`;

const { rows } = JSON.parse(answer);
console.log(`${machine()}, load ${load.toFixed(1)} when it began\n`);
console.log(`${named.length} designs in ${Math.round(tookMs / 1000)} s\n`);
console.log(
  table([
    ['design', 'burst', 'spaced', 'retry', 'own write', 'oldest read, ms', 'p50, ms', 'p99, ms', 'ratio', 'kill'],
    ...rows.map(({ id, skipped, answers }) =>
      answers === null
        ? [id, `skipped: ${skipped}`, '', '', '', '', '', '', '', '']
        : [
            id,
            kept(answers.burst),
            kept(answers.spaced),
            said(answers.retry, ({ counted }) => counted),
            said(answers.ownWrite, ({ seen }) => (seen ? 'seen' : 'missed')),
            said(answers.staleness, ({ maxMs }) => ms(maxMs)),
            said(answers.latency, ({ p50Ms }) => ms(p50Ms)),
            said(answers.latency, ({ p99Ms }) => ms(p99Ms)),
            said(answers.ratio, ratio),
            said(answers.kill, (one) => `${between(one.kept)} of ${one.acknowledged}`),
          ],
    ),
  ]),
);
