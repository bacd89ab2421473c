import { requirementNamed } from '../../../src/check/diagnosis/requirement.ts';
import { isFault } from '../../../src/check/findings.ts';
import { checkRecorded } from '../../../src/check/recorded/recorded.ts';
import type { ScenarioResult } from '../../../src/verdict/report.ts';
import { type Execution, executionOf } from './execution.ts';
import { shown } from './shown.ts';

/** As `check` judges a file. */
export const judged = ({ history }: Pick<Execution, 'history'>): ScenarioResult =>
  checkRecorded(history, requirementNamed(history.header.require));

/** An accusation of a service that was right. */
export interface Alarm {
  readonly seed: number;
  readonly codes: readonly string[];
  /** The world, what was recorded of it, and what was said. */
  readonly told: string;
}

/** False alarms of the executions of some seeds, a few at most. */
export function alarmsAmong(from: number, seeds: number, most = 3): readonly Alarm[] {
  const found: Alarm[] = [];
  for (let seed = from; seed < from + seeds && found.length < most; seed++) {
    const execution = executionOf(seed);
    const result = judged(execution);
    const faults = result.findings.filter(isFault);
    if (result.verdict !== 'fail' && faults.length === 0) continue;
    found.push({ seed, codes: faults.map(({ code }) => code), told: shown(execution, result) });
  }
  return found;
}
