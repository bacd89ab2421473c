import type { Range } from '../../verdict/report.ts';
import { judgedLegs } from './facts.ts';
import type { RoundReading } from './ledger.ts';
import type { Leg } from './leg.ts';

/** What remains of a leg's bounds once the sum over the round is taken into account; null: cannot be known. */
export interface Net {
  readonly lost: Range;
  readonly duplicated: Range;
  /** The part of the surplus that refused writes can account for. */
  readonly refused: Range;
}

const UNKNOWN: Net = {
  lost: { min: null, max: null },
  duplicated: { min: null, max: null },
  refused: { min: null, max: null },
};

/**
 * A write that shows in a later phase than its own is late: it makes a deficit there and a surplus here, and is neither
 * lost nor doubled. So over a round no more is claimed than the sum proves, and what goes beyond it is taken off the
 * phases from the first on. Where a value of the wrong kind stands between, each leg speaks for itself.
 */
export function netOf(legs: readonly Leg[], whole: Leg | null): readonly Net[] {
  if (whole?.balance == null || legs.some((leg) => leg.balance === null)) return legs.map(alone);
  const { deficit, surplus } = whole.balance;
  let lateLoss = Math.max(0, sum(legs, (leg) => leg.balance?.deficit ?? 0) - deficit);
  let lateGain = Math.max(0, sum(legs, (leg) => leg.balance?.surplus ?? 0) - surplus);
  return legs.map((leg) => {
    const own = alone(leg);
    const less = Math.min(lateLoss, leg.balance?.deficit ?? 0);
    const gain = Math.min(lateGain, leg.balance?.surplus ?? 0);
    lateLoss -= less;
    lateGain -= gain;
    return netted(own, less, gain, deficit > 0 || less === 0, surplus > 0 || gain === 0);
  });
}

/** Legs that are judged, each with what remains of its bounds. */
export function netLegs(entry: RoundReading): readonly { readonly leg: Leg; readonly net: Net }[] {
  const legs = judgedLegs(entry);
  const net = netOf(legs, entry.whole);
  return legs.map((leg, i) => ({ leg, net: net[i] ?? UNKNOWN }));
}

const alone = ({ balance }: Leg): Net => balance ?? UNKNOWN;

/** `lossStands`: some loss remains over the round, so that what is late here may as well be lost. */
function netted(
  { lost, duplicated, refused }: Net,
  less: number,
  gain: number,
  lossStands: boolean,
  gainStands: boolean,
): Net {
  const fromRefused = Math.max(0, gain - (duplicated.min ?? 0));
  return {
    lost: { min: minus(lost.min, less), max: lossStands ? lost.max : minus(lost.max, less) },
    duplicated: { min: minus(duplicated.min, gain), max: gainStands ? duplicated.max : minus(duplicated.max, gain) },
    refused: { min: minus(refused.min, fromRefused), max: refused.max },
  };
}

const minus = (value: number | null, less: number): number | null =>
  value === null ? null : Math.max(0, value - less);

const sum = (legs: readonly Leg[], of: (leg: Leg) => number): number => legs.reduce((n, leg) => n + of(leg), 0);
