import type { ScenarioResult } from '../verdict/report.ts';
import { duration } from './quantity.ts';

/** How old what was read was, where any of it was old. */
export function stalenessLines({ staleness }: ScenarioResult): readonly string[] {
  const { reads, staleReads, maxBehind, deltaMs, quantiles = [] } = staleness;
  if (staleReads === null || staleReads === 0) return [];
  const how = ageWords(deltaMs, maxBehind);
  const shares = quantiles.map(({ share, ...age }) => `${Math.round(share * 100)} % were ${oldness(age)}`);
  return [
    `${staleReads} of ${reads} ${reads === 1 ? 'read' : 'reads'} showed an old value${how === '' ? '' : `: ${how}`}.`,
    ...(shares.length === 0 ? [] : [`Of all reads, ${shares.join('; ')}.`]),
  ];
}

const oldness = ({ deltaMs, behind }: { readonly deltaMs: number | null; readonly behind: number | null }): string =>
  deltaMs === 0 && behind === 0 ? 'not old' : ageWords(deltaMs, behind) || 'old without bound';

/** `at most 4 writes behind, at most 120 ms old`; what has no bound is left out. */
function ageWords(deltaMs: number | null, behind: number | null): string {
  const writes = behind === null ? [] : [`at most ${behind} ${behind === 1 ? 'write' : 'writes'} behind`];
  const old = deltaMs === null ? [] : [`at most ${duration(deltaMs)} old`];
  return [...writes, ...old].join(', ');
}
