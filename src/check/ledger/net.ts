import type { Range } from '../../verdict/report.ts';
import type { Balance } from './balance.ts';
import type { Leg } from './leg.ts';

/** What remains of a leg's bounds once the sum over more of them is taken into account; null: cannot be known. */
export interface Net {
  readonly lost: Range;
  readonly duplicated: Range;
  /** The part of the surplus that refused writes can account for. */
  readonly refused: Range;
}

export const UNKNOWN: Net = {
  lost: { min: null, max: null },
  duplicated: { min: null, max: null },
  refused: { min: null, max: null },
};

/** What a leg says by itself. */
export const alone = ({ balance }: Leg): Net => balance ?? UNKNOWN;

/**
 * A write that shows later than in its own leg is late: it makes a deficit there and a surplus here, and is neither lost
 * nor doubled. So over a row of legs no more is claimed than their sum proves, and what goes beyond it is taken off
 * from the first on. Where a value of the wrong kind stands between, each leg speaks for itself.
 */
export function netOver(nets: readonly Net[], sum: Pick<Balance, 'deficit' | 'surplus'> | null): readonly Net[] {
  if (sum === null || nets.some(({ lost }) => lost.min === null)) return nets;
  const { deficit, surplus } = sum;
  let lateLoss = Math.max(0, total(nets, lossOf) - deficit);
  let lateGain = Math.max(0, total(nets, gainOf) - surplus);
  return nets.map((net) => {
    const less = Math.min(lateLoss, lossOf(net));
    const gain = Math.min(lateGain, gainOf(net));
    lateLoss -= less;
    lateGain -= gain;
    return netted(net, less, gain, deficit > 0 || less === 0, surplus > 0 || gain === 0);
  });
}

const lossOf = ({ lost }: Net): number => lost.min ?? 0;
/** Steps too many at least, whoever made them. */
export const gainOf = ({ duplicated, refused }: Pick<Net, 'duplicated' | 'refused'>): number =>
  (duplicated.min ?? 0) + (refused.min ?? 0);

/** Less so many of the steps that are too many: first of those that came twice. */
export function lessGain(net: Net, less: number): Net {
  const twice = Math.min(less, net.duplicated.min ?? 0);
  const fromRefused = Math.min(less - twice, net.refused.min ?? 0);
  if (twice + fromRefused === 0) return net;
  return {
    ...net,
    duplicated: { ...net.duplicated, min: (net.duplicated.min ?? 0) - twice },
    refused: { ...net.refused, min: (net.refused.min ?? 0) - fromRefused },
  };
}

/** `lossStands`: some loss remains over all, so that what is late here may as well be lost. */
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

const total = (nets: readonly Net[], of: (net: Net) => number): number => nets.reduce((n, net) => n + of(net), 0);
