import type { YAMLParseError, YAMLWarning } from 'yaml';
import { Mistake } from '../text/mistake.ts';

const MAX_BRACKETS = 100;
/** Runs of `- ` or `? ` and indentation nest as well, and no scenario needs a tenth of it. */
const MAX_BLOCKS = /^[ \t]*(?:[-?:][ \t]+){50}|^ {200}/m;

/** The parser recurses; what would exhaust its stack is refused before it is tried. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_BRACKETS) return true;
  }
  return MAX_BLOCKS.test(text);
}

/** What the parser found wrong, in our words. */
export function syntaxMistake(error: YAMLParseError | YAMLWarning, text: string): Mistake {
  if (isInTemplate(text, error.pos[0])) {
    return new Mistake('a {{name}} outside quotes is read as a YAML map', 'quote the whole value: "…{{name}}…"');
  }
  switch (error.code) {
    case 'DUPLICATE_KEY':
      return new Mistake(`the key ${keyAt(text, error.pos[0])} is there twice`, 'keep one of the two');
    case 'TAB_AS_INDENT':
      return new Mistake('a tab is used as indentation', 'indent with spaces');
    case 'MULTIPLE_DOCS':
      return new Mistake('the file holds more than one YAML document', 'one scenario a file: remove the line ---');
    case 'TAG_RESOLVE_FAILED':
      return new Mistake(`not valid in a scenario: ${sentence(error.message)}`, 'quote a value that begins with !');
    case 'RESOURCE_EXHAUSTION':
      return new Mistake('the file is nested too deep', 'a scenario needs a few levels');
    default:
      return new Mistake(`not valid YAML: ${sentence(error.message)}`, mendOf(error));
  }
}

function mendOf({ code }: YAMLParseError | YAMLWarning): string | null {
  if (code === 'MISSING_CHAR') return 'look for a quote, a bracket or a colon that is missing before this place';
  if (code === 'BAD_INDENT') return 'look at the indentation, and for a bracket that is not closed';
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY') {
    return 'look at the indentation; quote a value that holds ": "';
  }
  if (code === 'BAD_DQ_ESCAPE') return "in double quotes \\ must be written \\\\; or use '…'";
  return code === 'UNEXPECTED_TOKEN' || code === 'BAD_SCALAR_START'
    ? 'quote a value that holds any of {}[]&*!|>%@`'
    : null;
}

/** The error is on a `{{` that stands outside quotes, or right behind it. */
function isInTemplate(text: string, offset: number): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end < 0 ? undefined : end);
  const bare = line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, (quoted) => '_'.repeat(quoted.length));
  const open = bare.lastIndexOf('{{', offset - start + 1);
  return open >= 0;
}

const keyAt = (text: string, offset: number): string =>
  JSON.stringify(/^[^\s:,}]*/.exec(text.slice(offset))?.[0] ?? '');
const sentence = (message: string): string => message.split('\n')[0]?.trim().replace(/\.$/, '') ?? '';
