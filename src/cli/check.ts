import type { Command } from 'commander';
import type { CheckFlags } from './check/flags.ts';
import type { Session } from './program.ts';
import { columnsOf, fitted } from './width.ts';

const MORE = `
Formats, told apart by the files themselves: ndjson (what run --history writes), edn (Jepsen), elle-json, porcupine, corpus.
Exit codes: 0 pass, 1 fail, 2 a mistake in the command or a file, 3 inconclusive; with --corpus: 1 when a label is contradicted.`;

const collect = (text: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), text];

/** `check <history…>`: judges recorded histories, whoever recorded them. */
export function addCheck(root: Command, { io, argv, end }: Session): void {
  root
    .command('check')
    .description('judge recorded histories, whoever recorded them; no network')
    .argument('[histories...]', 'files, - for stdin; several are taken as parts of one run')
    .optionsGroup('How to read:')
    .option('--from <format>', 'ndjson, edn, elle-json, porcupine or corpus (the file tells)')
    .option('--initial <n|unknown>', 'the number before the first write, where the file does not say it (0)')
    .option('--limit <n>', 'the most the number may be, where the file does not say it (no limit)')
    .option('--clock-error <time>', 'how far the clocks of several machines may be from true time (0)')
    .optionsGroup('How to judge:')
    .option(
      '--require <level>',
      'eventual, read-your-writes, bounded:<time> or latest (what the file says, or eventual)',
    )
    .option('--corpus <file>', 'judge a file with one history a line, and compare with its labels')
    .optionsGroup('Output:')
    .option('--to <format>', 'write the history to stdout in another format, and do not judge it')
    .option('--certificate <file>', 'write a proof that verify checks')
    .option('--reporter <name[=path]>', 'human or json, to stdout or a file (human) (repeat)', collect)
    .option('--json', 'the JSON report alone on stdout; with --corpus, one line for each history')
    .addHelpText('after', () => fitted(MORE, columnsOf(io)))
    .action(async (paths: readonly string[], flags: CheckFlags) => {
      const { check } = await import('./check/judge.ts');
      end(await check({ paths, flags, argv, io }));
    });
}
