import type { Command } from 'commander';
import type { Session } from './program.ts';
import { columnsOf, fitted } from './width.ts';

const EXIT = '\nExit code: 0 when every server behaved as it is labelled, else 1.';

/** `demo`: probes reference servers of this process, wrong ones and right ones, and compares what it found. */
export function addDemo(root: Command, { io, argv, end }: Session): void {
  root
    .command('demo')
    .description('probe servers that come with it, wrong ones and right ones; no network, about ten seconds')
    .option('--json', 'the JSON report alone on stdout')
    .addHelpText('after', () => fitted(EXIT, columnsOf(io)))
    .action(async ({ json = false }: { json?: boolean }) => {
      const { demo } = await import('./demo/designs.ts');
      end(await demo({ json, argv, io }));
    });
}
