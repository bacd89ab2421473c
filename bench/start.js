// How long each reference design takes from its command to its first answer. See README.md.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { addAbortSignal } from 'node:stream';
import { CLI } from './commands.js';
import { machine, median, table, whole } from './figures.js';

const STARTS = 3;
/** For all starts of one design; and for one to end. */
const MOST_MS = 60_000;
const STOP_MS = 10_000;
/** A number, or a state, that can be read of each before anything was written. */
const READ = {
  counter: '/counter',
  quota: '/quotas/me',
  reservation: '/items/a',
  tracker: '/stats?key=clicks:a',
  payment: '/payments?key=a',
};

const designs = JSON.parse(execFileSync(process.execPath, [CLI, 'serve', '--list', '--json'], { encoding: 'utf8' }));
const words = process.argv.slice(2);
const named = words.length === 0 ? designs : designs.filter(({ id }) => words.includes(id));

async function urlSaidBy(child) {
  let said = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    said += text;
    const [, url] = /^listening (\S+)\n/.exec(said) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('it ended before it listened');
}

/** From the start of the process, in milliseconds. Rejects when the design's time is over. */
async function startMs({ id, object }, signal) {
  const beganMs = performance.now();
  const child = spawn(process.execPath, [CLI, 'serve', id, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  addAbortSignal(signal, child.stdout);
  try {
    const { status } = await fetch((await urlSaidBy(child)) + READ[object], { signal });
    const tookMs = performance.now() - beganMs;
    if (status !== 200) throw new Error(`${id} answered ${status}`);
    return tookMs;
  } finally {
    await stopped(child, exit);
  }
}

/** It takes what it started with it; one that does not end by itself is killed. */
async function stopped(child, exit) {
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exit;
  clearTimeout(late);
}

/** A row of the table, whatever becomes of the design. */
async function row(design) {
  const { id } = design;
  if (!design.available) return { id, cells: ['-', `left out: ${design.why}`], ms: 0, failed: false };
  const signal = AbortSignal.timeout(MOST_MS);
  const all = [];
  try {
    while (all.length < STARTS) all.push(await startMs(design, signal));
  } catch (error) {
    const why = signal.aborted ? `not done within ${whole(MOST_MS / 1000)} s` : error.message;
    return { id, cells: ['-', [...all.map(whole), why].join(' ')], ms: 0, failed: true };
  }
  return { id, cells: [whole(median(all)), all.map(whole).join(' ')], ms: median(all), failed: false };
}

const rows = [];
for (const [i, design] of named.entries()) {
  rows.push(await row(design));
  console.error([`${i + 1} of ${named.length}`, design.id, ...rows.at(-1).cells].join('  '));
}

const slowest = rows.toSorted((a, b) => b.ms - a.ms)[0];
console.log(`${machine()}\n\nfrom the command to the first answer, in ms, ${STARTS} starts each\n`);
console.log(table([['design', 'median', 'each'], ...rows.map(({ id, cells }) => [id, ...cells])]));
console.log(`\nslowest: ${slowest?.id}, ${whole(slowest?.ms ?? 0)} ms`);
if (rows.some(({ failed }) => failed)) process.exitCode = 1;
