import type { Command } from 'commander';
import { unknownWord } from './nearest.ts';
import type { Session } from './program.ts';

const MADE: Readonly<Record<string, () => Promise<object>>> = {
  scenario: async () => (await import('../scenario/file/schema.ts')).scenarioJsonSchema(),
  report: async () => (await import('../verdict/schema.ts')).reportJsonSchema(),
  comparison: async () => (await import('../verdict/comparison-schema.ts')).comparisonJsonSchema(),
};

/** `schema <kind>`: the JSON Schema (draft-07) of scenario files, of reports or of comparisons. */
export function addSchema(root: Command, { io }: Session): void {
  const kinds = Object.keys(MADE);
  root
    .command('schema')
    .description('print the JSON Schema of scenario files, of reports or of comparisons')
    .argument(`<${kinds.join('|')}>`, 'of scenario files, of JSON reports, or of what compare --json prints')
    .action(async (kind: string) => {
      const made = Object.hasOwn(MADE, kind) ? MADE[kind] : undefined;
      if (!made) throw unknownWord('schema', kind, kinds);
      io.stdout.write(`${JSON.stringify(await made(), null, 2)}\n`);
    });
}
