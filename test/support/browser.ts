import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const INSTALL = 'no chromium in PATH: apt-get install chromium';

/** Path of a browser of this system; null where there is none. */
const found = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(isProgram);

/** Why tests in a browser are skipped; null where they run. With CI=true they run, and fail where there is no browser. */
export const browserMissing: string | null = found === undefined && process.env.CI !== 'true' ? INSTALL : null;

/** A browser of this system without a window. */
export async function startBrowser(): Promise<Browser> {
  if (found === undefined) throw new Error(INSTALL);
  // It refuses to keep its sandbox for root, and nothing but pages of this project is opened in it.
  return chromium.launch({ executablePath: found, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
