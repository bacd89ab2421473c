import type { Command } from 'commander';
import { describeError, isProbeError } from '../errors.ts';
import { printable } from '../history/printable.ts';
import type { RunFlags } from '../scenario/flags/types.ts';
import type { LoadOptions } from '../scenario/load.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { USAGE } from './failure.ts';
import type { Session } from './program.ts';
import { addValueFlags } from './run/flags.ts';
import { scenarioFiles } from './run/scenario-files.ts';

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
    const well: Scenario[] = [];
    for (const file of files) {
      const found = await scenarioIn(file, options);
      if (!isList(found)) {
        well.push(found);
        io.stdout.write(`ok ${printable(file)}\n`);
      } else {
        for (const line of found) io.stderr.write(`${printable(line, 4_000)}\n`);
        end(USAGE);
      }
    }
    const { refuseUnused } = await import('./unused-variables.ts');
    if (well.length === files.length) refuseUnused(flags, well);
  });
}

const isList = (found: Scenario | readonly string[]): found is readonly string[] => Array.isArray(found);

/** The scenario of a file, or all that is wrong with it. */
async function scenarioIn(file: string, options: LoadOptions): Promise<Scenario | readonly string[]> {
  const { loadScenario } = await import('../scenario/load.ts');
  try {
    return loadScenario(file, options);
  } catch (error) {
    if (!isProbeError(error)) throw error;
    return [error, ...error.others].map(describeError);
  }
}
