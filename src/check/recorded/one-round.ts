import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { copyOf } from '../../history/reader/table.ts';
import type { ScenarioResult } from '../../verdict/report.ts';
import { check } from '../check.ts';

/** What an exact verdict stands on: one case, the rows of which are of all rounds. `base`: of the rounds apart, if at hand. */
export function inOneCase(history: History, base?: ScenarioResult): ScenarioResult {
  const { header, operations } = history;
  if (operations.every(({ round }) => round === 1)) return base ?? check(unreleased(history));
  const inFirst = (operation: Operation): Operation => ({ ...copyOf(operation), round: 1 });
  return check(unreleased({ header: { ...header, rounds: 1 }, operations: operations.map(inFirst), marks: [] }));
}

/** No burst was let go in it, so there is no overlap to be weighed; and its reads are looked at by themselves. */
export const unreleased = ({ header, ...rest }: History): History => ({
  ...rest,
  header: { ...header, require: 'eventual', phases: header.phases.map((phase) => ({ ...phase, kind: 'spaced' })) },
});
