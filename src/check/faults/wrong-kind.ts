import { printable } from '../../history/printable.ts';
import { type Checker, type Claim, phaseOf, UNCOUNTED, witnessOf } from '../claim.ts';
import { judgedLegs } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';

const MAX_REASON = 200;

/** CP118: text joined, wrapped around, rounded, or no number any more. Takes the place of what the amounts would say. */
export const wrongKind: Checker = ({ ledgers }) => ledgers.flatMap((entry) => [...faults(entry), ...lostNumber(entry)]);

function faults(entry: RoundReading): readonly Claim[] {
  return judgedLegs(entry).flatMap((leg) => {
    if (leg.fault === null) return [];
    const { message, argument } = leg.fault;
    const text = message.charAt(0).toUpperCase() + message.slice(1);
    const where = { round: entry.round.round, phase: phaseOf(leg), reading: entry.expectation.reading };
    return [
      { code: 'CP118', ...where, count: UNCOUNTED, message: text, argument, witness: witnessOf(leg, 'acknowledged') },
    ];
  });
}

function lostNumber({ round, base, stands, expectation }: RoundReading): readonly Claim[] {
  const index = stands.findIndex((stand) => stand.kind === 'no-number');
  const [stand, phase] = [stands[index], round.phases[index]];
  if (base.kind !== 'number' || stand?.kind !== 'no-number' || phase === undefined) return [];
  const was = printable(base.text, MAX_REASON);
  return [
    {
      code: 'CP118',
      round: round.round,
      phase: phase.info,
      reading: expectation.reading,
      count: UNCOUNTED,
      message: `The value was ${was} and then no number any more: ${printable(stand.read.reason ?? '', MAX_REASON)}`,
      argument:
        'Before the writes a number stood there; after them the same reading, answered in full, held something else.',
      witness: [...(base.read === null ? [] : [base.read]), ...phase.writes.slice(0, 1), stand.read],
    },
  ];
}
