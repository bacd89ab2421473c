import type { Command } from 'commander';
import { unknownWord } from './nearest.ts';

/** `help [command]`: what there is, or the flags of one command. */
export function addHelp(root: Command): void {
  root
    .command('help')
    .description('print what there is, or the flags of one command')
    .argument('[command]')
    .action((name: string | undefined) => {
      const command = name === undefined ? root : root.commands.find((c) => c.name() === name);
      const names = root.commands.map((c) => c.name());
      if (!command) throw unknownWord('command', name ?? '', names);
      command.outputHelp();
    });
}
