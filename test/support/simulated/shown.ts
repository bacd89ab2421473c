import type { Operation } from '../../../src/history/operation.ts';
import type { ScenarioResult } from '../../../src/verdict/report.ts';
import type { Execution } from './execution.ts';

const MS = 1_000_000;

/** An execution and what was said of it, a line for each operation, so that a person can follow it. */
export function shown({ world, history }: Execution, { findings }: Pick<ScenarioResult, 'findings'>): string {
  const { header, ...rest } = world;
  const sorted = [...history.operations].sort((a, b) => a.invoke - b.invoke || a.id - b.id);
  return [
    JSON.stringify(rest),
    JSON.stringify({ initial: header.initial, step: header.step, limit: header.limit, limitPer: header.limitPer }),
    ...sorted.map(line),
    ...history.marks.map((mark) => JSON.stringify(mark)),
    ...findings.map(({ code, round, message, argument }) => `${code} round ${round}: ${message} | ${argument}`),
  ].join('\n');
}

function line(one: Operation): string {
  const end = one.complete === null ? '' : one.complete / MS;
  const who = [one.machine, `round ${one.round}`, one.phase, one.process, one.identity, one.key];
  const what = [one.f, one.role, one.intent, one.items, one.hold, one.counts, one.value, one.reason, one.abandoned];
  const given = [...who, ...what].filter((part) => part !== undefined && part !== null);
  return `#${one.id} [${one.invoke / MS}, ${end}] ${given.join(' ')}`;
}
