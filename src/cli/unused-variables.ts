import { ProbeError } from '../errors.ts';
import { variablesOf } from '../scenario/flags.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { nearest } from '../scenario/text/nearest.ts';
import type { CommandFlags } from './run/flags.ts';

type GivenFlags = Pick<CommandFlags, 'var' | 'varsFile' | 'secret'>;

/** Throws a ProbeError (`usage`) for a value that was given, and that no scenario defines or uses: it is a slip. */
export function refuseUnused(flags: GivenFlags, scenarios: readonly Scenario[]): void {
  const known = [...new Set(scenarios.flatMap(({ vars }) => Object.keys(vars)))];
  const names = Object.keys(variablesOf(flags));
  const unused = names.find((name) => !known.includes(name) && !flags.secret?.includes(name));
  if (unused === undefined) return;
  const where = isTyped(flags, unused) ? `--var ${unused}=…` : `${unused} in ${flags.varsFile}`;
  const others = known.filter((name) => !names.includes(name));
  const near = nearest(unused, others);
  const mend = near !== null ? `did you mean ${near}?` : `there are ${known.join(', ') || 'none'}`;
  throw new ProbeError('usage', `${where}: nothing uses {{${unused}}}`, { mend });
}

const isTyped = (flags: GivenFlags, name: string): boolean =>
  (flags.var ?? []).some((pair) => pair.startsWith(`${name}=`));
