import { formatDecimal } from '../../history/decimal.ts';
import type { Range } from '../../verdict/report.ts';
import { type Claim, phaseOf, sendingPhases, witnessOf } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import type { Leg } from '../ledger/leg.ts';
import { isRefused } from '../objects/writes.ts';
import { mostWords, told } from '../told.ts';
import { plural, rangeWords } from '../words.ts';

/**
 * CP103: refused writes account for what the number rose by too much. Of a quota CP107: whoever was refused got nothing,
 * so nothing was applied; but the number of those let through says more than were.
 */
export function refusedClaim(facts: Facts, { round, expectation }: RoundReading, leg: Leg, refused: Range): Claim {
  const words = facts.header.object === 'quota' ? countedToo : applied;
  return {
    code: facts.header.object === 'quota' ? 'CP107' : 'CP103',
    round: round.round,
    phase: phaseOf(leg),
    reading: expectation.reading,
    count: refused,
    ...words(facts, leg, refused, expectation.reading),
    witness: witnessOf(leg, 'rejected'),
  };
}

/** Whether a claim says that the number of a quota counts those that it refused. */
export const isRefusedCounted = ({ code, count, witness }: Claim): boolean =>
  code === 'CP107' && count.min !== null && witness.some(isRefused);

type Words = Pick<Claim, 'message' | 'argument'>;

const applied = (facts: Facts, leg: Leg, { min }: Range, reading: string): Words => ({
  message: `${told(facts, leg, reading)}, with ${leg.rejected} refused: ${plural(min ?? 0, 'refused write')} took effect`,
  argument: `${mostWords(leg)} Refused writes account for what is above that, and a client that was refused sends again.`,
});

const countedToo = (facts: Facts, leg: Leg, refused: Range, reading: string): Words => ({
  message: `${letThrough(facts, leg, reading)}: ${rangeWords(refused)} refused ${refused.max === 1 ? 'one was' : 'ones were'} counted too`,
  argument: `${mostWords(leg)} ${plural(leg.rejected, 'write')} ${leg.rejected === 1 ? 'was' : 'were'} refused and got nothing; they account for what is above that, and whatever is shown or billed by this number is wrong.`,
});

/** `5 were let through and the number says 12`, where it began at nothing and all of them are plain writes of one phase. */
function letThrough(facts: Facts, leg: Leg, reading: string): string {
  const { before, after, measure, acknowledged, unknown, repeats } = leg;
  const isPlain = measure.counted === 'acknowledged' && unknown === 0 && repeats === 0;
  const isShort = isPlain && before.value.unscaled === 0n && formatDecimal(measure.step) === '1';
  if (!isShort || sendingPhases(leg).length > 1 || facts.header.readings.length > 1) return told(facts, leg, reading);
  return `${acknowledged} ${acknowledged === 1 ? 'was' : 'were'} let through and the number says ${formatDecimal(after.value)}`;
}
