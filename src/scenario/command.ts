import { redactor } from './redact.ts';
import { isSensitive } from './text/header.ts';
import { Mistake } from './text/mistake.ts';
import { shellQuote, splitWords } from './text/shell.ts';

const HIDDEN = '[secret]';

/** How the value of a flag is shown where it may be a credential that is too short to be found in a text. */
const SHOWN: Readonly<Record<string, (value: string) => string>> = {
  '-u': hidePassword,
  '--user': hidePassword,
  '-E': hidePassword,
  '--cert': hidePassword,
  '-H': hideHeader,
  '--header': hideHeader,
  '--read-header': hideHeader,
  '-b': hideCookies,
  '--cookie': hideCookies,
  '-x': hideCredentials,
  '--proxy': hideCredentials,
  '--url': hideCredentials,
  '--read': hideCredentials,
  '--before': hideInside,
};

/** The command that repeats a run, quoted for a shell, without its secrets; `argv` begins after the program's name. */
export function commandLine(argv: readonly string[], secrets: readonly string[]): string {
  const redact = redactor(secrets);
  const words = shownAll(argv).map(redact);
  return ['npx', 'counter-probe', ...words].map(shellQuote).join(' ');
}

const shownAll = (words: readonly string[]): readonly string[] =>
  words.map((word, index) => shown(word, words[index - 1]));

/** A value stands behind its flag, joined to it by `=`, or joined to its one letter. */
function shown(word: string, before: string | undefined): string {
  const behind = before === undefined ? undefined : SHOWN[before];
  if (behind) return behind(word);
  const [, long, value = ''] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
  if (long && SHOWN[long]) return `${long}=${SHOWN[long](value)}`;
  const short = SHOWN[word.slice(0, 2)];
  return short && !word.startsWith('--') && word.length > 2 ? word.slice(0, 2) + short(word.slice(2)) : word;
}

function hidePassword(value: string): string {
  const colon = value.indexOf(':');
  return colon < 0 ? value : `${value.slice(0, colon)}:${HIDDEN}`;
}

function hideHeader(value: string): string {
  const colon = value.indexOf(':');
  const name = value.slice(0, Math.max(0, colon)).trim();
  return isSensitive(name) && !/\{\{/.test(value) ? `${name}: ${HIDDEN}` : value;
}

function hideCookies(value: string): string {
  return value.replace(/([^=;\s]+)=([^;]*)/g, `$1=${HIDDEN}`);
}

function hideCredentials(value: string): string {
  return value.replace(/^((?:[a-z][a-z0-9+.-]*:\/\/)?[^/@:]*):[^/@]*@/i, `$1:${HIDDEN}@`);
}

/** A command line of curl, whose flags are the same. */
function hideInside(line: string): string {
  try {
    return shownAll(splitWords(line)).map(shellQuote).join(' ');
  } catch (error) {
    if (error instanceof Mistake) return HIDDEN;
    throw error;
  }
}
