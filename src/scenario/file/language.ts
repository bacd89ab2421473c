import type { Path } from '../text/source.ts';

/** What one kind of map in a scenario may hold. */
interface MapWords {
  /** Keys and positions that lead to it; `*` is any. */
  readonly at: readonly string[];
  /** Keys of the language that this version does not know yet. */
  readonly later: readonly string[];
}

const MAPS: readonly MapWords[] = [
  { at: [], later: ['identities', 'limit'] },
  { at: ['write'], later: ['steps'] },
  { at: ['setup', '*'], later: [] },
  {
    at: ['load', '*'],
    later: [
      'write',
      'expect',
      'rate',
      'for',
      'abort',
      'lose',
      'times',
      'when',
      'giveUpAfter',
      'lanes',
      'each',
      'request',
      'run',
    ],
  },
  { at: ['read', '*'], later: ['absent', 'adds', 'times', 'connections', 'during', 'nudge', 'within', 'distinct'] },
  { at: ['expect'], later: ['acknowledged', 'rejected', 'unknown', 'sumsTo', 'sameBody', 'unharmed', 'keys'] },
  { at: ['expect', '*'], later: ['equals', 'atLeast', 'atMost', 'within', 'during'] },
  { at: ['outcome', '*'], later: ['status', 'where', 'absent', 'equals', 'matches'] },
];

/** Values of the language that this version does not know yet. */
const VALUES: readonly { readonly at: readonly string[]; readonly later: RegExp }[] = [
  { at: ['object'], later: /^(?:quota|reservation|effect|custom)$/ },
  { at: ['require'], later: /^(?:latest|read-your-writes|bounded:.*)$/ },
  { at: ['load', '*', 'phase'], later: /^(?:paced|mixed|retry|replay|wait|run|quiet|lanes|request)$/ },
  { at: ['read', '*', 'as'], later: /^list$/ },
];

/** A key that is part of the language and not of this version. */
export function isLaterKey(map: Path, key: string): boolean {
  return MAPS.some(({ at, later }) => fits(at, map) && later.includes(key));
}

/** A value that is part of the language and not of this version. */
export function isLaterValue(path: Path, value: unknown): boolean {
  return typeof value === 'string' && VALUES.some(({ at, later }) => fits(at, path) && later.test(value));
}

function fits(pattern: readonly string[], path: Path): boolean {
  return pattern.length === path.length && pattern.every((step, index) => step === '*' || step === path[index]);
}
