// @ts-check
// Runs Workers, each on a workerd of its own, for no longer than the process lives that started this one. Miniflare ends
// workerd when its own process exits or takes a SIGTERM, but not when that is killed by SIGKILL. Here the end of the
// parent, however it comes, closes the channel to this process; the end of this one, however it comes, is seen by a
// janitor that puts everything away. All files, Miniflare's own too, are in one folder.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record } from '../guarded/left-over.js';
import { temporaryFolder, whyOf } from '../guarded/temporary-folder.js';
import { openControl } from './workerd-control.js';
import { startWorkerd } from './workerd-process.js';

/**
 * @import { ChildProcess } from 'node:child_process'
 * @import { HostSpec, WorkerSpec } from './workerd.ts'
 * @import { Workerd } from './workerd-process.js'
 */

if (!process.connected) process.exit(); // the parent has ended already
/** @type {HostSpec} */
const spec = JSON.parse(process.argv[2] ?? '');
const folder = await madeOrRefused();
const janitor = spawn(process.execPath, [fileURLToPath(new URL('./workerd-janitor.js', import.meta.url)), folder], {
  detached: true,
  stdio: ['pipe', 'ignore', 'inherit'], // whoever started this waits for the end of both by the end of this stream
});
janitor.stdin.on('error', () => {});
process.chdir(folder);
for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;

// The janitor begins when this process is gone, so that nobody makes a file anew behind its back.
const end = () => process.exit();
process.on('SIGINT', () => {}); // a Ctrl-C in the terminal is for whoever started the design
process.once('SIGTERM', end);
process.once('disconnect', end);

async function madeOrRefused() {
  try {
    return temporaryFolder('workerd');
  } catch (error) {
    return refuse(error);
  }
}

/**
 * Tells whoever started this why nothing runs here, and ends.
 *
 * @param {unknown} error
 * @returns {Promise<never>}
 */
function refuse(error) {
  const { why, mend } = whyOf(error);
  return new Promise(() => process.send?.({ failed: why, mend }, () => process.exit()));
}

/** @type {Set<ChildProcess>} */
const running = new Set();
/** Ids of those that were to be killed. @type {Set<number | undefined>} */
const asked = new Set();
let isOpen = false;

function tellJanitor() {
  const pids = [...running].flatMap(({ pid }) => pid ?? []);
  janitor.stdin.write(`${JSON.stringify(pids)}\n`);
  record(folder, pids); // should both of us be killed
}

/** @param {ChildProcess} child */
function watch(child) {
  child.once('spawn', () => {
    running.add(child);
    tellJanitor();
  });
  child.once('exit', (code, signal) => {
    running.delete(child);
    tellJanitor();
    if (isOpen && !asked.has(child.pid)) refuse(new Error(`workerd ended by ${signal ?? `code ${code}`}`));
  });
}

/**
 * @param {WorkerSpec} worker
 * @param {number} at its place in the list
 */
async function openWorker(worker, at) {
  const stores = join(folder, String(at));
  /** @type {Record<string, number>} */
  const services = {};
  for (const [name, i] of Object.entries(worker.services)) services[name] = (await opening[i])?.port ?? 0;
  const { root, fetchDelayMs } = spec;
  const around = { root, folder: stores, fetchDelayMs, services };

  /** @param {Workerd} old */
  const another = async (old) => {
    asked.add(old.pid);
    await old.kill();
    return startWorkerd({ ...told, port: old.port }, around, watch);
  };
  const crash = async () => {
    const old = workerd;
    workerd = old.then(another);
    const [killed, started] = await Promise.all([old, workerd]);
    return { killed: killed.pid, started: started.pid };
  };
  const crashUrl = spec.crashes ? await openControl(spec.designId, crash) : null;
  const told = { ...worker, variables: { ...worker.variables, CRASH_URL: crashUrl } };
  let workerd = startWorkerd(told, around, watch);
  const { port, makeTables } = await workerd;
  await makeTables();
  return { port, crashUrl };
}

/** Each waits for those before it that it calls, and for no other. @type {ReturnType<typeof openWorker>[]} */
const opening = [];
try {
  for (const [at, worker] of spec.workers.entries()) opening.push(openWorker(worker, at));
  const opened = await Promise.all(opening);
  const urls = opened.map(({ port }) => `http://127.0.0.1:${port}`);
  isOpen = true;
  process.send?.({ folder, urls, crashUrls: opened.map(({ crashUrl }) => crashUrl) });
} catch (error) {
  await refuse(error);
}
