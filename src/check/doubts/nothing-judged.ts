import { printable } from '../../history/printable.ts';
import { type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import { asksAnswers } from '../ledger/judged.ts';
import { sumOf } from '../ledger/rounds.ts';

/** Never a pass by default: why not one round was judged, where no checker had a reason for it. */
export function nothingJudged({ header, rounds, reached }: Facts): Claim {
  const stop = rounds.map((round) => round.stop).find((mark) => mark !== null);
  const { sent, unknown, acknowledged } = sumOf(rounds.flatMap((round) => round.phases));
  const where = { round: null, phase: null, count: UNCOUNTED, witness: [] };
  const argument =
    'A pass needs a round whose writes were answered, and in which all that was asked for could be looked at.';
  if (stop) {
    const code = !reached ? 'CP301' : unknown > 0 && acknowledged === 0 ? 'CP302' : 'CP308';
    return { ...where, code, message: `No round was judged: ${printable(stop.message, 300)}`, argument };
  }
  const { readings, sums = [], unique, sameBody, unharmed } = header.expect;
  const others = unique || sameBody !== undefined || unharmed !== undefined;
  const none = readings.length === 0 && sums.length === 0 && !others;
  if (none && !asksAnswers({ header })) {
    return {
      ...where,
      code: 'CP308',
      message: 'No reading, no count of answers and no unique value was asked for, so there was nothing to judge by',
      argument,
    };
  }
  const message = sent === 0 ? 'No write was made, so there was nothing to judge' : 'No round was judged in full';
  const code = !reached ? 'CP301' : header.readings.length > 0 ? 'CP308' : unknown > 0 ? 'CP302' : 'CP305';
  return { ...where, code, message, argument };
}
