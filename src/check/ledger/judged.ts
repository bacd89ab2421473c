import { type Facts, judgedLegs } from './facts.ts';
import { type RoundRun, sumOf } from './rounds.ts';

/** Rounds that were judged in full, and in which at least one write was acknowledged: what a pass may rest on. */
export function judgedRounds(facts: Facts): ReadonlySet<number> {
  return new Set(facts.rounds.filter((round) => isJudged(facts, round)).map(({ round }) => round));
}

function isJudged(facts: Facts, round: RoundRun): boolean {
  if (round.setupFailed !== null || sumOf(round.phases).acknowledged === 0) return false;
  const { expect } = facts.header;
  const entries = facts.ledgers.filter((entry) => entry.round === round);
  const counted = entries.every((entry) => entry.complete && judgedLegs(entry).length > 0);
  if (expect.readings.length > 0) return counted;
  return (
    expect.unique &&
    round.stop === null &&
    round.phases.some((phase) => phase.writes.some((write) => write.returned !== null))
  );
}
