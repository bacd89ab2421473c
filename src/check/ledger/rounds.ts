import {
  type History,
  isRelease,
  isRun,
  isSettle,
  isSetup,
  isStop,
  isUnharmed,
  type Mark,
  type PhaseInfo,
  type ReleaseMark,
  type RunMark,
  type SettleMark,
  type SetupMark,
  type StopMark,
  type UnharmedMark,
} from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { WriteCounts } from '../../verdict/report.ts';
import { sumOfWrites } from '../../verdict/sum.ts';
import { maxInFlight } from '../overlap.ts';
import { isCached } from './cached.ts';
import { type Intent, intentsOf } from './intents.ts';

/** One phase of one round: what was written in it, and what was read after it. */
export interface PhaseRun {
  readonly info: PhaseInfo;
  /** By invoke. */
  readonly writes: readonly Operation[];
  readonly counts: WriteCounts;
  /** Those of which an attempt was made in it, whole; null where each write of the round is an intent of its own. */
  readonly intents: readonly Intent[] | null;
  /** By invoke; of every reading. */
  readonly reads: readonly Operation[];
  /** Answers that a cache gave: writes that were acknowledged, then reads. */
  readonly cached: readonly Operation[];
  readonly release: ReleaseMark | null;
  /** The most writes in flight at one moment. */
  readonly peak: number;
}

/** One round, with every phase of the plan in order, those it did not come to as well. */
export interface RoundRun {
  readonly round: number;
  /** Reads ahead of the first phase; `during` where they may lie among writes of another machine. */
  readonly before: readonly Operation[];
  readonly phases: readonly PhaseRun[];
  readonly settles: readonly SettleMark[];
  readonly setupFailed: SetupMark | null;
  readonly stop: StopMark | null;
  /** Commands that were run. */
  readonly runs: readonly RunMark[];
  readonly unharmed: readonly UnharmedMark[];
}

/** The rounds that left a trace in a history, in order. */
export function roundsOf({ header, operations, marks }: History): readonly RoundRun[] {
  const [done, told] = [byRound(operations), byRound(marks)];
  return [...new Set([...done.keys(), ...told.keys()])]
    .sort((a, b) => a - b)
    .map((round) => roundOf(round, header.phases, done.get(round) ?? [], told.get(round) ?? []));
}

/** As they stood. */
function byRound<T extends { readonly round: number }>(entries: readonly T[]): ReadonlyMap<number, readonly T[]> {
  const [first] = entries;
  if (first === undefined) return new Map();
  // A large history is mostly of one round: then nothing is copied.
  if (entries.every(({ round }) => round === first.round)) return new Map([[first.round, entries]]);
  const found = new Map<number, T[]>();
  for (const entry of entries) {
    const own = found.get(entry.round);
    if (own) own.push(entry);
    else found.set(entry.round, [entry]);
  }
  return found;
}

function roundOf(
  round: number,
  phases: readonly PhaseInfo[],
  operations: readonly Operation[],
  marks: readonly Mark[],
): RoundRun {
  const parts = partsOf(inOrder(operations));
  const intents = intentsByPhase(parts);
  return {
    round,
    before: parts.get(-1)?.reads ?? [],
    phases: phases.map((info) => {
      const own = parts.get(info.index) ?? NOTHING;
      return phaseOf(info, own, intents === null ? null : (intents.get(info.index) ?? []), marks);
    }),
    settles: marks.filter(isSettle),
    setupFailed: marks.find(isSetup) ?? null,
    stop: marks.find(isStop) ?? null,
    runs: marks.filter(isRun),
    unharmed: marks.filter(isUnharmed),
  };
}

/** What was done in one phase. */
interface Part {
  readonly writes: readonly Operation[];
  readonly reads: readonly Operation[];
}

const NOTHING: Part = { writes: [], reads: [] };

/** By invoke; those of a file mostly are so already. */
function inOrder(operations: readonly Operation[]): readonly Operation[] {
  let last: Operation | null = null;
  for (const operation of operations) {
    if (last !== null && byInvoke(last, operation) > 0) return operations.toSorted(byInvoke);
    last = operation;
  }
  return operations;
}

const byInvoke = (a: Operation, b: Operation): number => a.invoke - b.invoke || a.id - b.id;

function partsOf(operations: readonly Operation[]): ReadonlyMap<number, Part> {
  const parts = new Map<number, { writes: Operation[]; reads: Operation[] }>();
  for (const operation of operations) {
    let part = parts.get(operation.phaseIndex);
    if (part === undefined) {
      part = { writes: [], reads: [] };
      parts.set(operation.phaseIndex, part);
    }
    (operation.f === 'read' ? part.reads : part.writes).push(operation);
  }
  return parts;
}

/** null: no write has an intent that another may have. */
function intentsByPhase(parts: ReadonlyMap<number, Part>): ReadonlyMap<number, readonly Intent[]> | null {
  const all = [...parts.values()];
  if (!all.some(({ writes }) => writes.some(({ intent }) => intent !== undefined))) return null;
  const byPhase = new Map<number, Intent[]>();
  for (const intent of intentsOf(all.flatMap(({ writes }) => writes))) {
    for (const index of new Set(intent.attempts.map(({ phaseIndex }) => phaseIndex))) {
      const found = byPhase.get(index);
      if (found) found.push(intent);
      else byPhase.set(index, [intent]);
    }
  }
  return byPhase;
}

function phaseOf(
  info: PhaseInfo,
  { writes, reads }: Part,
  intents: readonly Intent[] | null,
  marks: readonly Mark[],
): PhaseRun {
  const release = marks.filter(isRelease).find((mark) => mark.phaseIndex === info.index) ?? null;
  return {
    info,
    writes,
    counts: countsOf(writes),
    intents,
    reads,
    cached: [
      ...writes.filter((write) => isCached(write) && write.counts === 'acknowledged'),
      ...reads.filter(isCached),
    ],
    release,
    peak: maxInFlight(together(writes, release), release?.last ?? null),
  };
}

/** A write that went ahead alone to try the gate is no part of the burst. */
export const together = (writes: readonly Operation[], release: ReleaseMark | null): readonly Operation[] =>
  release === null ? writes : writes.filter(({ sent }) => sent === null || sent >= release.first);

/** How writes count; `sent` leaves out those that never left. */
export function countsOf(writes: readonly Operation[]): WriteCounts {
  const counts = { acknowledged: 0, rejected: 0, unknown: 0, notSent: 0 };
  for (const { counts: how } of writes) if (how !== null) counts[how] += 1;
  return { sent: counts.acknowledged + counts.rejected + counts.unknown, ...counts };
}

/** The sum over some phases. */
export const sumOf = (phases: readonly PhaseRun[]): WriteCounts => sumOfWrites(phases.map(({ counts }) => counts));

/** Every operation of a round. */
export const operationsIn = ({ before, phases }: RoundRun): readonly Operation[] => [
  ...before,
  ...phases.flatMap(({ writes, reads }) => [...writes, ...reads]),
];
