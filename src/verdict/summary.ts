import { CODES } from './codes.ts';
import type { Range, Report, RunInfo, ScenarioResult, Summary, ToolInfo } from './report.ts';
import { REPORT_SCHEMA } from './schema-names.ts';
import { sumOfWrites } from './sum.ts';
import { EXIT_CODE, worst } from './verdict.ts';

/** Puts the results of a run together; pure. Nothing is baselined yet, so every finding is new unless it says otherwise. */
export function makeReport(parts: {
  readonly run: RunInfo;
  readonly tool: ToolInfo;
  readonly scenarios: readonly ScenarioResult[];
}): Report {
  const { run, tool, scenarios } = parts;
  return { $schema: REPORT_SCHEMA, schemaVersion: 1, tool, run, summary: summaryOf(scenarios), scenarios };
}

function summaryOf(scenarios: readonly ScenarioResult[]): Summary {
  // A pass of nothing would be one that nobody looked for.
  const verdict = scenarios.length === 0 ? 'inconclusive' : worst(scenarios.map((scenario) => scenario.verdict));
  const findings = scenarios.flatMap((scenario) => scenario.findings);
  const phases = scenarios.flatMap((scenario) => scenario.phases);
  const having = (wanted: typeof verdict): number => scenarios.filter((scenario) => scenario.verdict === wanted).length;
  const baselined = findings.filter((finding) => finding.baselined).length;
  return {
    verdict,
    exitCode: EXIT_CODE[verdict],
    scenarios: {
      total: scenarios.length,
      pass: having('pass'),
      fail: having('fail'),
      inconclusive: having('inconclusive'),
    },
    findings: { total: findings.length, new: findings.length - baselined, baselined },
    writes: sumOfWrites(phases.map((phase) => phase.writes)),
    lost: sumOfRanges(phases.map((phase) => phase.lost)),
    duplicated: sumOfRanges(phases.map((phase) => phase.duplicated)),
    silent: findings.some((finding) => finding.silent && CODES[finding.code].verdict === 'fail'),
  };
}

/**
 * The sum over phases. `min` adds up what is proven, a phase about which nothing is known adding nothing, and is null
 * only when no phase is known; `max` is null as soon as one phase has no bound.
 */
function sumOfRanges(ranges: readonly Range[]): Range {
  const least = ranges.flatMap(({ min }) => (min === null ? [] : [min]));
  const most = ranges.flatMap(({ max }) => (max === null ? [] : [max]));
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  return {
    min: least.length === 0 ? null : sum(least),
    max: most.length === 0 || most.length < ranges.length ? null : sum(most),
  };
}
