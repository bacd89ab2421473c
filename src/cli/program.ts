import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { addCheck } from './check.ts';
import { addCompare } from './compare.ts';
import { addDemo } from './demo.ts';
import { addExplain } from './explain.ts';
import { addHelp, unknownCommand } from './help.ts';
import { helpLayout } from './help-layout.ts';
import type { CliIo } from './io.ts';
import { addRun } from './run.ts';
import { addSchema } from './schema.ts';
import { addServe } from './serve.ts';
import { addValidate } from './validate.ts';
import { addVerify } from './verify.ts';
import { columnsOf, fitted } from './width.ts';

/** What a command is given: its surroundings, and where to put its exit code. */
export interface Session {
  /** The command line, without the program's name. */
  readonly argv: readonly string[];
  readonly io: CliIo;
  readonly end: (exitCode: number) => void;
  /** Keeps texts out of the message of an error that ends the command. */
  readonly hide: (secrets: readonly string[]) => void;
}

const EPILOG = `
Start here:
  npx counter-probe demo
  npx counter-probe run --concurrency 10 --url http://127.0.0.1:8080/counter

Exit codes: 0 pass, 1 fail, 2 usage or scenario error (nothing was sent), 3 inconclusive, 70 a fault of its own, 130 and 143 interrupted (what was done is still reported).`;

/** The command line. It only says what there is: the work of a command is loaded when it is called. */
export function program(session: Session): Command {
  const { io } = session;
  const root = new Command('counter-probe')
    .description('Finds the writes that an API said yes to and then lost, doubled, or let through twice.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print what there is')
    .helpCommand(false)
    .addHelpText('after', () => fitted(EPILOG, columnsOf(io)))
    .configureHelp(helpLayout)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      // Errors are told once, in one line, by whoever called the parser.
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => columnsOf(io),
      getOutHasColors: () => false,
    })
    .usage('<command> [flags]');
  root.on('command:*', ([word = '']: readonly string[]) => {
    throw unknownCommand(word, root);
  });
  for (const add of [
    addRun,
    addDemo,
    addServe,
    addCompare,
    addCheck,
    addVerify,
    addValidate,
    addExplain,
    addSchema,
    addHelp,
  ])
    add(root, session);
  return root;
}
