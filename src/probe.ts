import { check } from './check/check.ts';
import { firstProof } from './check/first-proof.ts';
import { type Clock, monotonicClock } from './drive/clock.ts';
import { drive } from './drive/drive.ts';
import type { ProgressEvent } from './drive/progress.ts';
import { type History, type HistoryEntry, type HistoryHeader, isOperation, type Mark } from './history/history.ts';
import type { Operation } from './history/operation.ts';
import { compile } from './plan/compile.ts';
import type { Plan } from './plan/plan.ts';
import type { Scenario } from './scenario/scenario.ts';
import type { ScenarioResult } from './verdict/report.ts';

export interface ProbeOptions {
  /** Repeats the plan (ids, order), not the timing. */
  readonly seed: number;
  /** Ends the run early; what was done is still judged. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: ProgressEvent) => void;
  /** Told of credentials of the target as they become known: no output may show them. */
  readonly onSecrets?: (secrets: readonly string[]) => void;
  /** Told of the header first, then of each entry as it happens: a place to save the history. */
  readonly onHistory?: { header(header: HistoryHeader): void; entry(entry: HistoryEntry): void };
}

export interface Probed {
  readonly result: ScenarioResult;
  readonly history: History;
}

/** The whole pipeline: scenario → plan → drive → history → check. */
export async function probe(scenario: Scenario, options: ProbeOptions): Promise<Probed> {
  const clock = monotonicClock();
  const plan = timedBy(compile(scenario, options.seed), clock);
  const operations: Operation[] = [];
  const marks: Mark[] = [];
  const history: History = { header: plan.header, operations, marks };
  const isProven = firstProof(history);
  options.onHistory?.header(plan.header);
  await drive(plan, {
    record(entry) {
      if (isOperation(entry)) operations.push(entry);
      else marks.push(entry);
      options.onHistory?.entry(entry);
    },
    goOn: () => scenario.untilMs === undefined || !isProven(),
    progress: options.onProgress ?? (() => {}),
    ...(options.onSecrets && { hide: options.onSecrets }),
    signal: options.signal ?? new AbortController().signal,
    clock,
  });
  return { result: { ...check(history), file: scenario.file }, history };
}

/** The plan, with what its times are of. */
const timedBy = (plan: Plan, { originNs }: Clock): Plan => ({
  ...plan,
  header: { ...plan.header, clock: { ...plan.header.clock, originNs } },
});
