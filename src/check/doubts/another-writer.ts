import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import type { Movement } from '../ledger/watch.ts';
import { valueName } from '../told.ts';

/** CP304: the number moved while nobody of us wrote. The amounts of that round say nothing then. */
export const anotherWriter: Checker = (facts) =>
  facts.ledgers.flatMap((entry) => {
    const { doubt, round } = entry;
    // A movement between two rounds puts both in doubt, and is told once, where it was seen.
    return doubt?.kind === 'another-writer' && doubt.movement.to.round === round.round
      ? [claim(facts, entry, doubt.movement)]
      : [];
  });

const WHEN: Record<Movement['where'], string> = {
  before: 'before the first write was sent',
  between: 'between the end of the round before and the beginning of this one',
  amid: 'while it was left alone between two phases',
  after: 'after the last write was answered and the value had come to rest',
};

function claim(
  facts: Facts,
  { round, expectation }: RoundReading,
  { where, from, was, to, stepPerReading }: Movement,
): Claim {
  const value = valueName(facts, expectation.reading);
  const went = was === to.value ? `left ${was} and came back` : `went from ${was} to ${to.value}`;
  const counting = stepPerReading ? countingWords(facts, expectation.reading) : '';
  return {
    code: 'CP304',
    round: round.round,
    phase: null,
    reading: expectation.reading,
    count: UNCOUNTED,
    message: `${value.charAt(0).toUpperCase()}${value.slice(1)} ${went} ${WHEN[where]}, with no write of ours under way.${counting}`,
    argument: 'What moved it was no write of this run, so its value says nothing sure about the writes of this run.',
    witness: from === null ? [to] : [from, to],
  };
}

/** What the reading is said to add is taken off already: it moved by one step more than that. */
function countingWords({ header }: Facts, reading: string): string {
  const adds = header.readingInfo?.[reading]?.adds;
  if (adds === undefined || Number(adds) === 0)
    return ' It moved by exactly one step with each reading: the reading itself may count. Then say so: adds: 1 on the reading in a scenario file.';
  return ` Beside what its readings are said to add (adds: ${adds}), it moved by exactly one step with each: they may add ${Number(adds) + 1}. Then say so: adds: ${Number(adds) + 1}.`;
}
