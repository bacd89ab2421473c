import type { Report, ScenarioResult } from '../../verdict/report.ts';
import { makeReport } from '../../verdict/summary.ts';
import { EXIT_CODE } from '../../verdict/verdict.ts';
import { VERSION } from '../../version.ts';

export interface RunFacts {
  readonly id: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly command: string;
  readonly seed: number;
}

/** The report of one command; its exit code is that of the verdict until it is changed. */
export function reportOf(facts: RunFacts, scenarios: readonly ScenarioResult[]): Report {
  const { id, startedAt, endedAt, command, seed } = facts;
  const durationMs = Math.max(0, endedAt.getTime() - startedAt.getTime());
  return makeReport({
    run: { id, startedAt: startedAt.toISOString(), durationMs, command, seed, labels: {} },
    tool: { name: 'counter-probe', version: VERSION, node: process.version, platform: process.platform },
    scenarios,
  });
}

export interface ExitChoice {
  /** Of the signal that ended the run. */
  readonly interrupted: number | null;
  readonly allowInconclusive: boolean;
  readonly exitZero: boolean;
}

/** The report with the exit code that the command will end with. */
export function withExitCode(report: Report, { interrupted, allowInconclusive, exitZero }: ExitChoice): Report {
  // Scenarios that were left out may not have passed.
  const verdict = interrupted !== null && report.summary.verdict === 'pass' ? 'inconclusive' : report.summary.verdict;
  const forgiven = exitZero || (allowInconclusive && verdict === 'inconclusive');
  const exitCode = interrupted ?? (forgiven ? 0 : EXIT_CODE[verdict]);
  return { ...report, summary: { ...report.summary, verdict, exitCode } };
}
