import type { Command } from 'commander';
import { CODES } from '../verdict/codes.ts';
import { unknownWord } from './nearest.ts';
import type { Session } from './program.ts';
import { shipped } from './shipped.ts';

/** `explain [code]`: the page of a finding code, or the list of codes. */
export function addExplain(root: Command, { io }: Session): void {
  root
    .command('explain')
    .description('print what a finding code means and what to do about it; without a code, all codes')
    .argument('[code]', 'such as CP101')
    .action((code: string | undefined) => {
      io.stdout.write(code === undefined ? listed() : page(code));
    });
}

function listed(): string {
  return Object.entries(CODES)
    .map(([code, { title, verdict }]) => `${code}  ${verdict.padEnd(12)}  ${title}\n`)
    .join('');
}

function page(word: string): string {
  const codes = Object.keys(CODES);
  const code = codes.find((c) => c === word.toUpperCase());
  if (code === undefined) throw unknownWord('code', word, codes);
  const text = shipped(`docs/findings/${code}.md`);
  if (text === null) throw new Error(`docs/findings/${code}.md is missing from the package`);
  return text.endsWith('\n') ? text : `${text}\n`;
}
