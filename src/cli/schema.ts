import type { Command } from 'commander';
import { unknownWord } from './nearest.ts';
import type { Session } from './program.ts';
import { shipped } from './shipped.ts';

const KINDS = ['scenario', 'report'];

/** `schema <kind>`: a published JSON Schema. */
export function addSchema(root: Command, { io }: Session): void {
  root
    .command('schema')
    .description('print the JSON Schema of scenario files or of reports')
    .argument('<kind>', KINDS.join(' or '))
    .action((kind: string) => {
      if (!KINDS.includes(kind)) throw unknownWord('schema', kind, KINDS);
      const text = shipped(`docs/schema/${kind}.json`);
      if (text === null) throw new Error(`docs/schema/${kind}.json is missing from the package`);
      io.stdout.write(text);
    });
}
