// Keeps a temporary folder, for no longer than the process that started this one lives: the end of that process, however it
// comes (a kill -9 too), closes the channel to this one. What works in the folder is started by that process and ends
// with it too; none of it has to remove anything.
import { removeFolder } from './remove-folder.js';
import { temporaryFolder, whyOf } from './temporary-folder.js';

/** @type {string | null} */
let folder = null;

const leave = () => void (folder === null ? Promise.resolve() : removeFolder(folder)).then(() => process.exit(0));

/** Who ends now is told in vain, and `disconnect` comes next. @param {object} said */
const tell = (said) => void process.send?.(said, () => {});

process.on('SIGINT', () => {}); // a Ctrl-C in the terminal is for whoever started the design
process.once('SIGTERM', leave);
process.once('disconnect', leave);
// Of who ended before this line no event tells.
if (process.connected) begin();
else leave();

function begin() {
  try {
    folder = temporaryFolder('folder');
    tell({ folder });
  } catch (error) {
    tell(whyOf(error));
  }
}
