import { createInterface } from 'node:readline/promises';
import { ProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import type { CliIo } from '../io.ts';

/** Writes that will go to one host that is not this machine. */
export interface Foreign {
  readonly host: string;
  readonly writes: number;
}

/** Asks before writes go to other machines; where nobody can be asked, `--yes` must have been given. */
export async function consent(foreign: readonly Foreign[], yes: boolean, io: CliIo): Promise<void> {
  if (yes || foreign.length === 0) return;
  const what = foreign.map((f) => `${f.writes} writes to host ${printable(f.host, 200)}`).join(', ');
  if (!io.stdin.isTTY || !io.stderr.isTTY) {
    throw new ProbeError('consent', `this would send ${what}`, { mend: 'say --yes if that is meant' });
  }
  const answer = await ask(`This will send ${what}. Go on? [y/N] `, io);
  if (!/^y(es)?$/i.test(answer.trim())) throw new ProbeError('consent', 'not agreed to; nothing was sent');
}

/** One line; empty at the end of the input. */
async function ask(question: string, io: CliIo): Promise<string> {
  io.stderr.write(question);
  const lines = createInterface({ input: io.stdin, terminal: false });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}
