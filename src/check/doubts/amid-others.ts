import { formatDecimal, parseDecimal, subtract, times, wholeSteps } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import { keyOf, type RoundReading } from '../ledger/ledger.ts';
import type { PhaseRun } from '../ledger/rounds.ts';
import { sendsWrites } from '../ledger/sends.ts';
import { valueName } from '../told.ts';

/**
 * CP308: a round after whose last writes a number was read only beside those of another machine, as far as the clocks can
 * tell, and later rounds of it tell no more. Where every machine saw in the end what the writes make, none is missing.
 */
export const amidOthers: Checker = (facts) =>
  facts.ledgers.flatMap((entry, i) => {
    const phase = entry.round.phases.findLast(sendsWrites);
    const isLeft = phase !== undefined && entry.owed > 0 && entry.round.stop === null && !entry.measure.plain;
    if (!isLeft || entry.stands[phase.info.index]?.kind !== 'unlooked') return [];
    if (facts.ledgers.slice(i + 1).some((later) => isOfOne(later, entry) && later.complete)) return [];
    const last = lastOfEach(phase, entry.expectation.reading);
    const wrong = last.filter((read) => !isDue(entry, read));
    return wrong.length === 0 ? [] : [claim(facts, entry, phase, wrong)];
  });

const isOfOne = (a: RoundReading, b: RoundReading): boolean =>
  a.expectation.reading === b.expectation.reading && keyOf(a.round) === keyOf(b.round);

/** What each machine read last. */
function lastOfEach({ reads }: PhaseRun, reading: string): readonly Operation[] {
  const of = new Map<string | undefined, Operation>();
  for (const read of reads) if (read.reading === reading && read.outcome === 'ok') of.set(read.machine, read);
  return [...of.values()];
}

const startOf = ({ base, legs }: RoundReading) =>
  legs.at(-1)?.after.value ?? (base.kind === 'number' ? base.value : null);

function isDue(entry: RoundReading, { value }: Operation): boolean {
  const [start, seen] = [startOf(entry), parseDecimal(value ?? '')];
  // Without a number ahead there is another claim.
  if (start === null || seen === null) return start === null;
  const rise = wholeSteps(subtract(seen, start), entry.measure.step);
  return rise !== null && rise >= BigInt(entry.owed) && rise <= BigInt(entry.owed + entry.open);
}

function claim(facts: Facts, entry: RoundReading, phase: PhaseRun, wrong: readonly Operation[]): Claim {
  const { round, expectation, owed, measure } = entry;
  const value = valueName(facts, expectation.reading);
  const due = formatDecimal(times(measure.step, BigInt(owed)));
  return {
    code: 'CP308',
    round: round.round,
    phase: phase.info,
    reading: expectation.reading,
    count: UNCOUNTED,
    message: `After ${phase.info.name}, ${value} was read only while another machine wrote, or may have: it was last seen at ${wrong.at(-1)?.value}, and is to rise by ${due}`,
    argument:
      'The clocks of the machines are too far apart to tell what such a number must show. Let them wait for each other before they read, or give the error of their clocks more closely with --clock-error.',
    witness: wrong.slice(-3),
  };
}
