import { add, compare, type Decimal, formatDecimal, times } from '../history/decimal.ts';
import type { Operation } from '../history/operation.ts';
import type { Overlap, PhaseResult, Range } from '../verdict/report.ts';
import { statusCodes } from './doubts/untested.ts';
import { crashLosses } from './faults/crashed.ts';
import { meetsExactly } from './faults/exact-rise.ts';
import { wantedOf } from './faults/right.ts';
import { latencyOf } from './latency.ts';
import { entriesOf } from './ledger/by-round.ts';
import type { Facts } from './ledger/facts.ts';
import type { RoundReading } from './ledger/ledger.ts';
import { type Leg, legSends } from './ledger/leg.ts';
import { byPhase } from './ledger/places.ts';
import { type PhaseRun, type RoundRun, together } from './ledger/rounds.ts';
import { sendsWrites } from './ledger/sends.ts';
import type { Stand, Start } from './ledger/stand.ts';
import { isLegUnsure } from './ledger/unsure.ts';
import { allInFlightMs } from './overlap.ts';
import { detectableWindowMs } from './statistics/window.ts';

/** Operations kept in a report, over all its wrong rounds. */
const MAX_OPERATIONS = 10_000;
const UNKNOWN: Range = { min: null, max: null };
const NONE: Range = { min: 0, max: 0 };

/** What a report says of each phase that was begun; with its operations where the round went wrong. */
export function phaseResults(facts: Facts, wrong: ReadonlySet<number>): readonly PhaseResult[] {
  let room = MAX_OPERATIONS;
  return facts.rounds.flatMap((round) =>
    round.phases
      .filter((phase) => begun(round, phase))
      .map((phase) => {
        const result = resultOf(facts, round, phase);
        if (!wrong.has(round.round)) return result;
        const all = operationsOf(round, phase);
        const operations = all.slice(0, room);
        room -= operations.length;
        return { ...result, operations, omitted: all.length - operations.length };
      }),
  );
}

const begun = ({ runs }: RoundRun, { info, writes, reads }: PhaseRun): boolean =>
  writes.length + reads.length > 0 || runs.some(({ phaseIndex }) => phaseIndex === info.index);

function operationsOf(round: RoundRun, phase: PhaseRun): readonly Operation[] {
  const all = [...(phase.info.index === 0 ? round.before : []), ...phase.writes, ...phase.reads];
  return all.sort((a, b) => a.invoke - b.invoke || a.id - b.id);
}

function resultOf(facts: Facts, round: RoundRun, phase: PhaseRun): PhaseResult {
  const { index, kind, name } = phase.info;
  const entry = shownOf(facts, round, index);
  const mark = round.settles.find((m) => m.phaseIndex === index && m.reading === entry?.expectation.reading);
  return {
    ...{ round: round.round, index, kind, name },
    ...amounts(entry, phase),
    writes: countsShown(phase),
    ...attemptsOf(phase),
    statusCodes: statusCodes(phase.writes),
    overlap: overlapOf(phase),
    latencyMs: latencyOf(phase.writes),
    settledAfterMs: mark === undefined || mark.moving ? null : mark.afterMs,
  };
}

/** What a phase is shown by: what is held to this phase, else to each, else to the round. */
function shownOf({ shown }: Facts, round: RoundRun, index: number): RoundReading | null {
  const here = entriesOf(shown, round);
  const rank = ({ expectation: { phaseIndex, perPhase } }: RoundReading): number =>
    phaseIndex === undefined ? (perPhase ? 1 : 2) : phaseIndex === index ? 0 : 3;
  return here.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** An attempt that was given up on purpose leaves nothing open where another one of its intent was acknowledged. */
function countsShown({ info, counts, intents }: PhaseRun): PhaseResult['writes'] {
  const closed = (intents ?? [])
    .filter((intent) => intent.counts === 'acknowledged')
    .flatMap(({ attempts }) => attempts.filter(({ phaseIndex }) => phaseIndex === info.index))
    .filter((one) => one.abandoned !== undefined && one.counts === 'unknown');
  return closed.length === 0 ? counts : { ...counts, unknown: Math.max(0, counts.unknown - closed.length) };
}

/** Of writes that may be sent again, and of those that were hung up on. */
function attemptsOf({ info, writes, intents }: PhaseRun): Pick<PhaseResult, 'intents' | 'abandoned'> {
  const abandoned = writes.filter((write) => write.abandoned !== undefined).length;
  const begun = (intents ?? []).filter(({ attempts: [first] }) => first?.phaseIndex === info.index);
  return {
    ...(intents !== null && writes.some(({ intent }) => intent !== undefined) ? { intents: begun.length } : {}),
    ...(abandoned === 0 ? {} : { abandoned }),
  };
}

const overlapOf = ({ info, writes, release, peak }: PhaseRun): Overlap => ({
  maxInFlight: peak,
  allInFlightMs: allInFlightMs(together(writes, release), release?.last ?? null),
  releaseSpreadMs: release === null ? null : (release.last - release.first) / 1e6,
  detectableWindowMs: info.kind === 'concurrent' ? detectableWindowMs([writes]) : null,
});

type Amounts = Pick<PhaseResult, 'before' | 'after' | 'expected' | 'observed' | 'lost' | 'duplicated'>;

function amounts(entry: RoundReading | null, phase: PhaseRun): Amounts {
  const { index } = phase.info;
  const before = textOf(entry?.stands.slice(0, index).findLast(({ kind }) => kind !== 'unlooked') ?? entry?.base);
  const after = textOf(entry?.stands[index]);
  const legs = entry?.legs ?? [];
  const at = legs.findIndex((leg) => isLegOf(leg, phase));
  const leg = legs[at];
  if (entry === null || leg === undefined) {
    return { before, after, expected: UNEXPECTED, observed: after, lost: UNKNOWN, duplicated: UNKNOWN };
  }
  const expected = expectedOf(entry, leg);
  if (entry.doubt !== null || isLegUnsure(leg))
    return { before, after, expected, observed: after, lost: UNKNOWN, duplicated: UNKNOWN };
  const judged = byPhase(entry.expectation) ? leg : (entry.whole ?? leg);
  if (meetsExactly(entry, judged)) return { before, after, expected, observed: after, lost: NONE, duplicated: NONE };
  if (!legSends(leg)) {
    const lost = crashLosses(entry).find((loss) => loss.leg === leg)?.lost ?? NONE;
    return { before, after, expected, observed: after, lost, duplicated: NONE };
  }
  const net = entry.nets[at];
  return {
    before,
    after,
    expected,
    observed: after,
    lost: net?.lost ?? UNKNOWN,
    duplicated: net?.duplicated ?? UNKNOWN,
  };
}

/** It is the only phase of the leg, but for pauses that nobody looked at ahead of it. */
const isLegOf = ({ phases }: Leg, phase: PhaseRun): boolean =>
  phases.at(-1) === phase && phases.slice(0, -1).every((other) => !sendsWrites(other));

const UNEXPECTED = { min: null, max: null };

function expectedOf(entry: RoundReading, leg: Leg): Amounts['expected'] {
  const { step, plain } = leg.measure;
  const wanted = byPhase(entry.expectation) ? wantedOf(entry, leg) : null;
  if (wanted === null && plain) return UNEXPECTED;
  const least = wanted ?? times(step, BigInt(leg.acknowledged));
  const most = wanted ?? times(step, BigInt(leg.acknowledged + leg.unknown));
  const ends = [add(leg.before.value, least), add(leg.before.value, most)].sort(compare) as [Decimal, Decimal];
  return { min: formatDecimal(ends[0]), max: formatDecimal(ends[1]) };
}

function textOf(stand: Stand | Start | undefined): string | null {
  if (stand?.kind === 'number') return stand.text;
  return stand?.kind === 'inexact' ? stand.read.value : null;
}
