import { subtract, wholeSteps } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import type { RoundReading } from './ledger.ts';
import type { Leg } from './leg.ts';
import { hasGain } from './less-owed.ts';
import { gainOf, lessGain, type Net } from './net.ts';
import { tallyOf } from './tally.ts';
import { TheEnd } from './the-end.ts';

/**
 * A round that begins where the first one did began anew, or with an old number: where nobody says that a setup sets it
 * anew, and one look alone showed it, both are looked at. If all rounds explain the last number as one that was never set
 * anew, no more is claimed to be too much than is so from the very first number on. `isNew`: of each entry, whether it is
 * taken to begin anew.
 */
export function withoutOldBase(
  header: HistoryHeader,
  entries: readonly RoundReading[],
  isNew: (i: number) => boolean,
): readonly RoundReading[] {
  const isOld = entries.map((entry, i) => i > 0 && isNew(i) && isSeenOnce(entry));
  const from = isOld.indexOf(true);
  const first = entries.flatMap(({ legs }) => legs)[0];
  if (from < 0 || first === undefined || !entries.slice(from).some(isTooMuch)) return entries;
  // Where one that nobody doubts begins anew, the number did fall.
  if (entries.some((_, i) => i > 0 && isNew(i) && !isOld[i])) return entries;
  if (new TheEnd(header, entries).missing(first)?.count !== 0) return entries;
  const { counted } = first.measure;
  let sent = 0;
  return entries.map((entry, i) => {
    const before = sent;
    sent += mayCount(tallyOf(entry.round.phases, counted));
    return i < from ? entry : lessExplained(entry, first, before);
  });
}

const mayCount = ({ acknowledged, unknown }: { acknowledged: number; unknown: number }): number =>
  acknowledged + unknown;

/** A number that was looked at again and stood where it was is no old one. */
const isSeenOnce = ({ round, expectation: { reading } }: RoundReading): boolean =>
  round.before.filter((read) => read.reading === reading && read.role !== 'during' && read.outcome === 'ok').length < 2;

function lessExplained(entry: RoundReading, first: Leg, before: number): RoundReading {
  const { legs, nets, whole, wholeNet, round } = entry;
  if (!isTooMuch(entry)) return entry;
  const phasesTo = ({ phases }: Leg) => {
    const last = phases.at(-1)?.info.index ?? -1;
    return round.phases.filter(({ info }) => info.index <= last);
  };
  const excess = (leg: Leg): number => {
    const rise = wholeSteps(subtract(leg.after.value, first.before.value), leg.measure.step);
    if (rise === null) return Number.POSITIVE_INFINITY;
    return Math.max(0, Number(rise) - before - mayCount(tallyOf(phasesTo(leg), leg.measure.counted)));
  };
  const atMost = (net: Net, most: number): Net => lessGain(net, Math.max(0, gainOf(net) - most));
  const left = {
    ...entry,
    nets: nets.map((net, i) => atMost(net, excess(legs[i] as Leg))),
    wholeNet: whole === null ? wholeNet : atMost(wholeNet, excess(whole)),
  };
  const leg = legs.find((_, i) => gainOf(nets[i] as Net) > 0) ?? whole;
  return leg === null || hasGain(left) ? left : { ...left, doubt: { kind: 'old-base', leg } };
}

const isTooMuch = (entry: RoundReading): boolean => entry.doubt === null && hasGain(entry);
