import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BODY, firstToLast } from './senders.js';

// Bursts as a person gets them: a new process each, whose code has not run before.

const run = promisify(execFile);
const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
export const CLI = path('bin/counter-probe.js');
export const UNBUNDLED = path('bench/unbundled.js');
const JSON_TYPE = 'content-type: application/json';

function command(name, args, accepted) {
  return {
    name,
    prepare: async () => {},
    burst: () =>
      run(process.execPath, args).catch((error) => {
        if (!accepted.includes(error.code)) throw error;
      }),
    spread: firstToLast,
  };
}

const probeCommand = (url, n) =>
  command(
    'counter-probe run, a process each',
    [CLI, 'run', '--url', url, '-H', JSON_TYPE, '-d', BODY, '-c', String(n), '--spaced', '0', '-q'],
    [3],
  );

const autocannonCommand = (url, n) =>
  command(
    'autocannon, a process each',
    [
      path('node_modules/autocannon/autocannon.js'),
      '-m',
      'POST',
      '-H',
      JSON_TYPE,
      '-b',
      BODY,
      '-c',
      n,
      '-a',
      n,
      url,
    ].map(String),
    [],
  );

/** The first is ours. */
export const commands = [probeCommand, autocannonCommand];
