import { type Requirement, requirementNamed } from '../../check/diagnosis/requirement.ts';
import { ProbeError } from '../../errors.ts';
import { parseDecimal } from '../../history/decimal.ts';
import { formatNamed, type OpenOptions } from '../../history/formats/formats.ts';
import type { HistoryHeader } from '../../history/history.ts';
import { flagTime, usage } from '../../scenario/flags/values.ts';
import { DURATION_TAKES } from '../../scenario/text/time.ts';

/** How a history is to be read. */
export interface ReadFlags {
  readonly from?: string;
  readonly initial?: string;
  readonly limit?: string;
}

/** Flags of `check`, as typed. */
export interface CheckFlags extends ReadFlags {
  readonly clockError?: string;
  readonly require?: string;
  readonly corpus?: string;
  readonly to?: string;
  readonly certificate?: string;
  readonly reporter?: readonly string[];
  readonly json?: boolean;
}

/** Throws a ProbeError (`usage`), as all of these do. */
export function openOptionsOf({ from, initial, limit }: ReadFlags): OpenOptions {
  return {
    ...(from === undefined ? {} : { from: formatNamed(from).name }),
    ...(initial === undefined ? {} : { initial: initial === 'unknown' ? null : number('--initial', initial) }),
    ...(limit === undefined ? {} : { limit: number('--limit', limit) }),
  };
}

function number(flag: string, text: string): string {
  if (parseDecimal(text) !== null) return text;
  throw new ProbeError('usage', `${flag} takes a number, not '${text}'`);
}

const UNIT_NS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);
const MAX_NS = 24n * 3_600_000_000_000n;

/** Whole nanoseconds of `--clock-error`, rounded up; 0 where it is not given. */
export function clockErrorOf({ clockError }: CheckFlags): number {
  const text = clockError?.trim() ?? '0';
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([a-zµ]+)$/.exec(text === '0' ? '0ns' : text) ?? [];
  const [decimal, unitNs] = [parseDecimal(digits ?? ''), UNIT_NS.get(unit)];
  if (decimal !== null && unitNs !== undefined) {
    const ns = ceiling(decimal.unscaled * unitNs, 10n ** BigInt(decimal.scale));
    if (ns <= MAX_NS) return Number(ns);
  }
  throw usage('--clock-error', `takes ${DURATION_TAKES}, or 100us or 50ns, not ${JSON.stringify(text)}`);
}

const ceiling = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

/** What `--require` says; null: what the history says. */
export function requirementOf({ require: text }: CheckFlags): Requirement | null {
  if (text === undefined) return null;
  if (text === 'eventual' || text === 'read-your-writes' || text === 'latest') return { level: text };
  if (text.startsWith('bounded:')) {
    return { level: 'bounded', ms: flagTime('--require bounded:<time>', text.slice('bounded:'.length)) };
  }
  const mend = 'there are eventual, read-your-writes, bounded:<time>, latest';
  throw new ProbeError('usage', `unknown level '${text}'`, { mend });
}

/** What a history was recorded to be held to. */
export const recordedRequirement = ({ require }: HistoryHeader): Requirement => requirementNamed(require);

/** Refuses flags that do not go together. */
export function refuseMixed(paths: readonly string[], flags: CheckFlags): void {
  const { corpus, to, certificate, reporter, json } = flags;
  const refuse = (message: string, mend: string): never => {
    throw new ProbeError('usage', message, { mend });
  };
  if (corpus === undefined && paths.length === 0) refuse('no history was given', 'give a file, or --corpus <file>');
  if (corpus !== undefined) {
    const other = Object.keys(flags).find((name) => name !== 'corpus' && name !== 'json');
    if (paths.length > 0) refuse('--corpus goes without other histories', 'judge them by a command of their own');
    if (other !== undefined) refuse(`--corpus goes without --${dashed(other)}`, 'leave it out');
  }
  if (to !== undefined && (certificate !== undefined || reporter !== undefined || json || flags.require !== undefined))
    refuse('--to only converts', 'leave --require, --certificate, --reporter and --json out');
  if (certificate !== undefined && (paths.length > 1 || flags.clockError !== undefined))
    refuse('a certificate is of one file as it is', 'put the parts together with --to ndjson first');
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
