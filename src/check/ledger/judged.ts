import type { Operation } from '../../history/operation.ts';
import { entriesOf } from './by-round.ts';
import { type Facts, judgedLegs } from './facts.ts';
import type { RoundReading } from './ledger.ts';
import { placesOf } from './places.ts';
import { valueAt } from './quantity.ts';
import { type RoundRun, sumOf } from './rounds.ts';
import { scopesOf } from './scopes.ts';
import { sendsWrites } from './sends.ts';
import { triedNothing } from './used-up.ts';

/** Rounds that were judged in full, and in which something was answered that a pass may rest on. */
export function judgedRounds(facts: Facts): ReadonlySet<number> {
  return new Set(facts.rounds.filter((round) => isJudged(facts, round)).map(({ round }) => round));
}

function isJudged(facts: Facts, round: RoundRun): boolean {
  if (round.setupFailed !== null) return false;
  const { expect, readings } = facts.header;
  const entries = entriesOf(facts.ledgers, round);
  if (!entries.every((entry) => isReadingJudged(facts, entry))) return false;
  const answers = asksAnswers(facts);
  if (answers && !isCountJudged(facts, round)) return false;
  if (!answers && entries.length === 0 && !isValueJudged(facts, round)) return false;
  const { acknowledged, rejected, sent } = sumOf(round.phases);
  if (triedNothing(facts, round)) return false;
  if (acknowledged > 0) return true;
  return answers ? rejected > 0 : readings.length > 0 && expect.readings.length > 0 && isPlain(entries) && sent > 0;
}

const isPlain = (entries: readonly RoundReading[]): boolean => entries.every(({ measure }) => measure.plain);

/** What is asked of it was looked at: its change, or the value that it came to rest at. */
function isReadingJudged(facts: Facts, entry: RoundReading): boolean {
  const { expectation, round } = entry;
  if (expectation.risesBy !== null)
    return (entry.complete || expectation.phaseIndex !== undefined) && judgedLegs(entry).length > 0;
  return placesOf(expectation, round).every((place) => valueAt(facts, round, expectation.reading, place) !== null);
}

/** Whether the number of answers is held to something. */
export const asksAnswers = ({ header }: Pick<Facts, 'header'>): boolean =>
  (header.expect.counts ?? []).length > 0 || isLimited(header);

/** A limit of a window as well. */
const isLimited = ({ object, limit }: Facts['header']): boolean =>
  limit !== null && (object === 'quota' || object === 'reservation');

function isCountJudged({ header }: Facts, round: RoundRun): boolean {
  const scopes = (header.expect.counts ?? []).flatMap((count) => scopesOf(count, round));
  if (scopes.length === 0) return round.stop === null || scopesOf({ perPhase: false }, round).every((s) => s.finished);
  return scopes.every(({ finished }) => finished);
}

function isValueJudged({ header }: Facts, round: RoundRun): boolean {
  const { unique, sameBody, unharmed } = header.expect;
  if (unharmed !== undefined && !unique && sameBody === undefined) return round.stop === null && isCompared(round);
  if (!(unique || sameBody !== undefined) || round.stop !== null) return false;
  const has = ({ returned, answer }: Operation): boolean => (unique ? returned !== null : answer !== undefined);
  return round.phases.some(({ writes }) => writes.some(has));
}

/** Another request was sent while writes ran. */
const isCompared = ({ unharmed, phases }: RoundRun): boolean =>
  unharmed.some(({ phaseIndex }) => phases.some((phase) => phase.info.index === phaseIndex && sendsWrites(phase)));
