// Counts in memory and writes every fifth number to disk, in a process of its own; a crash takes what was not written.
// `POST /crash` kills that process and starts the next from the disk. Fixed: written before each answer.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serve } from './kit.mjs';

/** The counting process: keeps its number in memory, and tells its parent, who plays the disk. */
function count() {
  let n = Number(process.argv[3]);
  const everyTime = process.argv[4] === 'true';
  process.on('message', ({ id, add }) => {
    n += add;
    if (add > 0 && (everyTime || n % 5 === 0)) process.send({ disk: n });
    process.send({ id, n });
  });
}

export async function start({ port = 0, fixed = false } = {}) {
  const waiting = new Map();
  const held = { n: 0 };
  let serial = 0;
  let child = null;

  const launch = () => {
    child = fork(fileURLToPath(import.meta.url), ['--counting', String(held.n), String(fixed)], { execArgv: [] });
    child.on('message', (message) => {
      if (message.disk !== undefined) held.n = message.disk;
      else waiting.get(message.id)?.(message.n);
    });
  };
  const ask = (add) =>
    new Promise((done) => {
      serial += 1;
      waiting.set(serial, done);
      child.send({ id: serial, add });
    });
  const crash = async () => {
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
    launch();
  };
  launch();
  await ask(0);

  return serve(
    port,
    {
      'POST /sales': async () => [201, { sale: await ask(1) }],
      'GET /sales': async () => [200, { sales: await ask(0) }],
      'POST /crash': async () => {
        await crash();
        return [204];
      },
    },
    { onClose: () => child.kill('SIGKILL') },
  );
}

if (process.argv[2] === '--counting') count();
