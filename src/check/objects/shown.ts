import { type Decimal, parseDecimal } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';

type Held = Pick<HistoryHeader, 'step' | 'expect' | 'readingInfo'>;

/**
 * How much of a limit a number shows as used, be it more than the limit; null where it is not to move by one for each
 * that is admitted, or shows something else: less than nothing used is no word on this limit.
 */
export function usedShown({ expect, step, readingInfo }: Held, read: Operation, limit: bigint): bigint | null {
  const expected = expect.readings.find(({ reading }) => reading === read.reading);
  const unit = parseDecimal(expected?.step ?? step);
  const shown = parseDecimal(read.value ?? '');
  if (expected?.risesBy !== 'acknowledged' || expected.within !== undefined) return null;
  if (readingInfo?.[read.reading ?? '']?.adds !== undefined || unit === null || !isWhole(shown)) return null;
  const isOne = unit.scale === 0 && (unit.unscaled === 1n || unit.unscaled === -1n);
  const used = unit.unscaled < 0n ? limit - shown.unscaled : shown.unscaled;
  return isOne && used >= 0n ? used : null;
}

const isWhole = (value: Decimal | null): value is Decimal => value !== null && value.scale === 0;
