import pLimit from 'p-limit';
import { TURNS } from '../../compare/measurements.ts';
import { fastestOf, ratioCells, type TimedGroup } from '../../compare/ratio.ts';
import type { ComparedRow } from '../../verdict/comparison.ts';
import { type Asking, Row } from './row.ts';
import type { Subject } from './subjects.ts';
import { timeInTurns } from './turns.ts';

export interface Job extends Asking {
  readonly subjects: readonly Subject[];
  /** How many designs are asked side by side what has no time in it. */
  readonly jobs: number;
  /** How many are kept open together, to be timed in turns; at least 2. */
  readonly mostOpen: number;
}

/** Measures all subjects. Where they are more than can be open together, the fastest of the first ones is timed with the others too. */
export async function measureAll(job: Job): Promise<readonly ComparedRow[]> {
  const rows = job.subjects.map((subject) => new Row(subject, job));
  const waiting = rows.filter(({ subject }) => subject.skipped === null);
  const groups: TimedGroup[] = [];
  let fastest: Row | null = null;
  try {
    while (waiting.length > 0) {
      const group: readonly Row[] = waiting.splice(0, job.mostOpen - (fastest === null ? 0 : 1));
      const timed = await measureGroup(group, fastest, groups.length * TURNS, job);
      if (timed.size > 0) groups.push(timed);
      fastest ??= group.find(({ subject }) => subject.id === fastestOf(timed)) ?? null;
      await closeAll(group.filter((row) => row !== fastest));
    }
  } finally {
    await closeAll(rows);
  }
  const ratios = ratioCells(groups);
  return rows.map((row) => row.told(ratios.get(row.subject.id)));
}

/** What has no time in it is asked side by side; then reads, and writes in turns, with nothing else beside them. */
async function measureGroup(
  group: readonly Row[],
  fastest: Row | null,
  turnsHad: number,
  { jobs, signal }: Job,
): Promise<TimedGroup> {
  await sideBySide(group, jobs, filesInTurn, (row) => row.open());
  await sideBySide(group, jobs, killsInTurn, (row) => row.askKill());
  for (const row of group) await row.askReads();
  await sideBySide(group, jobs, filesInTurn, (row) => row.askCounts());
  const open = group.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return new Map();
  const timed = await timeInTurns(fastest === null ? open : [fastest, ...open], turnsHad, signal);
  for (const row of open) row.timed = timed.get(row.subject.id) ?? null;
  return timed;
}

/** Those with the same lane go one after another. */
type LaneOf = (row: Row) => string;

/** Scenario files may be about one counter. */
const filesInTurn: LaneOf = ({ subject: { id, of } }) => (of === 'scenario' ? 'files' : `design ${id}`);

/** Designs on PostgreSQL share a server, and a kill of it is one for all of them. */
const killsInTurn: LaneOf = (row) =>
  row.subject.toRun.services.includes('PostgreSQL') ? 'PostgreSQL' : filesInTurn(row);

/** Waits for all; then rejects as the first that did. */
async function sideBySide(
  rows: readonly Row[],
  jobs: number,
  laneOf: LaneOf,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  const limit = pLimit(jobs);
  const inTurn = async (lane: string) => {
    for (const row of rows) if (laneOf(row) === lane) await work(row);
  };
  await allOf([...new Set(rows.map(laneOf))].map((lane) => limit(inTurn, lane)));
}

const closeAll = (rows: readonly Row[]): Promise<void> => allOf(rows.map((row) => row.close()));

async function allOf(tasks: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(tasks);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
