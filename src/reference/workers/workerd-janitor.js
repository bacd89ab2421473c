// @ts-check
// Outlives the process that hosts workerd by a moment, whatever ended that one: a kill -9 too, after which workerd would
// go on with its port and its files. Each line on its input lists the workerd processes of now; the end of the input is
// the end of the host, upon which they are killed and their folder is removed.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const folder = process.argv[2] ?? '';
/** @type {readonly number[]} */
let running = [];

process.on('SIGINT', () => {}).on('SIGTERM', () => {});

createInterface({ input: process.stdin })
  .on('line', (line) => {
    running = JSON.parse(line);
  })
  .on('close', () => {
    for (const pid of running) kill(pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}
