import type { Command } from 'commander';
import type { Session } from './program.ts';
import { columnsOf, fitted } from './width.ts';

const NOTES = `
Designs are those of serve --list that count. A scenario file is asked about its own counter: its requests are sent, its phases are not. What is no counter is skipped.
Exit code: 0 when it measured, whatever it found; 3 when nothing could be measured.`;

const repeated = (value: string, all: readonly string[] = []): readonly string[] => [...all, value];

/** `compare [designs or scenario files…]`: the design questions, answered side by side by measurement. */
export function addCompare(root: Command, session: Session): void {
  const { io, argv, end, hide } = session;
  root
    .command('compare')
    .description('answer the design questions for several counters side by side, by measurement')
    .argument('[subjects...]', 'ids of designs, or scenario files')
    .option('--json', 'the comparison as JSON alone on stdout')
    .option('--html <file>', 'write it as a page that needs nothing else')
    .option('--rounds <n>', 'bursts of each (5); half as many rounds of spaced writes')
    .option('-j, --jobs <n>', 'designs asked side by side what has no time in it; times are measured alone (4)')
    .option('--seed <n>', 'repeats the plan (ids, order), not the timing')
    .option('--var <name=value>', 'a value for {{name}} in scenario files (repeat)', repeated)
    .option('--vars-file <file>', 'values for {{name}}, YAML or JSON')
    .option('--secret <name>', 'a variable whose value no output may show (repeat)', repeated)
    .option('--redis <url>', 'a running Redis for designs on Redis, in place of one of their own')
    .option('--postgres <url>', 'a running PostgreSQL for designs on PostgreSQL, in place of one of their own')
    .option('-y, --yes', 'no question before writing to a host that is not this machine')
    .option('-q, --quiet', 'no progress on stderr')
    .addHelpText('after', () => fitted(NOTES, columnsOf(io)))
    .action(async (words: readonly string[], flags: Record<string, never>) => {
      const { compare } = await import('./compare/compare.ts');
      end(await compare({ words, flags, argv, io, hide }));
    });
}
