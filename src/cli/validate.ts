import type { Command } from 'commander';
import { describeError, isProbeError } from '../errors.ts';
import { printable } from '../history/printable.ts';
import { USAGE } from './failure.ts';
import type { CliIo } from './io.ts';
import type { Session } from './program.ts';
import { scenarioFiles } from './scenario-files.ts';

/** `validate <files…>`: says of each scenario file that it is well, or what is wrong and where. */
export function addValidate(root: Command, { io, end }: Session): void {
  root
    .command('validate')
    .description('check scenario files without sending anything')
    .argument('<files...>', 'scenario files, or folders with *.probe.yaml below them')
    .action(async (paths: readonly string[]) => {
      const files = await scenarioFiles(paths, io.cwd);
      const mistakes = await Promise.all(files.map((file) => mistakeIn(file, io)));
      files.forEach((file, i) => {
        const mistake = mistakes[i] ?? null;
        if (mistake === null) io.stdout.write(`ok ${printable(file)}\n`);
        else io.stderr.write(`${printable(mistake, 4_000)}\n`);
      });
      if (mistakes.some((mistake) => mistake !== null)) end(USAGE);
    });
}

async function mistakeIn(file: string, io: CliIo): Promise<string | null> {
  const { loadScenario } = await import('../scenario/load.ts');
  try {
    loadScenario(file, { env: io.env });
    return null;
  } catch (error) {
    if (!isProbeError(error)) throw error;
    return describeError(error);
  }
}
