import { type Decimal, parseDecimal } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';

/** What a limit is of. */
export type Per = { readonly kind: 'round' | 'phase' | 'identity' } | { readonly kind: 'window'; readonly ns: number };

const WINDOW = /^(\d+(?:\.\d+)?)ms$/;

/** null for what is none of them. */
export function perOf({ limitPer }: Pick<HistoryHeader, 'limitPer'>): Per | null {
  if (limitPer === null) return { kind: 'round' };
  if (limitPer === 'round' || limitPer === 'phase' || limitPer === 'identity') return { kind: limitPer };
  const ms = Number(WINDOW.exec(limitPer)?.[1] ?? Number.NaN);
  return ms > 0 ? { kind: 'window', ns: ms * 1e6 } : null;
}

/** The whole part of a limit; null where there is none, or it is below 0. */
export function wholeLimit({ limit }: Pick<HistoryHeader, 'limit'>): bigint | null {
  const decimal = parseDecimal(limit ?? '');
  return decimal === null || decimal.unscaled < 0n ? null : floor(decimal);
}

const floor = ({ unscaled, scale }: Decimal): bigint => unscaled / 10n ** BigInt(scale);
