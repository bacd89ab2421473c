import type { Command } from 'commander';
import { unknownWord } from './nearest.ts';
import type { Session } from './program.ts';

const MADE: Readonly<Record<string, () => Promise<object>>> = {
  scenario: async () => (await import('../scenario/file/schema.ts')).scenarioJsonSchema(),
  report: async () => (await import('../verdict/schema.ts')).reportJsonSchema(),
};

/** `schema <scenario|report>`: the JSON Schema (draft-07) of scenario files or of reports. */
export function addSchema(root: Command, { io }: Session): void {
  const kinds = Object.keys(MADE);
  root
    .command('schema')
    .description('print the JSON Schema of scenario files or of reports')
    .argument(`<${kinds.join('|')}>`, 'of scenario files, or of JSON reports')
    .action(async (kind: string) => {
      const made = Object.hasOwn(MADE, kind) ? MADE[kind] : undefined;
      if (!made) throw unknownWord('schema', kind, kinds);
      io.stdout.write(`${JSON.stringify(await made(), null, 2)}\n`);
    });
}
