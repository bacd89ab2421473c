// The command as the compiler leaves it, a file a module: what bin/counter-probe.js does, but for the bundle.
import { setFlagsFromString } from 'node:v8';

if (!['check', 'verify'].includes(process.argv[2])) setFlagsFromString('--optimize-for-size');
const cli = await import('../dist/cli/main.js');
process.exitCode = await cli.main(process.argv.slice(2), cli.processIo());
