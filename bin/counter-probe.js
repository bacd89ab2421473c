#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

// Nothing newer than a module needs, and nothing imported yet: an old Node must come far enough to be told so.
const JUDGES = ['check', 'verify'];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`counter-probe: this is Node ${process.versions.node}, and 20.19 or newer is needed\n`);
  process.exitCode = 2;
} else {
  // Memory over compiled code: a wide burst needs much less of it, and takes no longer. A large history takes twice as
  // long that way, and is judged when nothing else is measured (docs/decisions/0003).
  if (!JUDGES.includes(process.argv[2])) setFlagsFromString('--optimize-for-size');
  // Stands if the process should run dry before the command has ended.
  process.exitCode = 70;
  import('../dist/command/main.js')
    .then((cli) => cli.main(process.argv.slice(2), cli.processIo()))
    .then(
      (exitCode) => {
        process.exitCode = exitCode;
      },
      (error) => {
        process.stderr.write(`counter-probe: could not start: ${error.message}\n`);
      },
    );
}
