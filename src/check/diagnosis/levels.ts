import type { AgeQuantile, ScenarioResult } from '../../verdict/report.ts';
import type { Levels } from '../exact/levels/levels.ts';
import { ageQuantiles, type Staleness } from '../exact/staleness.ts';
import type { Diagnosis } from './diagnosis.ts';

/** How old what was read was, at least; null for an age that has no bound. */
export function stalenessTold(found: readonly Diagnosis[]): ScenarioResult['staleness'] {
  const all = found.map(({ staleness }) => staleness);
  const sum = (of: (one: Staleness) => number): number => all.reduce((n, one) => n + of(one), 0);
  const most = all.reduce((n, one) => Math.max(n, one.maxDeltaNs), 0);
  const behind = all.reduce((n, one) => Math.max(n, one.maxK), 0);
  const staleReads = sum(({ stale }) => stale.rows.length);
  return {
    ...{ reads: sum(({ reads }) => reads), staleReads, maxBehind: whole(behind), deltaMs: toMs(most) },
    ...(staleReads === 0 ? {} : { quantiles: quantilesTold(all) }),
  };
}

const SHARES = [0.5, 0.95, 0.99];

function quantilesTold(all: readonly Staleness[]): readonly AgeQuantile[] {
  const ageOf = ageQuantiles(all);
  return SHARES.map((share) => {
    const { deltaNs, k } = ageOf(share);
    return { share, deltaMs: toMs(deltaNs), behind: whole(k) };
  });
}

const toMs = (ns: number): number | null => (Number.isFinite(ns) ? ns / 1e6 : null);
const whole = (n: number): number | null => (Number.isSafeInteger(n) ? n : null);

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
