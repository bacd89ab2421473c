import type { RoundReading } from './ledger.ts';
import type { Net } from './net.ts';

/**
 * Takes off what earlier rounds may have left to come out in these: `owing` acknowledged writes that no number at rest was
 * seen after. Where nothing too much is left by that, the amounts of the round are in doubt.
 */
export function lessOwed(entries: readonly RoundReading[], owing: number): readonly RoundReading[] {
  if (owing === 0) return entries;
  const [ofLegs, ofWholes] = [new Owing(owing), new Owing(owing)];
  return entries.map((entry) => {
    const { doubt, legs, nets, wholeNet, whole } = entry;
    if (doubt !== null) return { ...entry, isOwed: true };
    const left = { ...entry, isOwed: true, nets: nets.map(ofLegs.less), wholeNet: ofWholes.less(wholeNet) };
    const early = legs.find((_, i) => isTooMuch(nets[i])) ?? (isTooMuch(wholeNet) ? whole : null);
    return early === null || isAnyTooMuch(left) ? left : { ...left, doubt: { kind: 'owed', leg: early } as const };
  });
}

/** Writes that may come out in any of some legs, each in one of them: in the first that has too many. */
class Owing {
  #left: number;

  constructor(owing: number) {
    this.#left = owing;
  }

  readonly less = (net: Net): Net => {
    const { duplicated, refused } = net;
    if (!isTooMuch(net)) return net;
    const twice = Math.min(this.#left, duplicated.min ?? 0);
    const fromRefused = Math.min(this.#left - twice, refused.min ?? 0);
    this.#left -= twice + fromRefused;
    return {
      ...net,
      duplicated: { ...duplicated, min: (duplicated.min ?? 0) - twice },
      refused: { ...refused, min: (refused.min ?? 0) - fromRefused },
    };
  };
}

const isTooMuch = (net: Net | undefined): boolean => (net?.duplicated.min ?? 0) + (net?.refused.min ?? 0) > 0;

const isAnyTooMuch = ({ nets, wholeNet }: RoundReading): boolean => [...nets, wholeNet].some(isTooMuch);
