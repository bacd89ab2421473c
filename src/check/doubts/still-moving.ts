import { type Checker, type Claim, phaseOf, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import { placesOf } from '../ledger/places.ts';
import { told, valueName } from '../told.ts';
import { duration } from '../words.ts';

/** CP313: a number that had not come to rest, or that moved on after it had. No loss is claimed for it: late is not lost. */
export const stillMoving: Checker = (facts) =>
  facts.ledgers.flatMap((entry) => {
    if (entry.doubt?.kind === 'another-writer' || entry.doubt?.kind === 'in-turn') return [];
    return [...unsettled(facts, entry), ...late(facts, entry), ...explained(facts, entry)];
  });

function unsettled(facts: Facts, { round, expectation, stands }: RoundReading): readonly Claim[] {
  const places = placesOf(expectation, round);
  return round.phases.flatMap((phase, i): readonly Claim[] => {
    const stand = stands[i];
    if (stand?.kind !== 'number' || !stand.moving) return [];
    if (!places.includes(i)) return [];
    const value = valueName(facts, expectation.reading);
    return [
      {
        code: 'CP313',
        round: round.round,
        phase: phase.info,
        reading: expectation.reading,
        count: UNCOUNTED,
        message: `After ${phase.info.name}, ${value} was last seen at ${stand.text} and had not stood still for ${duration(facts.header.settleMs)}`,
        argument: 'A number that still moves may yet take in what is missing from it: what is late is not lost.',
        witness: phase.reads.filter((read) => read.reading === expectation.reading).slice(-3),
      },
    ];
  });
}

function late(facts: Facts, { round, expectation, stands, doubt }: RoundReading): readonly Claim[] {
  const last = stands.findLast(({ kind }) => kind !== 'unlooked' && kind !== 'unfinished');
  if (doubt?.kind !== 'late' || (last?.kind === 'number' && last.moving)) return [];
  const { from, was, to } = doubt.movement;
  const value = valueName(facts, expectation.reading);
  return [
    {
      code: 'CP313',
      round: round.round,
      phase: null,
      reading: expectation.reading,
      count: UNCOUNTED,
      message: `After ${duration(facts.header.settleMs)} at rest ${value} moved on from ${was} to ${to.value}: no further than the writes that were missing from it`,
      argument:
        'Writes of this round may have arrived after the settling time, or somebody else wrote; neither is a loss. Give it longer with --settle.',
      witness: from === null ? [to] : [from, to],
    },
  ];
}

/** A leg that is off by itself, and right with what came before it or after. */
function explained(facts: Facts, { round, expectation, doubt }: RoundReading): readonly Claim[] {
  if (doubt?.kind !== 'made-up' && doubt?.kind !== 'owed' && doubt?.kind !== 'old-base') return [];
  const { leg } = doubt;
  const later = doubt.kind === 'made-up' ? doubt.later : null;
  const shows = later === null ? '' : `#${later.id} shows ${later.value}, which `;
  return [
    {
      code: 'CP313',
      round: round.round,
      phase: phaseOf(leg),
      reading: expectation.reading,
      count: UNCOUNTED,
      message: `${told(facts, leg, expectation.reading)}; but ${shows}${BUT[doubt.kind]}`,
      argument: WHY[doubt.kind],
      witness: [leg.before.read, leg.after.read, later].filter((read) => read !== null),
    },
  ];
}

const BUT = {
  'made-up': 'has room for all that was acknowledged by then',
  owed: 'an earlier round of this counter has writes that were not seen to land',
  'old-base': 'from the first number of this counter on it is what its writes make',
} as const;

const WHY = {
  'made-up':
    'Writes that were missing from a number at rest are there in one that was read later: they were late, and not lost. Give it longer with --settle.',
  owed: 'Writes after which no number came to rest may land in a later round: what is late was not counted again. Give it longer with --settle, or each round a key of its own.',
  'old-base':
    'The round began where the first one did: it was set anew, which nothing says, or what was read then was an old number. If a setup sets it anew, say so; or give each round a key of its own.',
} as const;
