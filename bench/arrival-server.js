import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Compiles arrival.c; null where there is no compiler. */
function compiled(directory) {
  const program = join(directory, 'arrival');
  try {
    execFileSync('cc', ['-O2', '-o', program, here('arrival.c')], { stdio: 'ignore' });
    return program;
  } catch {
    return null;
  }
}

function ask(url, agent) {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/arrivals`, { agent }, async (response) => {
      resolve(JSON.parse(Buffer.concat(await response.toArray()).toString()));
    });
    request.once('error', reject);
  });
}

/**
 * Starts the server that stamps arrivals, in a process of its own. `take()` gives what came since the last time:
 * `{ stamps, arrivals: [{ connection, ns }, …] }`, in the order of the stamps.
 */
export async function startArrivalServer() {
  const directory = mkdtempSync(join(tmpdir(), 'counter-probe-bench-'));
  const program = compiled(directory);
  const child = program ? spawn(program) : spawn(process.execPath, [here('arrival-node.js')]);
  const [line] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    createInterface(child.stdout).once('line', (text) => resolve([text]));
  });
  const url = `http://127.0.0.1:${line.split(' ')[1]}`;
  const agent = new Agent({ keepAlive: true });
  return {
    url,
    pid: child.pid,
    runsOn: program ? 'C, epoll' : 'Node, raw sockets (no C compiler found)',
    async take() {
      const { stamps, arrivals } = await ask(url, agent);
      const sorted = arrivals.map(([connection, ns]) => ({ connection, ns })).sort((a, b) => a.ns - b.ns);
      return { stamps, arrivals: sorted };
    },
    close() {
      agent.destroy();
      child.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
