// Imported into a program that is measured: writes the most memory it ever held, in KiB, to file descriptor 3.
import { writeSync } from 'node:fs';

process.once('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
