import { type Requirement, requirementNamed } from '../../check/diagnosis/requirement.ts';
import { ProbeError } from '../../errors.ts';
import { parseDecimal } from '../../history/decimal.ts';
import { formatNamed, type OpenOptions } from '../../history/formats/formats.ts';
import type { HistoryHeader } from '../../history/history.ts';
import { flagTime } from '../../scenario/flags/values.ts';

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

/** Whole nanoseconds of `--clock-error`, rounded up; 0 where it is not given. */
export function clockErrorOf({ clockError }: CheckFlags): number {
  if (clockError === undefined) return 0;
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(ns|us|µs)$/.exec(clockError.trim()) ?? [];
  if (digits !== undefined) return Math.ceil(Number(digits) * (unit === 'ns' ? 1 : 1_000));
  return Math.ceil(flagTime('--clock-error', clockError) * 1e6);
}

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
  const usage = (message: string, mend: string): never => {
    throw new ProbeError('usage', message, { mend });
  };
  if (corpus === undefined && paths.length === 0) usage('no history was given', 'give a file, or --corpus <file>');
  if (corpus !== undefined) {
    const other = Object.keys(flags).find((name) => name !== 'corpus' && name !== 'json');
    if (paths.length > 0) usage('--corpus goes without other histories', 'judge them by a command of their own');
    if (other !== undefined) usage(`--corpus goes without --${dashed(other)}`, 'leave it out');
  }
  if (to !== undefined && (certificate !== undefined || reporter !== undefined || json || flags.require !== undefined))
    usage('--to only converts', 'leave --require, --certificate, --reporter and --json out');
  if (certificate !== undefined && (paths.length > 1 || flags.clockError !== undefined))
    usage('a certificate is of one file as it is', 'put the parts together with --to ndjson first');
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
