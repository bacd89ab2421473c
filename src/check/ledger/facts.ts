import { type Decimal, parseDecimal } from '../../history/decimal.ts';
import type { History, HistoryHeader } from '../../history/history.ts';
import { ledgerOf, type RoundReading } from './ledger.ts';
import { isWithin, type Leg } from './leg.ts';
import { type Net, UNKNOWN } from './net.ts';
import { type RoundRun, roundsOf } from './rounds.ts';

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
  const ledgers = header.expect.readings.flatMap((expectation) => ledgerOf(header, rounds, expectation));
  return {
    header,
    step: parseDecimal(header.step) ?? { unscaled: 1n, scale: 0 },
    rounds,
    ledgers,
    shown: shownOf(header, rounds, ledgers),
    reads: operations.filter(({ f, outcome }) => f === 'read' && outcome === 'ok').length,
    reached: operations.some(({ status, firstByte }) => status !== null || firstByte !== null),
    keptWithoutOverlap: keptWithoutOverlap(ledgers),
  };
}

/** Of a history that could not be looked at. */
export const noFacts = (header: HistoryHeader): Facts => ({
  header,
  step: { unscaled: 1n, scale: 0 },
  rounds: [],
  ledgers: [],
  shown: [],
  reads: 0,
  reached: false,
  keptWithoutOverlap: false,
});

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
    .filter((entry) => entry.doubt === null)
    .flatMap((entry) => entry.legs.filter((leg) => leg.acknowledged > 1 && peakOf(leg) <= 1));
  return apart.length > 0 && apart.every(isWithin);
}

/** The most writes of a leg that were in flight together. */
export const peakOf = (leg: Leg): number => Math.max(0, ...leg.phases.map(({ peak }) => peak));

/** What is judged of a reading in a round: each phase alone, or all of them; nothing where the amounts are in doubt. */
export function judgedLegs({ expectation, legs, whole, doubt, complete }: RoundReading): readonly Leg[] {
  if (doubt !== null) return [];
  if (expectation.perPhase) return legs;
  return whole !== null && complete ? [whole] : [];
}

export interface NetLeg {
  readonly leg: Leg;
  readonly net: Net;
}

/** Legs that are judged, each with what remains of its bounds. */
export function netLegs(entry: RoundReading): readonly NetLeg[] {
  const { expectation, nets, wholeNet } = entry;
  return judgedLegs(entry).map((leg, i) => ({ leg, net: expectation.perPhase ? (nets[i] ?? UNKNOWN) : wholeNet }));
}
