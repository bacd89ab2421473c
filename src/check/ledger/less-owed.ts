import type { RoundReading } from './ledger.ts';
import { gainOf, lessGain, type Net } from './net.ts';

/**
 * Takes off what earlier rounds may have left to come out in these: `owing` acknowledged writes that no number at rest has
 * shown. Where nothing too much is left by that, the amounts of the round are in doubt.
 */
export function lessOwed(entries: readonly RoundReading[], owing: number): readonly RoundReading[] {
  if (owing === 0) return entries;
  const [ofLegs, ofWholes] = [takenFrom(owing), takenFrom(owing)];
  return entries.map((entry) => {
    const { doubt, legs, nets, wholeNet, whole } = entry;
    if (doubt !== null) return { ...entry, isOwed: true };
    const left = { ...entry, isOwed: true, nets: nets.map(ofLegs), wholeNet: ofWholes(wholeNet) };
    const leg = legs.find((_, i) => gainOf(nets[i] as Net) > 0) ?? (gainOf(wholeNet) > 0 ? whole : null);
    return leg === null || hasGain(left) ? left : { ...left, doubt: { kind: 'owed', leg } as const };
  });
}

/** Takes off what may come out in any of some legs, each in one of them: in the first that has too many. */
function takenFrom(owing: number): (net: Net) => Net {
  let left = owing;
  return (net) => {
    const less = Math.min(left, gainOf(net));
    left -= less;
    return lessGain(net, less);
  };
}

/** Whether some leg of a round has too many. */
export const hasGain = ({ nets, wholeNet }: Pick<RoundReading, 'nets' | 'wholeNet'>): boolean =>
  [...nets, wholeNet].some((net) => gainOf(net) > 0);
