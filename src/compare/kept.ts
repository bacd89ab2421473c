import { parseDecimal, subtract, wholeSteps } from '../history/decimal.ts';
import { isRun } from '../history/history.ts';
import type { Cell, KeptAfterKill, KeptWrites, RetriedWrites } from '../verdict/comparison.ts';
import type { PhaseResult, Range } from '../verdict/report.ts';
import { type Measured, notTested, type RateOf, rateWords, stepOf, told, untold } from './measured.ts';
import { WRITES } from './measurements.ts';

/** Exit code of a kill command for what nothing can kill. */
export const NOTHING_TO_KILL = 4;

export const NO_WAY_TO_KILL = notTested('it has no way to have its process killed (POST /crash)');

/** Of writes that were acknowledged, how many were kept in a round. */
export function keptCell(measured: Measured, rateOf: RateOf): Cell<KeptWrites> {
  const why = untold(measured);
  if (why !== null) return why;
  const { phases, rounds, confidence, findings } = measured.result;
  const wrong = rounds.wrong;
  const found: KeptWrites = {
    writes: WRITES,
    acknowledged: spanOf(phases.map(({ writes }) => same(writes.acknowledged))),
    rejected: spanOf(phases.map(({ writes }) => same(writes.rejected))),
    kept: spanOf(phases.map(keptIn)),
    ...{ rounds: rounds.run, wrong, wrongRoundRate: confidence.wrongRoundRate },
    codes: [...new Set(findings.map(({ code }) => code))],
    silent: findings.some(({ silent }) => silent),
  };
  return told(found, rateWords(wrong, rounds.run, ['round', 'wrong'], rateOf));
}

const same = (n: number): Range => ({ min: n, max: n });

function keptIn({ writes, lost, duplicated }: PhaseResult): Range {
  const { min, max } = lost;
  const more = duplicated.max ?? 0;
  return {
    min: max === null ? null : writes.acknowledged - max,
    max: min === null ? null : writes.acknowledged - min + more,
  };
}

function spanOf(ranges: readonly Range[]): Range {
  const [least, most] = [ranges.map(({ min }) => min), ranges.map(({ max }) => max)];
  return {
    min: least.length === 0 || least.includes(null) ? null : Math.min(...(least as number[])),
    max: most.length === 0 || most.includes(null) ? null : Math.max(...(most as number[])),
  };
}

/** How often writes counted whose reply was lost and which were sent again. */
export function retryCell(measured: Measured, rateOf: RateOf): Cell<RetriedWrites> {
  const why = untold(measured);
  if (why !== null) return why;
  const [phase] = measured.result.phases;
  const keys = phase?.intents ?? 0;
  const applied = phase === undefined ? null : rose(phase, stepOf(measured));
  if (applied === null || keys === 0) return notTested('no number was read');
  if (applied < keys)
    return told({ counted: 'lost', keys, applied }, `${keys - applied} of ${keys} keys never counted`);
  const twice = Math.min(keys, applied - keys);
  const counted = twice === 0 ? 'once' : twice === keys ? 'twice' : 'some twice';
  return told({ counted, keys, applied }, rateWords(twice, keys, ['key', 'counted twice'], rateOf));
}

/** Whole steps; null where it was not read, or moved by no whole number of them. */
function rose({ before, after }: Pick<PhaseResult, 'before' | 'after'>, step: string): number | null {
  const [from, to, one] = [before, after, step].map((text) => (text === null ? null : parseDecimal(text)));
  if (!from || !to || !one) return null;
  const steps = wholeSteps(subtract(to, from), one);
  return steps === null ? null : Number(steps);
}

/** What was kept of acknowledged writes when the process that had them was killed, over all rounds. */
export function killCell(measured: Measured, rateOf: RateOf): Cell<KeptAfterKill> {
  const { result, history } = measured;
  if (isUnkillable(measured)) return NO_WAY_TO_KILL;
  const why = untold(measured);
  if (why !== null) return why;
  const rounds = [...new Set(result.phases.map(({ round }) => round))];
  const kills = rounds.map((round) =>
    killed(
      result.phases.filter((phase) => phase.round === round),
      stepOf(measured),
    ),
  );
  const known = kills.filter((kill) => typeof kill !== 'string');
  const unknown = kills.find((kill) => typeof kill === 'string');
  if (unknown !== undefined) return notTested(unknown);
  if (known.length === 0 || !history.marks.some(isRun)) return notTested('nothing was killed');
  const acknowledged = sum(known.map((kill) => kill.acknowledged));
  const kept = sum(known.map((kill) => kill.kept));
  const lossy = known.filter((kill) => kill.kept < kill.acknowledged).length;
  return told(
    { acknowledged, kept: same(kept), kills: known.length },
    rateWords(lossy, known.length, ['kill', 'lost what was acknowledged'], rateOf),
  );
}

/** The one who was asked to kill it knows no way. */
export const isUnkillable = ({ history }: Measured): boolean =>
  history.marks.some((mark) => isRun(mark) && mark.exitCode === NOTHING_TO_KILL);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** One round of it; a text says why it tells nothing. */
function killed(
  [written, after]: readonly PhaseResult[],
  step: string,
): { readonly acknowledged: number; readonly kept: number } | string {
  const { acknowledged, unknown } = written?.writes ?? { acknowledged: 0, unknown: 0 };
  if (unknown > 0) return `of ${unknown} writes before the kill it is not known whether they counted`;
  const stood = written ? rose(written, step) : null;
  const kept = written && after ? rose({ before: written.before, after: after.after }, step) : null;
  if (stood === null || kept === null) return 'no number was read after the kill';
  if (stood < acknowledged) return `${acknowledged - stood} of ${acknowledged} were missing before the kill`;
  return { acknowledged, kept };
}
