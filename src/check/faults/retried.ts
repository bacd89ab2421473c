import type { Range } from '../../verdict/report.ts';
import { type Claim, phaseOf } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import { type Intent, sentAttempts } from '../ledger/intents.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import { type Leg, legSends } from '../ledger/leg.ts';
import { mostWords, told } from '../told.ts';
import { listed, plural, rangeWords, were } from '../words.ts';

const MAX_ATTEMPTS = 10;

/** CP110: another attempt at the same, whatever its key, had an effect of its own. Shows all attempts at one of them. */
export function retriedClaim(facts: Facts, entry: RoundReading, leg: Leg, again: Range): Claim {
  const { round, expectation } = entry;
  const intents = leg.phases
    .flatMap(({ intents }) => intents ?? [])
    .filter((intent) => sentAttempts(intent).length > 1);
  const attempts = intents.reduce((n, intent) => n + sentAttempts(intent).length, 0);
  const shown = intents.reduce<Intent | null>(
    (a, b) => (a === null || b.attempts.length > a.attempts.length ? b : a),
    null,
  );
  const read = leg.before.read === null ? [] : [leg.before.read];
  return {
    code: 'CP110',
    round: round.round,
    phase: phaseOf(leg),
    reading: expectation.reading,
    count: again,
    message: `${told(facts, leg, expectation.reading)}: ${rangeWords(again)} ${were(again)} applied again`,
    argument: `${mostWords(leg)} ${plural(intents.length, 'intent')} ${intents.length === 1 ? 'was' : 'were'} sent ${plural(attempts, 'time')} in all, and each is to have one effect.${byPhases(entry, leg)}`,
    witness: [...read, ...(shown?.attempts.slice(0, MAX_ATTEMPTS) ?? []), leg.after.read],
  };
}

/** ` Too many: 4 in replay, none in replay-2.`; nothing where the phases were not read one by one. */
function byPhases({ legs }: RoundReading, { phases }: Leg): string {
  const parts = legs.filter((leg) => legSends(leg) && leg.phases.every((phase) => phases.includes(phase)));
  if (parts.length < 2 || parts.some((leg) => phaseOf(leg) === null || leg.balance === null)) return '';
  const told = parts.map((leg) => `${leg.balance?.surplus || 'none'} in ${phaseOf(leg)?.name}`);
  return ` Too many: ${listed(told)}.`;
}
