import { ACKNOWLEDGED } from '../parts/defaults.ts';
import type { SetupDraft } from '../parts/draft.ts';
import { splitWords } from '../text/shell.ts';
import type { Variables } from '../text/variables.ts';
import { requestFromFlags } from './requests.ts';
import type { DataPiece, FlagContext, RequestFlags } from './types.ts';
import { flagValue, usage } from './values.ts';

const FLAG = '--before';

/** Flags of curl that say nothing about the request, or what is done anyway. */
const IDLE =
  /^(?:-[sSfgivkL#]+|--(?:silent|show-error|fail|fail-with-body|globoff|include|verbose|insecure|location|compressed|no-progress-meter))$/;
const IDLE_WITH_VALUE = ['-o', '--output', '-w', '--write-out', '--retry', '--connect-timeout'];
const DATA: Readonly<Record<string, DataPiece['kind']>> = {
  '-d': 'data',
  '--data': 'data',
  '--data-ascii': 'data',
  '--data-raw': 'raw',
  '--data-binary': 'binary',
  '--data-urlencode': 'urlencode',
};
const LISTS: Readonly<Record<string, 'header' | 'cookie'>> = {
  '-H': 'header',
  '--header': 'header',
  '-b': 'cookie',
  '--cookie': 'cookie',
};
const SINGLE: Readonly<Record<string, 'request' | 'user' | 'maxTime' | 'url'>> = {
  '-X': 'request',
  '--request': 'request',
  '-u': 'user',
  '--user': 'user',
  '-m': 'maxTime',
  '--max-time': 'maxTime',
  '--url': 'url',
};

/** A request before every round, written as a curl command line. Throws a ProbeError (`usage`). */
export function setupFromCurl(
  line: string,
  index: number,
  { maxTime }: Pick<RequestFlags, 'maxTime'>,
  variables: Variables,
  context: FlagContext,
): SetupDraft {
  const flags = flagsOf(flagValue(FLAG, () => splitWords(line)));
  if (flags.url === undefined)
    throw usage(FLAG, 'has no URL', "it takes a curl command, such as 'curl -X DELETE http://…'");
  const method = flags.request ?? ((flags.data ?? []).length > 0 ? 'POST' : 'GET');
  const given = { maxTime, ...flags, request: method };
  const request = requestFromFlags(given, { path: ['setup', index], flag: FLAG }, variables, context);
  return { request, expect: ACKNOWLEDGED, take: {} };
}

interface CurlFlags extends RequestFlags {
  data?: DataPiece[];
  header?: string[];
  cookie?: string[];
  request?: string;
  user?: string;
  maxTime?: string;
  url?: string;
}

function flagsOf(words: readonly string[]): RequestFlags {
  const flags: CurlFlags = {};
  const rest = [...(words[0] === 'curl' ? words.slice(1) : words)];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name, joined] = parted(word);
    if (!name.startsWith('-')) addUrl(flags, name);
    else if (!IDLE.test(name)) addFlag(flags, name, joined ?? rest.shift());
  }
  return flags;
}

/** `-XPOST` and `--request=POST`, which curl takes as well. */
function parted(word: string): readonly [string, string | null] {
  const [, long, value] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined) return [long, value ?? ''];
  const short = word.slice(0, 2);
  return /^-[XHdbum]./s.test(word) ? [short, word.slice(2)] : [word, null];
}

function addFlag(flags: CurlFlags, name: string, value: string | undefined): void {
  const [data, list, single] = [DATA[name], LISTS[name], SINGLE[name]];
  const known = data ?? list ?? single ?? IDLE_WITH_VALUE.find((flag) => flag === name);
  if (known === undefined)
    throw usage(FLAG, `does not know curl's ${name}`, 'it takes -X, -H, -d, -u, -b, -m and a URL');
  if (value === undefined) throw usage(FLAG, `${name} has no value`);
  if (data !== undefined) flags.data = [...(flags.data ?? []), { kind: data, text: value }];
  if (list !== undefined) flags[list] = [...(flags[list] ?? []), value];
  if (single === 'url') addUrl(flags, value);
  else if (single !== undefined) flags[single] = value;
}

function addUrl(flags: CurlFlags, url: string): void {
  if (flags.url !== undefined) throw usage(FLAG, 'has two URLs', 'give one --before for each request');
  flags.url = /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`;
}
