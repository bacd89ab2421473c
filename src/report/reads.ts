import type { ScenarioResult } from '../verdict/report.ts';
import { duration } from './quantity.ts';

/** How old what was read was, where any of it was old. */
export function stalenessLines({ staleness }: ScenarioResult): readonly string[] {
  const { reads, staleReads, maxBehind, deltaMs } = staleness;
  if (staleReads === null || staleReads === 0) return [];
  const behind = maxBehind === null ? [] : [`at most ${maxBehind} ${maxBehind === 1 ? 'write' : 'writes'} behind`];
  const old = deltaMs === null ? [] : [`at most ${duration(deltaMs)} old`];
  const how = [...behind, ...old].join(', ');
  return [
    `${staleReads} of ${reads} ${reads === 1 ? 'read' : 'reads'} showed an old value${how === '' ? '' : `: ${how}`}.`,
  ];
}
