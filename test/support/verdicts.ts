import { check } from '../../src/check/check.ts';
import type { HistoryHeader } from '../../src/history/history.ts';
import type { FindingCode } from '../../src/verdict/codes.ts';
import type { Finding } from '../../src/verdict/finding.ts';
import type { ScenarioResult } from '../../src/verdict/report.ts';
import { certified } from './certified.ts';
import { headerOf, historyOf, type RoundSketch } from './history.ts';

/** The judgement of a sketched history; a fail must have a certificate that the verifier accepts. */
export function judge(rounds: readonly RoundSketch[], header: HistoryHeader = headerOf()): ScenarioResult {
  const history = historyOf(rounds, header);
  return certified(history, check(history));
}

export const codesOf = ({ findings }: ScenarioResult): readonly FindingCode[] => findings.map(({ code }) => code);

/** The only finding of a code; throws when there is none, or more than one. */
export function findingOf({ findings }: ScenarioResult, code: FindingCode): Finding {
  const [finding, ...others] = findings.filter((f) => f.code === code);
  if (finding === undefined || others.length > 0)
    throw new Error(`${code} found ${others.length + (finding ? 1 : 0)} times`);
  return finding;
}

/** A round of ten writes at once and ten spaced ones, with the values read before and after them. */
export const tenAndTen = (before: string, burst: string, spaced: string): RoundSketch => ({
  before: [before, before],
  phases: [
    { acknowledged: 10, after: burst },
    { acknowledged: 10, after: spaced, quiet: [spaced] },
  ],
});
