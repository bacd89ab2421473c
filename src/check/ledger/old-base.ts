import { subtract, wholeSteps } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import type { RoundReading } from './ledger.ts';
import type { Leg } from './leg.ts';
import type { Net } from './net.ts';
import type { PhaseRun } from './rounds.ts';
import { tallyOf } from './tally.ts';
import { TheEnd } from './the-end.ts';

/**
 * A round that begins where the first one did began anew, or with an old number: where nobody says that a setup sets it
 * anew, both are looked at. If all rounds explain the last number as one that was never set anew, then no more is claimed
 * to be too much than is so from the very first number on. `isNew`: of each entry, whether it is taken to begin anew.
 */
export function withoutOldBase(
  header: HistoryHeader,
  entries: readonly RoundReading[],
  isNew: (i: number) => boolean,
): readonly RoundReading[] {
  const from = entries.findIndex((_, i) => i > 0 && isNew(i));
  const first = entries.flatMap(({ legs }) => legs)[0];
  if (from < 0 || first === undefined || !entries.slice(from).some(isTooMuch)) return entries;
  if (new TheEnd(header, entries).missing(first)?.count !== 0) return entries;
  return entries.map((entry, i) => (i < from ? entry : lessExplained(entry, first, phasesBefore(entries, i))));
}

const phasesBefore = (entries: readonly RoundReading[], i: number): readonly PhaseRun[] =>
  entries.slice(0, i).flatMap(({ round }) => round.phases);

function lessExplained(entry: RoundReading, first: Leg, before: readonly PhaseRun[]): RoundReading {
  const { doubt, legs, nets, whole, wholeNet } = entry;
  if (doubt !== null || !isTooMuch(entry)) return entry;
  const most = (leg: Leg): number => excessSince(first, leg, [...before, ...phasesTo(entry, leg)]);
  const left = {
    ...entry,
    nets: nets.map((net, i) => atMost(net, most(legs[i] as Leg))),
    wholeNet: whole === null ? wholeNet : atMost(wholeNet, most(whole)),
  };
  const leg = legs.find((_, i) => gainOf(nets[i] as Net) > 0) ?? whole;
  return leg === null || isTooMuch(left) ? left : { ...left, doubt: { kind: 'old-base', leg } };
}

/** The phases of a round up to the end of a leg. */
function phasesTo({ round }: RoundReading, { phases }: Leg): readonly PhaseRun[] {
  const last = phases.at(-1);
  return last === undefined ? [] : round.phases.slice(0, round.phases.indexOf(last) + 1);
}

/** Steps from the first number of all to the end of a leg, above all that may have counted by then. */
function excessSince({ before }: Leg, { after, measure }: Leg, phases: readonly PhaseRun[]): number {
  const rise = wholeSteps(subtract(after.value, before.value), measure.step);
  const { acknowledged, unknown } = tallyOf(phases, measure.counted);
  return rise === null ? Number.POSITIVE_INFINITY : Math.max(0, Number(rise) - acknowledged - unknown);
}

const gainOf = ({ duplicated, refused }: Net): number => (duplicated.min ?? 0) + (refused.min ?? 0);

const isTooMuch = ({ doubt, nets, wholeNet }: RoundReading): boolean =>
  doubt === null && [...nets, wholeNet].some((net) => gainOf(net) > 0);

function atMost(net: Net, most: number): Net {
  const refused = Math.min(net.refused.min ?? 0, most);
  const twice = Math.min(net.duplicated.min ?? 0, most - refused);
  return gainOf(net) <= most
    ? net
    : { ...net, refused: { ...net.refused, min: refused }, duplicated: { ...net.duplicated, min: twice } };
}
