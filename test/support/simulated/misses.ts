import type { Alarm } from './alarms.ts';
import { judged } from './alarms.ts';
import { contradictionIn } from './contradiction.ts';
import { executionOf } from './execution.ts';
import { shown } from './shown.ts';
import { spoilt } from './spoilt.ts';

/** What became of the runs of some seeds against services that are wrong. */
export interface Hunt {
  /** Runs of which the records contradict themselves, and of these those that failed. */
  readonly contradicted: number;
  readonly failed: number;
  /** A few that contradict themselves and passed. */
  readonly misses: readonly Alarm[];
  /** A few right ones that are said to contradict themselves: the definition is wrong. */
  readonly mistaken: readonly Alarm[];
}

export function missesAmong(from: number, seeds: number, most = 3): Hunt {
  const [misses, mistaken]: [Alarm[], Alarm[]] = [[], []];
  let [contradicted, failed] = [0, 0];
  for (let seed = from; seed < from + seeds && misses.length + mistaken.length < most; seed++) {
    const right = executionOf(seed);
    const untrue = contradictionIn(right);
    if (untrue !== null) mistaken.push({ seed, codes: [], told: `${untrue}\n${shown(right, { findings: [] })}` });
    const wrong = executionOf(seed, spoilt(seed));
    const why = contradictionIn(wrong);
    if (why === null) continue;
    const result = judged(wrong);
    contradicted += 1;
    if (result.verdict === 'fail') failed += 1;
    if (result.verdict === 'pass') misses.push({ seed, codes: [], told: `${why}\n${shown(wrong, result)}` });
  }
  return { contradicted, failed, misses, mistaken };
}
