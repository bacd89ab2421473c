import { parseDecimal, subtract, wholeSteps } from '../history/decimal.ts';
import { isRun } from '../history/history.ts';
import type { Cell, KeptAfterKill, KeptWrites, RetriedWrites } from '../verdict/comparison.ts';
import type { PhaseResult, Range } from '../verdict/report.ts';
import { type Measured, notTested, type RateOf, rateWords, stepOf, told, untold } from './measured.ts';
import { WRITES } from './measurements.ts';

/** Exit code of a kill command for what nothing can kill. */
export const NOTHING_TO_KILL = 4;

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
  return told(found, rateWords(wrong, rounds.run, 'rounds wrong', rateOf));
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
  return told({ counted, keys, applied }, rateWords(twice, keys, 'keys counted twice', rateOf));
}

/** Whole steps; null where it was not read, or moved by no whole number of them. */
function rose({ before, after }: Pick<PhaseResult, 'before' | 'after'>, step: string): number | null {
  const [from, to, one] = [before, after, step].map((text) => (text === null ? null : parseDecimal(text)));
  if (!from || !to || !one) return null;
  const steps = wholeSteps(subtract(to, from), one);
  return steps === null ? null : Number(steps);
}

/** What was kept of acknowledged writes when the process that had them was killed. */
export function killCell(measured: Measured): Cell<KeptAfterKill> {
  const { result, history } = measured;
  const run = history.marks.find(isRun);
  if (run?.exitCode === NOTHING_TO_KILL) return notTested('it has no way to have its process killed (POST /crash)');
  const why = untold(measured);
  if (why !== null) return why;
  const [written, killed] = result.phases;
  const acknowledged = written?.writes.acknowledged ?? 0;
  const step = stepOf(measured);
  const after = written && killed ? rose({ ...killed, before: written.before }, step) : null;
  const before = written ? rose(written, step) : null;
  if (run === undefined || after === null || before === null) return notTested('no number was read after the kill');
  if (before < acknowledged)
    return notTested(`${acknowledged - before} of ${acknowledged} were missing before the kill`);
  const lost = acknowledged - after;
  const bound = lost > 0 ? `${lost} of ${acknowledged} lost by one kill` : `one kill, ${acknowledged} writes`;
  return told({ acknowledged, kept: same(after) }, bound);
}
