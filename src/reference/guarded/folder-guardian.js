// Keeps a temporary folder, for no longer than the process that started this one lives: the end of that process, however it
// comes (a kill -9 too), closes the channel to this one. What works in the folder is started by that process and ends
// with it too; none of it has to remove anything.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'counter-probe-'));

const leave = () => void removeFolder(folder).then(() => process.exit(0));

process.on('SIGINT', () => {}); // a Ctrl-C in the terminal is for whoever started the design
process.once('SIGTERM', leave);
process.once('disconnect', leave);
// Of who ended before this line no event tells; who ends now is told in vain, and `disconnect` comes next.
if (process.connected) process.send?.({ folder }, () => {});
else leave();
