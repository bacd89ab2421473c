import { type Decimal, parseDecimal } from '../../history/decimal.ts';
import type { History, HistoryHeader, ReadingExpectation } from '../../history/history.ts';
import { doubted } from './doubted.ts';
import { ledgerOf, type RoundReading } from './ledger.ts';
import { isWithin, type Leg, legSends } from './leg.ts';
import { type Net, UNKNOWN } from './net.ts';
import { byPhase } from './places.ts';
import { type RoundRun, roundsOf } from './rounds.ts';
import { sendsWrites } from './sends.ts';
import { isLegUnsure } from './unsure.ts';

/** A history as the checkers look at it. */
export interface Facts {
  readonly header: HistoryHeader;
  readonly step: Decimal;
  readonly rounds: readonly RoundRun[];
  /** Every expected reading through every round that was set up. */
  readonly ledgers: readonly RoundReading[];
  /** The reading that phases are shown by: the first expected one, or the first there is. */
  readonly shown: readonly RoundReading[];
  /** How many times a number was read. */
  readonly reads: number;
  /** Anything at all was answered. */
  readonly reached: boolean;
  /** Writes that did not overlap were judged, and none of them was lost. */
  readonly keptWithoutOverlap: boolean;
}

export function factsOf(history: History): Facts {
  const { header, operations } = history;
  const rounds = roundsOf(history);
  const step = parseDecimal(header.step) ?? { unscaled: 1n, scale: 0 };
  const ledgers = [...header.expect.readings, ...comparedOnly(header)].flatMap((expectation) =>
    doubted(ledgerOf(header, rounds, expectation)),
  );
  return {
    header,
    step,
    rounds,
    ledgers,
    shown: shownOf(header, rounds, ledgers),
    reads: operations.reduce((n, { f, outcome }) => (f === 'read' && outcome === 'ok' ? n + 1 : n), 0),
    reached: operations.some(({ status, firstByte }) => status !== null || firstByte !== null),
    keptWithoutOverlap: keptWithoutOverlap(ledgers),
  };
}

/** Readings that others are compared with or that are added up, and that nothing else is expected of. */
function comparedOnly({ expect, readings }: HistoryHeader): readonly ReadingExpectation[] {
  const named = [
    ...(expect.sums ?? []).flatMap((sum) => [...sum.of, sum.equals].map((reading) => ({ ...sum, reading }))),
    ...expect.readings.flatMap((own) =>
      [own.risesBy, own.equals, own.atLeast, own.atMost].map((reading) => ({ ...own, reading: reading ?? '' })),
    ),
  ];
  const made = new Map<string, ReadingExpectation>();
  for (const { reading, perPhase, phaseIndex } of named) {
    if (!readings.includes(reading) || expect.readings.some((own) => own.reading === reading)) continue;
    const where = { perPhase: perPhase || (made.get(reading)?.perPhase ?? false) };
    const only = phaseIndex === undefined || where.perPhase ? {} : { phaseIndex };
    if (!made.has(reading) || perPhase) made.set(reading, { reading, risesBy: null, ...where, ...only });
  }
  return [...made.values()];
}

function shownOf(
  header: HistoryHeader,
  rounds: readonly RoundRun[],
  ledgers: readonly RoundReading[],
): readonly RoundReading[] {
  const reading = ledgers[0]?.expectation.reading ?? header.readings[0];
  if (reading === undefined) return [];
  if (ledgers.length > 0) return ledgers.filter(({ expectation }) => expectation.reading === reading);
  return ledgerOf(header, rounds, { reading, risesBy: 'acknowledged', perPhase: true });
}

function keptWithoutOverlap(ledgers: readonly RoundReading[]): boolean {
  const apart = ledgers
    .filter((entry) => entry.doubt === null && !entry.measure.plain)
    .flatMap((entry) => entry.legs.filter((leg) => leg.acknowledged > 1 && peakOf(leg) <= 1));
  return apart.length > 0 && apart.every(isWithin);
}

/** The most writes of a leg that were in flight together. */
export const peakOf = (leg: Leg): number => Math.max(0, ...leg.phases.map(({ peak }) => peak));

/** What is judged of a reading in a round: each phase alone, or all of them; nothing where the amounts are in doubt, or a cache answered. */
export function judgedLegs({ expectation, legs, whole, doubt, complete }: RoundReading): readonly Leg[] {
  if (doubt !== null) return [];
  const { perPhase, phaseIndex } = expectation;
  if (phaseIndex !== undefined) return legs.filter((leg) => isOf(leg, phaseIndex) && !isLegUnsure(leg));
  if (perPhase) return legs.filter((leg) => legSends(leg) && !isLegUnsure(leg));
  return whole !== null && complete && !isLegUnsure(whole) ? [whole] : [];
}

/** A leg of this phase, and of no other that sends writes. */
const isOf = ({ phases }: Leg, index: number): boolean =>
  phases.some(({ info }) => info.index === index) &&
  phases.every((phase) => phase.info.index === index || !sendsWrites(phase));

export interface NetLeg {
  readonly leg: Leg;
  readonly net: Net;
}

/** Legs that are judged, each with what remains of its bounds. */
export function netLegs(entry: RoundReading): readonly NetLeg[] {
  const { expectation, legs, nets, wholeNet } = entry;
  return judgedLegs(entry).map((leg) => ({
    leg,
    net: byPhase(expectation) ? (nets[legs.indexOf(leg)] ?? UNKNOWN) : wholeNet,
  }));
}
