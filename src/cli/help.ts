import type { Command } from 'commander';
import { ProbeError } from '../errors.ts';
import { unknownWord } from './nearest.ts';

/** `help [command]`: what there is, or the flags of one command. */
export function addHelp(root: Command): void {
  root
    .command('help')
    .description('print what there is, or the flags of one command')
    .argument('[command]')
    .action((name: string | undefined) => {
      const command = name === undefined ? root : root.commands.find((c) => c.name() === name);
      if (!command) throw unknownCommand(name ?? '', root);
      command.outputHelp();
    });
}

/** The error for a command that is none: it names the nearest, or all. */
export function unknownCommand(word: string, root: Command): ProbeError {
  const mend = `did you mean run --url ${word}?`;
  if (/^https?:/i.test(word)) return new ProbeError('usage', `unknown command '${word}'`, { mend });
  const names = root.commands.map((command) => command.name());
  return unknownWord('command', word, names);
}
