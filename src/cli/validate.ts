import type { Command } from 'commander';
import { describeError, isProbeError } from '../errors.ts';
import { printable } from '../history/printable.ts';
import type { RunFlags } from '../scenario/flag-types.ts';
import type { LoadOptions } from '../scenario/load.ts';
import { USAGE } from './failure.ts';
import type { Session } from './program.ts';
import { addValueFlags } from './run-flags.ts';
import { scenarioFiles } from './scenario-files.ts';

/** `validate <files…>`: says of each scenario file that it is well, or what is wrong and where. */
export function addValidate(root: Command, { io, end }: Session): void {
  const command = root
    .command('validate')
    .description('check scenario files without sending anything')
    .argument('<files...>', 'scenario files, or folders with *.probe.yaml below them');
  addValueFlags(command);
  command.action(async (paths: readonly string[], flags: RunFlags) => {
    const { loadOptionsFromFlags } = await import('../scenario/flags.ts');
    const options = loadOptionsFromFlags(flags, { env: io.env });
    const files = await scenarioFiles(paths, io.cwd);
    for (const file of files) {
      const mistake = await mistakeIn(file, options);
      if (mistake === null) io.stdout.write(`ok ${printable(file)}\n`);
      else io.stderr.write(`${printable(mistake, 4_000)}\n`);
      if (mistake !== null) end(USAGE);
    }
  });
}

async function mistakeIn(file: string, options: LoadOptions): Promise<string | null> {
  const { loadScenario } = await import('../scenario/load.ts');
  try {
    loadScenario(file, options);
    return null;
  } catch (error) {
    if (!isProbeError(error)) throw error;
    return describeError(error);
  }
}
