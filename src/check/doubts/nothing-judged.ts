import { printable } from '../../history/printable.ts';
import { type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import { sumOf } from '../ledger/rounds.ts';

/** Never a pass by default: why not one round was judged, where no checker had a reason for it. */
export function nothingJudged({ header, rounds, reached }: Facts): Claim {
  const stop = rounds.map((round) => round.stop).find((mark) => mark !== null);
  const { sent, unknown, acknowledged } = sumOf(rounds.flatMap((round) => round.phases));
  const where = { round: null, phase: null, count: UNCOUNTED, witness: [] };
  const argument = 'A pass needs a round with an acknowledged write and a value read after it.';
  if (stop) {
    const code = !reached ? 'CP301' : unknown > 0 && acknowledged === 0 ? 'CP302' : 'CP308';
    return { ...where, code, message: `No round was judged: ${printable(stop.message, 300)}`, argument };
  }
  if (header.expect.readings.length === 0 && !header.expect.unique) {
    return {
      ...where,
      code: 'CP308',
      message: 'No reading and no unique value was asked for, so there was nothing to judge by',
      argument,
    };
  }
  const message = sent === 0 ? 'No write was made, so there was nothing to judge' : 'No round was judged in full';
  return { ...where, code: reached ? 'CP308' : 'CP301', message, argument };
}
