import type { PhaseInfo } from '../../history/history.ts';
import { troubleOf } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import type { FindingCode } from '../../verdict/codes.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import { placesOf } from '../ledger/places.ts';
import { sendsWrites } from '../ledger/sends.ts';
import type { Stand } from '../ledger/stand.ts';
import { NOT_EXACT } from '../ledger/unclear.ts';
import { valueName } from '../told.ts';
import { candidates } from './candidates.ts';

const MAX_REASON = 300;
/** Candidates that are named, and how long a name may be. */
const MAX_SHOWN = 4;
const MAX_NAME = 60;

type Trouble = Exclude<Stand, { readonly kind: 'number' | 'unfinished' | 'unlooked' }>;

/** CP301, CP305, CP306 and CP308: a reading was promised, and there is no exact number to judge by. */
export const unread: Checker = (facts) => facts.ledgers.flatMap((entry) => first(facts, entry));

/** Only the first in a round: what follows from it is no news. */
function first(facts: Facts, entry: RoundReading): readonly Claim[] {
  const { round, expectation, base, stands } = entry;
  if (base.kind === 'unfinished' || base.kind === 'unlooked') return [];
  if (base.kind !== 'number') return [claim(facts, entry, base, null)];
  const needed = neededFor(entry);
  for (const [i, stand] of stands.entries()) {
    if (stand.kind === 'number' || !needed.has(i)) continue;
    if (stand.kind === 'unlooked' && (round.stop !== null || expectation.phaseIndex !== i)) continue;
    // A number that became none is a fault of the target, and told as one.
    if (stand.kind === 'unfinished' || stand.kind === 'no-number') return [];
    const trouble = stand.kind === 'unlooked' ? ({ kind: 'unread', read: null } as const) : stand;
    return [claim(facts, entry, trouble, round.phases[i]?.info ?? null)];
  }
  return [];
}

/** The phases after which it must be read; for one phase alone, that before it as well. */
function neededFor({ round, expectation }: RoundReading): ReadonlySet<number> {
  const places = placesOf(expectation, round);
  const { phaseIndex, risesBy } = expectation;
  if (phaseIndex === undefined || risesBy === null) return new Set(places);
  const before = round.phases.slice(0, phaseIndex).findLast(sendsWrites);
  return new Set(before === undefined ? places : [before.info.index, ...places]);
}

function claim(facts: Facts, { round, expectation }: RoundReading, trouble: Trouble, phase: PhaseInfo | null): Claim {
  const when = phase === null ? 'Ahead of the first write' : `After ${phase.name}`;
  const value = valueName(facts, expectation.reading);
  const code = codeOf(facts, trouble);
  const others = code === 'CP305' ? otherNumbers(trouble) : '';
  return {
    code,
    round: round.round,
    phase,
    reading: expectation.reading,
    count: UNCOUNTED,
    message: `${when}, ${value} could not be had: ${reasonOf(trouble)}${others}`,
    argument: 'Without an exact number before and after the writes, no count of them can be checked.',
    witness: trouble.read === null ? [] : [trouble.read],
  };
}

function codeOf({ reached }: Facts, { kind, read }: Trouble): FindingCode {
  if (kind === 'inexact') return 'CP306';
  if (kind === 'no-number') return troubleOf(read) === 'not-finite' ? 'CP306' : 'CP305';
  if (read?.reason?.startsWith(NOT_EXACT)) return 'CP306';
  const status = read?.status ?? null;
  if (status === null) return reached || read === null ? 'CP308' : 'CP301';
  return status >= 200 && status < 300 ? 'CP305' : 'CP308';
}

function reasonOf({ kind, read }: Trouble): string {
  if (read === null) return 'no reading of it was made';
  if (kind === 'inexact') return `${printable(read.value ?? read.reason ?? '', MAX_REASON)} is not exact`;
  return printable(read.reason ?? 'the reading failed', MAX_REASON);
}

/** `; there are numbers at $.likes, $.views`, which a selector could take. */
function otherNumbers({ read }: Trouble): string {
  const paths = candidates(read?.excerpt ?? '');
  const shown = paths.slice(0, MAX_SHOWN).map((path) => printable(path, MAX_NAME));
  const more = paths.length > MAX_SHOWN ? ' and more' : '';
  return paths.length === 0 ? '' : `; there are numbers at ${shown.join(', ')}${more}`;
}
