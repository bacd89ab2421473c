import { printable } from '../../history/printable.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundRun } from '../ledger/rounds.ts';

const MAX_REASON = 300;

/** CP301, CP302 or CP308: the run ended because its target stopped to answer, or its value could not be read. */
export const stopped: Checker = (facts) => facts.rounds.flatMap((round) => claims(facts, round));

/** CP308: somebody ended the run before all that was planned; what was seen until then is no pass. */
export function interrupted({ rounds }: Facts): readonly Claim[] {
  const cut = rounds.find(({ stop }) => stop?.why === 'interrupted');
  if (cut === undefined) return [];
  return [
    {
      code: 'CP308',
      round: cut.round,
      phase: null,
      count: UNCOUNTED,
      message: `The run was interrupted in round ${cut.round}, and nothing was found wrong until then`,
      argument: 'What was planned after that was not done, and what was under way was not read to its end.',
      witness: [],
      endOfRun: true,
    },
  ];
}

function claims(facts: Facts, run: RoundRun): readonly Claim[] {
  const { round, stop } = run;
  if (stop === null || stop.why === 'interrupted' || stop.why === 'deadline') return [];
  if (stop.why === 'unreadable' && facts.ledgers.some((e) => e.round.round === round && e.base.kind !== 'number'))
    return [];
  const fitting = stop.why !== 'unanswered' ? 'CP308' : isUnreached(run) ? 'CP301' : 'CP302';
  return [
    {
      code: facts.reached ? fitting : 'CP301',
      round,
      phase: null,
      count: UNCOUNTED,
      message: `The run ended in round ${round}: ${printable(stop.message, MAX_REASON)}`,
      argument: 'What the target does not say cannot be judged.',
      witness: [],
      endOfRun: true,
    },
  ];
}

/** Not a byte left of any write of the phase that the run ended in. */
function isUnreached({ phases }: RoundRun): boolean {
  const counts = phases.findLast(({ writes }) => writes.length > 0)?.counts;
  return counts !== undefined && counts.sent === 0 && counts.notSent > 0;
}
