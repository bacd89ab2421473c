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
import { maxInFlight } from '../overlap.ts';
import { type Intent, intentsOf } from './intents.ts';

/** One phase of one round: what was written in it, and what was read after it. */
export interface PhaseRun {
  readonly info: PhaseInfo;
  /** By invoke. */
  readonly writes: readonly Operation[];
  readonly counts: WriteCounts;
  /** Those whose first attempt was made in it. */
  readonly intents: readonly Intent[];
  /** By invoke; of every reading. */
  readonly reads: readonly Operation[];
  readonly release: ReleaseMark | null;
  /** The most writes in flight at one moment. */
  readonly peak: number;
}

/** One round, with every phase of the plan in order, those it did not come to as well. */
export interface RoundRun {
  readonly round: number;
  /** Reads ahead of the first phase. */
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
  const byRound = new Map<number, { operations: Operation[]; marks: Mark[] }>();
  const at = (round: number) => {
    const found = byRound.get(round) ?? { operations: [], marks: [] };
    byRound.set(round, found);
    return found;
  };
  for (const operation of operations) at(operation.round).operations.push(operation);
  for (const mark of marks) at(mark.round).marks.push(mark);
  return [...byRound]
    .sort(([a], [b]) => a - b)
    .map(([round, entries]) => roundOf(round, header.phases, entries.operations, entries.marks));
}

function roundOf(
  round: number,
  phases: readonly PhaseInfo[],
  operations: readonly Operation[],
  marks: readonly Mark[],
): RoundRun {
  const byPhase = new Map<number, Operation[]>();
  for (const operation of [...operations].sort((a, b) => a.invoke - b.invoke || a.id - b.id)) {
    const found = byPhase.get(operation.phaseIndex);
    if (found) found.push(operation);
    else byPhase.set(operation.phaseIndex, [operation]);
  }
  const intents = intentsByPhase([...byPhase.values()].flat().filter((op) => !isRead(op)));
  return {
    round,
    before: (byPhase.get(-1) ?? []).filter(isRead),
    phases: phases.map((info) => phaseOf(info, byPhase.get(info.index) ?? [], intents.get(info.index) ?? [], marks)),
    settles: marks.filter(isSettle),
    setupFailed: marks.find(isSetup) ?? null,
    stop: marks.find(isStop) ?? null,
    runs: marks.filter(isRun),
    unharmed: marks.filter(isUnharmed),
  };
}

function intentsByPhase(writes: readonly Operation[]): ReadonlyMap<number, readonly Intent[]> {
  const byPhase = new Map<number, Intent[]>();
  for (const intent of intentsOf(writes)) {
    const index = intent.attempts[0]?.phaseIndex ?? -1;
    const found = byPhase.get(index);
    if (found) found.push(intent);
    else byPhase.set(index, [intent]);
  }
  return byPhase;
}

function phaseOf(
  info: PhaseInfo,
  operations: readonly Operation[],
  intents: readonly Intent[],
  marks: readonly Mark[],
): PhaseRun {
  const writes = operations.filter((op) => !isRead(op));
  const release = marks.filter(isRelease).find((mark) => mark.phaseIndex === info.index) ?? null;
  return {
    info,
    writes,
    counts: countsOf(writes),
    intents,
    reads: operations.filter(isRead),
    release,
    peak: maxInFlight(together(writes, release), release?.last ?? null),
  };
}

/** A write that went ahead alone to try the gate is no part of the burst. */
export const together = (writes: readonly Operation[], release: ReleaseMark | null): readonly Operation[] =>
  release === null ? writes : writes.filter(({ sent }) => sent === null || sent >= release.first);

const isRead = (operation: Operation): boolean => operation.f === 'read';

/** How writes count; `sent` leaves out those that never left. */
export function countsOf(writes: readonly Operation[]): WriteCounts {
  const counts = { acknowledged: 0, rejected: 0, unknown: 0, notSent: 0 };
  for (const write of writes) if (write.counts !== null) counts[write.counts] += 1;
  return { sent: counts.acknowledged + counts.rejected + counts.unknown, ...counts };
}

/** The sum over some phases. */
export function sumOf(phases: readonly PhaseRun[]): WriteCounts {
  const sum = (of: keyof WriteCounts): number => phases.reduce((n, { counts }) => n + counts[of], 0);
  return {
    sent: sum('sent'),
    acknowledged: sum('acknowledged'),
    rejected: sum('rejected'),
    unknown: sum('unknown'),
    notSent: sum('notSent'),
  };
}
