// How long the command line takes to say something, beside Node itself. See README.md.
import { execFileSync } from 'node:child_process';
import { CLI } from './commands.js';
import { machine, median, quantile, table } from './figures.js';

const ROUNDS = 20;
const programs = [
  ['node -e 0', ['-e', '0']],
  ['counter-probe --version', [CLI, '--version']],
  ['counter-probe --help', [CLI, '--help']],
];

function wallMs(args) {
  const startMs = performance.now();
  execFileSync(process.execPath, args, { stdio: 'ignore' });
  return performance.now() - startMs;
}

const ms = programs.map(() => []);
for (let round = 0; round <= ROUNDS; round++) {
  for (const [i, [, args]] of programs.entries()) {
    const taken = wallMs(args);
    // The first round reads the files into memory and is not counted.
    if (round > 0) ms[i].push(taken);
  }
}

const node = median(ms[0]);
console.log(`${machine()}\n\nwall time in ms, ${ROUNDS} rounds\n`);
console.log(
  table([
    ['', 'median', 'p10', 'p90', 'over Node'],
    ...programs.map(([name], i) => [
      name,
      ...[0.5, 0.1, 0.9].map((share) => quantile(ms[i], share).toFixed(0)),
      (median(ms[i]) - node).toFixed(0),
    ]),
  ]),
);
