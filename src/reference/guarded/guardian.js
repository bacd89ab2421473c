// Runs one server in a temporary folder of its own, for no longer than the process that started this one lives. The end
// of that process, however it comes (a kill -9 too), closes the channel to this one, which then ends the server and
// removes the folder. Nothing is left for a next start to clean up.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {import('./guarded.ts').ServerSpec} */
const spec = JSON.parse(process.argv[2] ?? '');
const folder = mkdtempSync(join(tmpdir(), 'counter-probe-server-'));
const KEPT_OF_OUTPUT = 4000;
const PATIENCE_MS = 4000;

/** Ends when the server has, at the latest a while after it was asked to. */
function putAway() {
  ending = true;
  if (server === null || server.exitCode !== null || server.signalCode !== null) return leave();
  server.once('exit', leave);
  server.kill(spec.stopSignal);
  setTimeout(() => server?.kill('SIGKILL'), PATIENCE_MS);
}

function leave() {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}

/** @param {string} text */
const inFolder = (text) => text.replaceAll('{folder}', folder);

/** @param {import('./guarded.ts').Step} step */
const started = (step) =>
  /** @type {const} */ ([
    inFolder(step.command),
    step.args.map(inFolder),
    {
      cwd: folder,
      env: { ...process.env, ...step.env },
      ...(spec.runAs === null || step.asSelf ? {} : spec.runAs),
    },
  ]);

let ending = false;
/** @type {import('node:child_process').ChildProcess | null} */
let server = null;

process.on('SIGINT', () => {}); // a Ctrl-C in the terminal is for whoever started the design
process.once('SIGTERM', putAway);
process.once('disconnect', putAway);
process.on('message', (signal) => void server?.kill(/** @type {NodeJS.Signals} */ (signal)));

function prepare() {
  chmodSync(folder, 0o755);
  if (spec.runAs !== null) chownSync(folder, spec.runAs.uid, spec.runAs.gid);
  for (const step of spec.prepare) {
    const [command, args, options] = started(step);
    const done = spawnSync(command, args, { ...options, encoding: 'utf8' });
    if (done.error) throw done.error;
    if (done.status !== 0) throw new Error(`${command}: ${(done.stderr || done.stdout).slice(-KEPT_OF_OUTPUT)}`);
  }
}

function serve() {
  const [command, args, options] = started(spec.server);
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  server = child;
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-KEPT_OF_OUTPUT);
    });
  child.once('error', (error) => process.send?.({ ended: error.message }));
  child.once('exit', (code, signal) => {
    if (!ending) process.send?.({ ended: `${signal ?? `code ${code}`}: ${said.trim()}` });
  });
  process.send?.({ folder, pid: child.pid });
}

try {
  prepare();
  if (!ending) serve();
} catch (error) {
  process.send?.({ ended: error instanceof Error ? error.message : String(error) }, putAway);
}
