import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type GuardedShell, startGuarded } from '../../drive/phases/guarded-shell.ts';
import { ProbeError } from '../../errors.ts';
import { packageFile } from '../../package-file.ts';
import { exited } from '../../reference/guarded/exited.ts';
import { freePort } from '../../reference/guarded/free-port.ts';
import { turns } from '../../reference/guarded/turns.ts';
import { ok } from '../../reference/http/answer.js';
import type { Contract } from '../../reference/http/asked.ts';
import { serve } from '../../reference/http/node-server.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { counterAt } from './counter-at.ts';

const CLI = fileURLToPath(packageFile('bin/counter-probe.js'));

/** A design in a process of its own, and where to ask for the kill of that process. */
export interface Alone {
  readonly base: Scenario;
  readonly crashUrl: string;
  readonly close: () => Promise<void>;
}

const WAIT =
  'const at=Date.now();(function f(){fetch(process.argv[1]).then(()=>process.exit(0),()=>Date.now()-at>2e4?process.exit(1):setTimeout(f,20))})()';

/**
 * Serves a design whose number is in the process that serves it by `serve`. Who has it killed (SIGKILL) is answered when
 * the next process listens on the same port. Rejects with a `ProbeError` when it does not start.
 */
export async function startAlone(id: string): Promise<Alone> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = async (): Promise<GuardedShell> => {
    const shell = startGuarded(`exec ${quoted(process.execPath)} ${quoted(CLI)} serve ${id} --port ${port}`);
    if (await answers(url)) return shell;
    await end(shell);
    throw new ProbeError('design', `${id} did not start in a process of its own`);
  };
  let running = await start();
  const oneByOne = turns();
  const crash = () =>
    oneByOne(async () => {
      const killed = running.child.pid;
      await end(running);
      running = await start();
      return ok({ killed, started: running.child.pid });
    });
  const contract: Contract = () => ({ POST: crash });
  const control = await serve(id, contract, 0, () => oneByOne(() => end(running)));
  return { base: counterAt(url, id), crashUrl: `${control.url}/crash`, close: control.close };
}

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

async function answers(url: string): Promise<boolean> {
  const { child, over } = startGuarded(`exec ${quoted(process.execPath)} -e ${quoted(WAIT)} ${url}/counter`);
  const [code] = await once(child, 'exit');
  over();
  return code === 0;
}

/** By SIGKILL, with all of its group. */
const end = ({ child, end: kill }: GuardedShell): Promise<void> => exited(child, kill);
