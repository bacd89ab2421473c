import { perOf, wholeLimit } from '../objects/limit.ts';
import { usedBefore } from '../objects/used.ts';
import type { Facts } from './facts.ts';
import { type PhaseRun, type RoundRun, sumOf } from './rounds.ts';
import { sendsWrites } from './sends.ts';

type Limited = Pick<Facts, 'header' | 'rounds'>;

/** Whether nothing but a limit says how many are to be let through: an own count may ask for refusals alone. */
const isByLimit = ({ header: { object, limit, expect } }: Pick<Facts, 'header'>): boolean =>
  (object === 'quota' || object === 'reservation') && Number(limit ?? 0) > 0 && (expect.counts ?? []).length === 0;

const letsNobodyIn = (phases: readonly PhaseRun[]): boolean => {
  const { acknowledged, rejected, unknown } = sumOf(phases);
  return acknowledged === 0 && rejected + unknown > 0;
};

/**
 * Whether nobody was let through in a round, by a limit that is there to let some through: it was used up before the
 * round, or is of something else. Nothing was tried in it.
 */
export const isUsedUp = (facts: Pick<Facts, 'header'>, { phases }: RoundRun): boolean =>
  isByLimit(facts) && letsNobodyIn(phases);

/** Whether it was so in every round: what lies behind that, the run does not tell. */
export function admitsNobody(facts: Limited): boolean {
  const { limit } = facts.header;
  return limit !== null && Number(limit) > 0 && letsNobodyIn(facts.rounds.flatMap(({ phases }) => phases));
}

/**
 * Bursts of a round that were refused as a whole ahead of anything that may have been let through in it, by a limit that
 * turns within the round: of a window, or of a phase whose first was read to be used up. They tried nothing.
 */
export function usedUpBursts({ header }: Pick<Facts, 'header'>, round: RoundRun): readonly PhaseRun[] {
  const kind = perOf(header)?.kind;
  if (!isByLimit({ header }) || (kind !== 'window' && kind !== 'phase')) return [];
  const { phases } = round;
  const first = phases.findIndex(({ counts }) => counts.acknowledged + counts.unknown > 0);
  const ahead = first < 0 ? phases : phases.slice(0, first);
  const bursts = ahead.filter(({ info, counts }) => info.kind === 'concurrent' && counts.rejected > 0);
  return kind === 'window'
    ? bursts
    : bursts.filter((one) => one === phases.find(sendsWrites) && isReadUsedUp(header, round));
}

function isReadUsedUp(header: Facts['header'], { before, round }: RoundRun): boolean {
  const limit = wholeLimit(header);
  return limit !== null && usedBefore(header, before, limit)(round) >= limit;
}

/** Whether a round shows nothing of how its limit is kept when writes come together. */
export const triedNothing = (facts: Pick<Facts, 'header'>, round: RoundRun): boolean =>
  isUsedUp(facts, round) || (usedUpBursts(facts, round).length > 0 && !hasTriedBurst({ rounds: [round] }));

/** Whether some burst let somebody through, in any round. */
export const hasTriedBurst = ({ rounds }: Pick<Facts, 'rounds'>): boolean =>
  rounds.some(({ phases }) => phases.some(({ info, counts }) => info.kind === 'concurrent' && counts.acknowledged > 0));
