import type { Measured } from '../../src/compare/measured.ts';
import type { History, Mark } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { compile } from '../../src/plan/compile.ts';
import { scenarioFromFlags } from '../../src/scenario/flags.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import type { ScenarioResult } from '../../src/verdict/report.ts';
import { scenario as resultOf } from '../report/sample.ts';

/** A counter that is read where it is written, with a key in every write. */
export const base: Scenario = scenarioFromFlags(
  { url: 'http://127.0.0.1:1/counter', take: '$.value', header: ['Idempotency-Key: {{key}}'] },
  { env: {} },
);

/** A measurement as the pipeline would have left it. */
export function measured(
  scenario: Scenario,
  result: Partial<ScenarioResult>,
  {
    operations = [],
    marks = [],
  }: { readonly operations?: readonly Operation[]; readonly marks?: readonly Mark[] } = {},
): Measured {
  const history: History = { header: compile(scenario, 1).header, operations, marks };
  return { result: resultOf(result), history };
}

/** `at most` and `between` of this many: nothing but plain shares, so that a test can say them. */
export const rateOf = (wrong: number, of: number) => ({ low: wrong / of / 2, high: (wrong + 1) / (of + 1) });
