import { ProbeError } from '../../errors.ts';
import { HISTORY_FORMAT } from '../history.ts';
import type { FormatName } from './format.ts';

/** How many bytes of a file are enough to tell its format. */
export const ENOUGH_BYTES = 65_536;

const MEND = 'say which it is with --from';

/** What only one format has near its beginning, in the order in which it is looked for. */
const MARKS: readonly (readonly [FormatName, RegExp])[] = [
  ['ndjson', new RegExp(`^\\{[^\\n]*"format"\\s*:\\s*"${HISTORY_FORMAT}"`)],
  ['edn', /^[[(\s]*(#[\w.:]+\s*)?\{\s*:/],
  ['corpus', /^\{[^\n]*"ops"\s*:/],
  ['porcupine', /^[[\s]*\{[^}]*"(Input|Call|ClientId)"\s*:/i],
  ['elle-json', /^[[\s]*\{[^}]*"(process|type)"\s*:/],
];

/** Comments, discarded forms and a byte order mark, before the first event of EDN. */
const BEFORE = /^\ufeff?(\s*(;[^\n]*\n)?)*/;

/** The format of a file, by its beginning, or else by its name. Throws a ProbeError (`history`) when neither tells. */
export function detect(file: string, firstBytes: Uint8Array): FormatName {
  const text = Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.byteLength)
    .toString('utf8')
    .replace(BEFORE, '');
  const mark = MARKS.find(([, pattern]) => pattern.test(text));
  if (mark) return mark[0];
  if (/\.edn$/i.test(file)) return 'edn';
  if (/\.(ndjson|jsonl)$/i.test(file)) return 'ndjson';
  if (/\.json$/i.test(file) && /^\[\s*(\]|$)/.test(text)) return 'elle-json';
  const place = { file, line: 1, column: 1 };
  throw new ProbeError('history', 'this is none of the known formats of histories', { place, mend: MEND });
}
