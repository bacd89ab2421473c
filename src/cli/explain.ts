import type { Command } from 'commander';
import { aligned, alignedWithin } from '../report/layout.ts';
import { CODES } from '../verdict/codes.ts';
import { unknownWord } from './nearest.ts';
import type { Session } from './program.ts';
import { reflow } from './reflow.ts';
import { shipped } from './shipped.ts';

/** `explain [code]`: the page of a finding code, or the list of codes. */
export function addExplain(root: Command, { io }: Session): void {
  root
    .command('explain')
    .description('print what a finding code means and what to do about it; without a code, all codes')
    .argument('[code]', 'such as CP101')
    .action((code: string | undefined) => {
      const { columns } = io.stdout;
      const text = code === undefined ? listed(columns) : page(code);
      io.stdout.write(code === undefined || columns === undefined ? text : reflow(text, columns));
    });
}

/** Without a terminal a line each, for grep. */
function listed(columns: number | undefined): string {
  const rows = Object.entries(CODES).map(([code, { title, verdict }]) => [code, verdict, title]);
  return `${(columns === undefined ? aligned(rows) : alignedWithin(rows, columns)).join('\n')}\n`;
}

function page(word: string): string {
  const codes = Object.keys(CODES);
  const code = codes.find((c) => c === word.toUpperCase() || c === `CP${word}`);
  if (code === undefined) throw unknownWord('code', word, codes);
  const text = shipped(`docs/findings/${code}.md`);
  if (text === null) throw new Error(`docs/findings/${code}.md is missing from the package`);
  return text.endsWith('\n') ? text : `${text}\n`;
}
