import type { Command } from 'commander';
import type { Session } from './program.ts';
import { fillFromEnvironment } from './run/environment.ts';
import { addRunFlags, type CommandFlags, DATA_NAMES, REQUEST_NAMES } from './run/flags.ts';
import { columnsOf, fitted } from './width.ts';

const ENVIRONMENT = '\nEvery flag may also be given as COUNTER_PROBE_<FLAG>, such as COUNTER_PROBE_MIN_OVERLAP=8.';

/** `run [files…]`: probes a target given by flags, or by scenario files one after another. */
export function addRun(root: Command, session: Session): void {
  const command = root
    .command('run')
    .description('probe a target given by flags or by scenario files')
    .argument('[files...]', 'scenario files, or folders with *.probe.yaml below them')
    .addHelpText('after', () => fitted(ENVIRONMENT, columnsOf(session.io)));
  const data = addRunFlags(command);
  command.action(async (paths: readonly string[]) => {
    const except = paths.length > 0 ? REQUEST_NAMES : data.length > 0 ? DATA_NAMES : [];
    const fromEnvironment = fillFromEnvironment(command, session.io.env, except);
    const flags: CommandFlags = { ...command.opts(), data };
    const typed = [...withoutOperands(command, session.argv.slice(1), paths), ...fromEnvironment];
    const { run } = await import('./run/scenarios.ts');
    session.end(await run({ paths, flags, argv: session.argv, typed, io: session.io, hide: session.hide }));
  });
}

/** The words of a command line that are flags and their values. */
function withoutOperands(command: Command, words: readonly string[], operands: readonly string[]): readonly string[] {
  const takesValue = (word: string | undefined): boolean =>
    word !== undefined && command.options.some((o) => o.required && (o.short === word || o.long === word));
  return words.filter((word, i) => word !== '--' && !(operands.includes(word) && !takesValue(words[i - 1])));
}
