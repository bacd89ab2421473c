import { type Checker, type Claim, UNCOUNTED, witnessOf } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { CountedOnce } from '../ledger/identities.ts';
import { valueName } from '../told.ts';
import { listed, plural } from '../words.ts';

/** CP312: each identity counted once, and another one counted too. What is missing was left out on purpose, it seems. */
export const deduplication: Checker = (facts) =>
  facts.ledgers.flatMap(({ doubt, round, expectation }) =>
    doubt?.kind === 'counted-once' ? [claim(facts, round.round, expectation.reading, doubt.once)] : [],
  );

function claim(facts: Facts, round: number, reading: string, { legs }: CountedOnce): Claim {
  const told = legs.map(({ leg, fresh, identities }, i) => {
    const writes = i === 0 ? plural(leg.acknowledged, 'acknowledged write') : `${leg.acknowledged}`;
    const of = `${plural(identities, 'identity', 'identities')}, ${i === 0 || fresh > 0 ? fresh : 'none'} of them new,`;
    return `${writes} of ${of} moved it by ${leg.rise} in ${listed(leg.phases.map(({ info }) => info.name))}`;
  });
  const value = valueName(facts, reading);
  const last = legs.at(-1);
  return {
    code: 'CP312',
    reading,
    round,
    phase: null,
    count: UNCOUNTED,
    message: `${value.charAt(0).toUpperCase()}${value.slice(1)} counts each identity once: ${listed(told)}`,
    argument:
      'A write under another identity counted, and further ones under the same did not, overlapping or not. That is what a count of callers does, and no race does it.',
    witness: last === undefined ? [] : witnessOf(last.leg, 'acknowledged'),
  };
}
