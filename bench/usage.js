// Loaded ahead of a program: says on stderr what it took, as its last line.
import { writeSync } from 'node:fs';

process.on('exit', () => writeSync(2, `${JSON.stringify(process.resourceUsage())}\n`));
