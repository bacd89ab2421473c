import type { HistoryHeader } from '../../history/history.ts';
import type { ScenarioResult } from '../../verdict/report.ts';
import type { Levels } from '../exact/levels.ts';
import { duration } from '../words.ts';
import type { Diagnosis } from './diagnosis.ts';

/** How old what was read was, at least; null for an age that has no bound. */
export function stalenessTold(found: readonly Diagnosis[]): ScenarioResult['staleness'] {
  const most = (of: (one: Diagnosis) => number): number => found.reduce((n, one) => Math.max(n, of(one)), 0);
  const sum = (of: (one: Diagnosis) => number): number => found.reduce((n, one) => n + of(one), 0);
  const deltaMs = most(({ staleness }) => staleness.maxDeltaNs) / 1e6;
  const behind = most(({ staleness }) => staleness.maxK);
  return {
    reads: sum(({ staleness }) => staleness.reads),
    staleReads: sum(({ staleness }) => staleness.stale.length),
    maxBehind: Number.isSafeInteger(behind) ? behind : null,
    deltaMs: Number.isFinite(deltaMs) ? deltaMs : null,
  };
}

/** The names of the levels that every counter keeps; `eventual` where no count is wrong. */
export function consistencyOf(
  found: readonly Diagnosis[],
  { verdict, findings }: Pick<ScenarioResult, 'verdict' | 'findings'>,
): readonly string[] {
  if (found.length === 0 || findings.some(({ code }) => code === 'CP308' || code === 'CP314')) return [];
  const counts = new Set(['CP101', 'CP104', 'CP105', 'CP114', 'CP118', 'CP119']);
  const eventual = verdict === 'pass' || !findings.some(({ code }) => counts.has(code));
  return [...levelNames(found.map(({ levels }) => levels)), ...(eventual ? ['eventual'] : [])];
}

/** The names of the levels that all of some histories keep; `eventual` is not among them. */
export function levelNames(levels: readonly Levels[]): readonly string[] {
  const named = (holds: (one: Levels) => boolean, ...names: readonly string[]): readonly string[] =>
    levels.every(holds) ? names : [];
  return [
    ...named(({ linearizable }) => linearizable, 'latest', 'linearizable'),
    ...named(({ sequential }) => sequential, 'sequential'),
    ...named(({ session }) => session, 'session'),
    ...named(({ ryw }) => ryw, 'read-your-writes'),
    ...named(({ mr }) => mr, 'monotonic-reads'),
    ...named(({ bounds }) => bounds, 'bounds'),
    ...named(({ convergent }) => convergent === true, 'convergent'),
  ];
}

/** What a verdict on the history of another tool rests on. */
export const assumptionsOf = ({ initial, clock, limit }: HistoryHeader): readonly string[] => [
  'The history holds every write to the number.',
  'A refused write did not count.',
  clock.errorNs === 0
    ? 'All times are of one clock.'
    : `No clock was more than ${duration(clock.errorNs / 1e6)} from true time.`,
  initial === null
    ? 'The number before the first write is not known; whatever it was, this holds.'
    : `The number before the first write is ${initial}.`,
  ...(limit === null ? [] : [`The limit is ${limit}.`]),
];
