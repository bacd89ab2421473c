import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { Turns } from '../ledger/turns.ts';
import { valueName } from '../told.ts';

const MAX_SHOWN = 8;
const MAX_VALUE = 24;

/** CP310: no write of ours was under way, and the number went to and fro. No amounts of that reading are judged. */
export const inTurn: Checker = (facts) => {
  const told = new Map<string, Claim>();
  for (const { doubt, expectation, round } of facts.ledgers) {
    const { reading } = expectation;
    if (doubt?.kind !== 'in-turn' || told.has(reading) || doubt.round !== round.round) continue;
    told.set(reading, claim(facts, reading, doubt.turns));
  }
  return [...told.values()];
};

function claim(facts: Facts, reading: string, { reads, numbers }: Turns): Claim {
  const shown = shownOf(reads);
  const values = shown.map(({ value }) => printable(value ?? '', MAX_VALUE)).join(', ');
  const more = reads.length > shown.length ? ' and so on' : '';
  return {
    code: 'CP310',
    reading,
    // It was so at one time, and may have been so at any.
    round: null,
    phase: null,
    count: UNCOUNTED,
    message: `With no write of ours under way ${valueName(facts, reading)} was ${values}${more}: ${numbers} numbers that come back`,
    argument:
      'A number that nobody writes to stands still. What goes to and fro is several numbers, each of one backend, and a loss or a double count can be told from none of them.',
    witness: shown,
  };
}

/** From the first change on, where they are many: a long row of one value shows nothing. */
function shownOf(reads: readonly Operation[]): readonly Operation[] {
  const change = reads.findIndex((read) => read.value !== reads[0]?.value);
  return reads.slice(Math.max(0, Math.min(change - 1, reads.length - MAX_SHOWN))).slice(0, MAX_SHOWN);
}
