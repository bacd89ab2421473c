import type { Note } from '../../verdict/report.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundRun } from '../ledger/rounds.ts';
import { admitsNobody, hasTriedBurst, isUsedUp, triedNothing, usedUpBursts } from '../ledger/used-up.ts';
import { type Per, perOf } from '../objects/limit.ts';
import { duration, listed } from '../words.ts';

const MAX_SHOWN = 5;

/**
 * Rounds and bursts whose limit was used up before they began, where others were tried: what is not said beside them
 * would read as if it rested on them. `told`: rounds of which a finding
 * says it, or what is wrong.
 */
export function usedUpNotes(facts: Facts, told: ReadonlySet<number>): readonly Note[] {
  const rounds = facts.rounds.filter(({ round }) => !told.has(round));
  const used = rounds.filter((round) => isUsedUp(facts, round));
  const bursts = rounds.filter((round) => !isUsedUp(facts, round) && usedUpBursts(facts, round).length > 0);
  return [
    ...(used.length === 0 || admitsNobody(facts) ? [] : [{ code: 'used-up', message: roundsWords(facts, used) }]),
    ...(bursts.length === 0 || !hasTriedBurst(facts) ? [] : [{ code: 'used-up', message: burstsWords(facts, bursts) }]),
  ];
}

function roundsWords(facts: Facts, used: readonly RoundRun[]): string {
  const rest = facts.rounds.length - used.length;
  const others = rest === 1 ? 'the other round' : `the other ${rest} rounds`;
  return `In ${roundNames(used)} no write was let through: ${limitWords(facts)} was used up before, by an earlier round or by somebody else. What was sent then tried nothing, and the verdict rests on ${others}.`;
}

function burstsWords(facts: Facts, rounds: readonly RoundRun[]): string {
  const [first] = rounds as [RoundRun];
  const names = usedUpBursts(facts, first).map(({ info }) => info.name);
  const others = rounds.every((round) => triedNothing(facts, round)) ? 'other rounds' : 'what came after';
  return `In ${listed(names)} of ${roundNames(rounds)} every write was refused, and later ones were let through: ${limitWords(facts)} was used up before. That tried nothing, and the verdict rests on ${others}.`;
}

function roundNames(rounds: readonly RoundRun[]): string {
  const shown = rounds.slice(0, MAX_SHOWN).map(({ round }) => `${round}`);
  const more = rounds.length - shown.length;
  return `round${rounds.length === 1 ? '' : 's'} ${listed([...shown, ...(more > 0 ? [`${more} more`] : [])])}`;
}

const limitWords = ({ header }: Facts): string => {
  const per = perOf(header);
  return `the limit of ${header.limit}${per === null ? '' : spanWords(per)}`;
};

const spanWords = (per: Per): string => (per.kind === 'window' ? ` in ${duration(per.ns / 1e6)}` : ` a ${per.kind}`);
