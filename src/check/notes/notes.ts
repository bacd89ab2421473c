import { formatDecimal } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import type { Note } from '../../verdict/report.ts';
import { statuses } from '../doubts/untested.ts';
import { type Facts, judgedLegs, netLegs, peakOf } from '../ledger/facts.ts';
import { isWithin } from '../ledger/leg.ts';
import { tallyOf } from '../ledger/tally.ts';
import { plural, wereWrites } from '../words.ts';
import { explanations } from './explanations.ts';
import { forms } from './forms.ts';
import { hints } from './hints.ts';
import { otherStep } from './other-step.ts';

/** What a reader should know beside the findings; nothing in it changes the verdict. */
export function notesOf(facts: Facts): readonly Note[] {
  return [
    ...refused(facts),
    ...notSent(facts),
    ...unknown(facts),
    ...hints(facts),
    ...forms(facts),
    ...otherStep(facts),
    ...overlap(facts),
    ...explanations(facts),
    ...stop(facts),
  ];
}

function writesThat(counts: 'rejected' | 'notSent', { rounds }: Facts): readonly Operation[] {
  const phases = rounds.flatMap((round) => round.phases.filter((phase) => phase.counts[counts] > 0));
  return phases.flatMap(({ writes }) => writes.filter((write) => write.counts === counts));
}

function refused(facts: Facts): readonly Note[] {
  const some = writesThat('rejected', facts);
  const message = `${wereWrites(some.length)} refused, status ${statuses(some)}: a refused write is not a lost one.`;
  return some.length === 0 ? [] : [{ code: 'refused', message }];
}

function notSent(facts: Facts): readonly Note[] {
  const some = writesThat('notSent', facts);
  const reason = printable(some[0]?.reason ?? 'no reason known', 200);
  return some.length === 0 ? [] : [{ code: 'not-sent', message: `${wereWrites(some.length)} never sent: ${reason}` }];
}

/** The range that the unknown writes leave, where the value was inside it. */
function unknown(facts: Facts): readonly Note[] {
  const legs = facts.ledgers.flatMap((entry) => judgedLegs(entry)).filter((leg) => leg.unknown > 0 && isWithin(leg));
  const [leg] = legs;
  const count = tallyOf(
    facts.rounds.flatMap((round) => round.phases),
    'acknowledged',
  ).unknown;
  if (count === 0) return [];
  const of = `The effect of ${plural(count, 'write')} is unknown`;
  if (leg === undefined) return [{ code: 'unknown', message: `${of}.` }];
  const range = `${leg.acknowledged} to ${leg.acknowledged + leg.unknown} steps of ${formatDecimal(leg.measure.step)}`;
  const where = `${leg.phases.map((phase) => phase.info.name).join(' and ')}, round ${leg.after.read.round}`;
  const message = `${of}, so the number may rise by a range: in ${where} by ${range}, and it rose by ${leg.rise}. A loss that unknown writes make up for does not show.`;
  return [{ code: 'unknown', message }];
}

/** Whether it takes overlap to lose writes. */
function overlap({ ledgers }: Facts): readonly Note[] {
  const legs = ledgers.flatMap(netLegs).filter(({ leg }) => leg.acknowledged > 0 && leg.balance !== null);
  const apart = legs.filter(({ leg }) => peakOf(leg) <= 1);
  const together = legs.filter(({ leg }) => peakOf(leg) > 1);
  const lossy = (some: typeof legs): boolean => some.some(({ net }) => (net.lost.min ?? 0) > 0);
  if (lossy(apart) && together.length > 0 && !lossy(together)) return [WITHOUT_OVERLAP_ONLY];
  if (lossy(apart)) return [NO_RACE];
  return lossy(together) && apart.length > 0 ? [OVERLAP_ONLY] : [];
}

const WITHOUT_OVERLAP_ONLY: Note = {
  code: 'without-overlap-only',
  message: 'Writes were lost only where they did not overlap: no race explains that.',
};
const NO_RACE: Note = {
  code: 'no-race',
  message: 'Writes were lost that never overlapped: a race alone does not explain that.',
};
const OVERLAP_ONLY: Note = { code: 'overlap-only', message: 'Writes were lost only where they overlapped: a race.' };

function stop({ rounds }: Facts): readonly Note[] {
  return rounds.flatMap(({ round, phases, stop }): readonly Note[] => {
    if (stop === null) return [];
    const written = phases.some(({ writes }) => writes.length > 0);
    const rest = written ? ' What had not settled by then is not judged.' : '';
    const message = `The run ended in round ${round}, before its plan did: ${printable(stop.message, 300)}.${rest}`;
    return [{ code: 'stopped', message }];
  });
}
