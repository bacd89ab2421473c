// What the command takes before it does anything, beside Node itself and beside the same command without its bundle. See
// README.md.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { CLI, UNBUNDLED } from './commands.js';
import { machine, median, quantile, table } from './figures.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const ROUNDS = Number(values.rounds);
const USAGE = new URL('./usage.js', import.meta.url).href;

/** Each ends as soon as all that it needs is loaded, and with the exit code beside it. */
const COMMANDS = [
  [['--version'], 0],
  [['--help'], 0],
  [['run', 'nosuch.yaml'], 2],
  [['run', '--dry-run', '--url', 'http://127.0.0.1:9/'], 0],
  [['check', 'nosuch.ndjson'], 2],
];
const programs = [
  { name: 'node', variant: '', words: ['-e', '0'], code: 0 },
  ...COMMANDS.flatMap(([words, code]) => [
    { name: words.join(' '), variant: 'as shipped', words: [CLI, ...words], code },
    { name: '', variant: 'unbundled', words: [UNBUNDLED, ...words], code },
  ]),
];

/** `{ wallMs, userMs, peakMb }` of a process from its start to its end. */
function measured({ words, code }) {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', USAGE, ...words], { encoding: 'utf8' });
  const wallMs = performance.now() - startMs;
  if (status !== code) throw new Error(`${words.join(' ')}: exit code ${status}, not ${code}: ${stderr}`);
  const { userCPUTime, maxRSS } = JSON.parse(stderr.trimEnd().split('\n').at(-1));
  return { wallMs, userMs: userCPUTime / 1_000, peakMb: maxRSS / 1024 };
}

const runs = programs.map(() => []);
for (let round = 0; round <= ROUNDS; round++) {
  for (const [i, program] of programs.entries()) {
    const taken = measured(program);
    // The first round reads the files into memory and is not counted.
    if (round > 0) runs[i].push(taken);
  }
}

const all = (i, what) => runs[i].map((run) => run[what]);
const ms = (i, what, share) => quantile(all(i, what), share).toFixed(0);
/** Of the row and the one below it, round by round, because they ran side by side. */
const ratio = (i) => median(all(i, 'userMs').map((userMs, round) => userMs / runs[i + 1][round].userMs)).toFixed(2);

console.log(`${machine()}\n\nmedians of ${ROUNDS} rounds in turns; user and wall in ms\n`);
console.log(
  table([
    ['', '', 'user', 'p10', 'p90', 'wall', 'peak MB', 'user / unbundled'],
    ...programs.map(({ name, variant }, i) => [
      name,
      variant,
      ...[0.5, 0.1, 0.9].map((share) => ms(i, 'userMs', share)),
      ms(i, 'wallMs', 0.5),
      ms(i, 'peakMb', 0.5),
      variant === 'as shipped' ? ratio(i) : '',
    ]),
  ]),
);
