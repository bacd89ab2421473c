// Runs one server in a temporary folder of its own (in two where its data lie in memory), for no longer than the process
// that started this one lives. The end of that process, however it comes (a kill -9 too), closes the channel to this
// one, which then ends the server and removes the folders. Where both are killed at once, a next start does (left-over.js).
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { record } from './left-over.js';
import { memoryPlace } from './memory-place.js';
import { removeFolder } from './remove-folder.js';
import { closedTo, temporaryFolder, whyOf } from './temporary-folder.js';

/** @type {import('./guarded.ts').ServerSpec} */
const spec = JSON.parse(process.argv[2] ?? '');
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

/** Ours alone, each with one in it for the server, whose account may differ. @type {string[]} */
const folders = [];
/** The same where the data do not lie in memory. */
let folder = '';
let data = '';

const leave = () => void Promise.all(folders.map(removeFolder)).then(() => process.exit(0));

/** @param {string} text */
const inFolder = (text) => text.replaceAll('{folder}', folder).replaceAll('{data}', data);

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
let restarting = false;
/** The server has ended, and with it all that it had started. */
let isClosed = false;
/** @type {import('node:child_process').ChildProcess | null} */
let server = null;

process.on('SIGINT', () => {}); // a Ctrl-C in the terminal is for whoever started the design
process.once('SIGTERM', putAway);
process.once('disconnect', putAway);
process.on('message', (asked) => {
  if (asked === 'restart') restart();
  else server?.kill(/** @type {NodeJS.Signals} */ (asked));
});

/** Kills the server as a crash would, and starts it again in the same folder. */
function restart() {
  restarting = true;
  if (server === null || isClosed) return serve();
  // Not `exit`: that comes before the processes of PostgreSQL have noticed and gone, and it does not start beside them.
  server.once('close', () => {
    if (!ending) serve();
  });
  server.kill('SIGKILL');
}

/**
 * To whoever started this one. Who ended meanwhile is told in vain, and that is no error here: `disconnect` comes next.
 *
 * @param {object} said
 */
const tell = (said, then = () => {}) => void process.send?.(said, then);

function makeFolders() {
  const inMemory = spec.memoryBytes === undefined ? null : memoryPlace(spec.memoryBytes);
  folder = folderFor(temporaryFolder('server'));
  data = inMemory === null ? folder : folderFor(temporaryFolder('server', inMemory));
}

/** @param {string} made */
function folderFor(made) {
  folders.push(made);
  chmodSync(made, 0o755);
  const inner = join(made, 'server');
  mkdirSync(inner);
  if (spec.runAs !== null) chownSync(inner, spec.runAs.uid, spec.runAs.gid);
  return inner;
}

function prepare() {
  for (const step of spec.prepare) {
    const [command, args, options] = started(step);
    const done = spawnSync(command, args, { ...options, encoding: 'utf8' });
    if (done.error) throw refusalIn([folder, data]) ?? done.error;
    if (done.status !== 0) throw new Error(`${command}: ${(done.stderr || done.stdout).slice(-KEPT_OF_OUTPUT)}`);
  }
}

/**
 * A folder that the account may not enter, whose own errors name none.
 *
 * @param {readonly string[]} places
 */
function refusalIn(places) {
  const { runAs } = spec;
  return runAs === null ? null : places.map((place) => closedTo(place, runAs)).find((refusal) => refusal !== null);
}

function serve() {
  const [command, args, options] = started(spec.server);
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  server = child;
  restarting = false;
  isClosed = false;
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-KEPT_OF_OUTPUT);
    });
  child.once('error', (error) => tell({ ended: error.message }));
  child.once('close', () => {
    isClosed = true;
  });
  child.once('exit', (code, signal) => {
    if (!ending && !restarting) tell({ ended: `${signal ?? `code ${code}`}: ${said.trim()}` });
  });
  if (child.pid !== undefined) for (const one of folders) record(one, [child.pid]);
  tell({ folder, data, folders, pid: child.pid });
}

try {
  // Of who ended before this line no event tells.
  if (process.connected) {
    makeFolders();
    prepare();
  } else putAway();
  if (!ending) serve();
} catch (error) {
  const { why, mend } = whyOf(error);
  tell({ ended: why, mend }, putAway);
}
