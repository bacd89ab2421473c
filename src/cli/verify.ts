import type { Command } from 'commander';
import type { ReadFlags } from './check/flags.ts';
import type { Session } from './program.ts';
import { columnsOf, fitted } from './width.ts';

const EXIT = '\nExit code: 0 accepted, 1 refused, 2 a file cannot be read.';

/** `verify <history> <certificate>`: checks a verdict by the two files alone. */
export function addVerify(root: Command, { io, end }: Session): void {
  root
    .command('verify')
    .description('check the certificate of a verdict with a small separate program')
    .argument('<history>', 'the very file that was judged')
    .argument('<certificate>', 'what check --certificate wrote for it')
    .option('--from <format>', 'ndjson, edn, elle-json, porcupine or corpus (the file tells)')
    .option('--initial <n|unknown>', 'as it was given to check')
    .option('--limit <n>', 'as it was given to check')
    .option('--json', 'the answer as JSON')
    .addHelpText('after', () => fitted(EXIT, columnsOf(io)))
    .action(async (history: string, certificate: string, flags: ReadFlags & { readonly json?: boolean }) => {
      const { verifyFiles } = await import('./check/verify-files.ts');
      end(await verifyFiles({ history, certificate, flags, io }));
    });
}
