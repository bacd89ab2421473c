import type { Command } from 'commander';
import type { DataPiece, RunFlags } from '../../scenario/flags/types.ts';

/** Flags of `run`, as typed; those that describe a scenario are read by the scenario's own loader. */
export interface CommandFlags extends RunFlags {
  readonly seed?: string;
  readonly reporter?: readonly string[];
  readonly json?: boolean;
  readonly outputDir?: string;
  readonly history?: string;
  readonly allowInconclusive?: boolean;
  readonly exitZero?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

type OptionRow = readonly [flags: string, description: string, kind?: 'repeat'];

/** What to ask: no place for these beside scenario files, which say it themselves. */
const REQUEST: readonly OptionRow[] = [
  ['--url <url>', 'the write'],
  ['-X, --request <method>', 'its method (POST)'],
  ['-H, --header <line>', 'a header of it, and of the read (repeat)', 'repeat'],
  ['-u, --user <user:password>', 'HTTP Basic credentials'],
  ['-b, --cookie <data|file>', 'cookies (repeat)', 'repeat'],
  ['--before <curl>', 'a request before every round, as a curl command line (repeat)', 'repeat'],
  ['--read <url>', 'where the number is, by GET, or none (the URL of the write; none with --limit and --unique)'],
  ['--read-header <line>', 'a header of the read alone (repeat)', 'repeat'],
  [
    '--take <selector>',
    'where the number is in the answer: $.path, /pointer, header:Name, regex:(\\d+), text (found by itself)',
  ],
  [
    '--as <kind>',
    'number; count: how many the selector finds; list: how many items the list has that it finds (number)',
  ],
  ['--distinct <selector>', 'with --as count or list: only those that differ in this; item: as a whole'],
  ['--returns <selector>', "where a write's answer holds its new value; no value may be handed out twice"],
  ['--ok <statuses>', 'answers that say yes, such as 2xx or 200,202 (2xx)'],
  ['--ok-where <selector=value>', 'and have this in them; a selector alone: anything; selector=: nothing'],
  ['--refused <statuses>', 'answers that say no (4xx but 408, 425, 499)'],
  ['--refused-where <selector=value>', 'likewise; without --refused also of those that are 2xx'],
  ['--unique', 'it is a reservation: one write a round may be granted'],
  ['--retry <what>', 'lost-reply: hang up on each write after it was sent, then send it again with the same {{key}}'],
  ['--step <n>', 'how far one write moves the number (1)'],
  ['--connections <n|fresh>', 'connections of the spaced writes (fresh: a new one each)'],
];

/** How many and how fast; in scenario files these change the phases. */
const LOAD: readonly OptionRow[] = [
  ['-c, --concurrency <n>', 'writes released together (10)'],
  ['--spaced <n>', 'writes one after another; 0 leaves them out (as many as -c; 0 with --limit and --unique)'],
  ['--spacing <time>', 'pause after each answer before the next (50ms)'],
];

const JUDGING: readonly OptionRow[] = [
  ['--limit <n>', 'it is a quota: of N writes a round min(N, limit) are admitted'],
  ['--require <level>', 'what reads are held to: eventual, read-your-writes, latest, bounded:<time> (eventual)'],
  ['--rounds <n>', 'do all of it so many times (1)'],
  ['--until <time>', 'do all of it again for so long, but no more once a fault is proven'],
  ['--settle <time>', 'keep reading so long before a write counts as lost (2s)'],
  ['--min-overlap <n>', 'least writes in flight together for a burst to count (half of them, at least 2)'],
  ['--max-spread <time>', 'longest release for a burst to count (no bound)'],
  ['--deadline <time>', 'end the whole run after this (10m)'],
  ['-m, --max-time <seconds>', 'longest time for a request (10)'],
];

const CONNECTION: readonly OptionRow[] = [
  ['-k, --insecure', 'do not verify TLS certificates'],
  ['--cacert <file>', 'certificate authorities to trust, PEM'],
  ['-E, --cert <file[:password]>', 'client certificate, PEM'],
  ['--key <file>', 'its key, PEM'],
  ['-x, --proxy <url>', 'go through this proxy'],
  ['--noproxy <hosts>', 'hosts to reach without it'],
  ['--resolve <host:port:address>', 'use this address (repeat)', 'repeat'],
  ['--connect-to <host1:port1:host2:port2>', 'connect to the second for the first (repeat)', 'repeat'],
  ['--unix-socket <path>', 'connect through this socket'],
  ['--connect-timeout <seconds>', 'longest time for a connection (10)'],
  ['-L, --location', 'follow redirects'],
];

const VALUES: readonly OptionRow[] = [
  ['--var <name=value>', 'a value for {{name}} (repeat)', 'repeat'],
  ['--vars-file <file>', 'values from a YAML or JSON file'],
  ['--secret <name>', 'a variable or environment value that must never be seen in any output (repeat)', 'repeat'],
];

const OUTPUT: readonly OptionRow[] = [
  ['--reporter <name[=path]>', 'human or json, to stdout or a file (human) (repeat)', 'repeat'],
  ['--json', 'the JSON report alone on stdout'],
  ['-o, --output-dir <folder>', 'folder for report files; always gets report.json'],
  [
    '--history <file>',
    'write the history as NDJSON; {scenario} in the path becomes the name of each file without its ending',
  ],
  ['--allow-inconclusive', 'exit 0 where it would be 3'],
  ['--exit-zero', 'exit 0 whatever the verdict'],
  ['--dry-run', 'print the requests as curl lines and send nothing'],
  ['-y, --yes', 'do not ask before writing to another host'],
  ['-q, --quiet', 'no talk on stderr'],
  ['-v, --verbose', 'more talk on stderr, and one answer of each kind in the report'],
];

const DATA: readonly (readonly [string, string, DataPiece['kind']])[] = [
  ['-d, --data <data>', 'body, as curl takes it; @file reads one (repeat)', 'data'],
  ['--data-raw <data>', 'body, with no meaning of @', 'raw'],
  ['--data-binary <data>', 'body; @file keeps its line breaks', 'binary'],
  ['--data-urlencode <data>', 'body, percent-encoded', 'urlencode'],
];

const longNames = (rows: readonly (readonly [string, ...unknown[]])[]): readonly string[] =>
  rows.map(([flags]) => /--[a-z-]+/.exec(flags)?.[0] ?? '');

export const DATA_NAMES = longNames(DATA);

/** Flags that a scenario file answers itself; the environment is not asked for them when files are given. */
export const REQUEST_NAMES = [...longNames(REQUEST), ...DATA_NAMES];

/** Adds every flag of `run`; returns where the pieces of the body come together, in the order given. */
export function addRunFlags(command: Command): readonly DataPiece[] {
  const data: DataPiece[] = [];
  addGroup(command, 'What to ask:', REQUEST);
  for (const [flags, description, kind] of DATA) {
    command.option(flags, description, (text: string) => {
      data.push({ kind, text });
      return text;
    });
  }
  addGroup(command, 'How much:', LOAD);
  addGroup(command, 'How to judge:', JUDGING);
  addGroup(command, 'How to connect, as curl:', CONNECTION);
  addValueFlags(command);
  command.option('--seed <n>', 'repeat the plan of another run: ids and order, not the timing');
  addGroup(command, 'Output:', OUTPUT);
  return data;
}

/** Adds the flags that give values to variables. */
export const addValueFlags = (command: Command): void => addGroup(command, 'Values:', VALUES);

function addGroup(command: Command, title: string, rows: readonly OptionRow[]): void {
  command.optionsGroup(title);
  for (const [flags, description, kind] of rows) {
    if (kind === 'repeat') command.option(flags, description, collect);
    else command.option(flags, description);
  }
}

const collect = (text: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), text];
