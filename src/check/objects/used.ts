import { parseDecimal } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';

/**
 * How much of a limit was used up ahead of a round, at most: nothing where no number says otherwise; where one was read,
 * what it shows, taken for what is used or, where writes make it fall, for what is left.
 */
export function usedBefore(
  { step }: Pick<HistoryHeader, 'step'>,
  operations: readonly Operation[],
  limit: bigint,
): (round: number) => bigint {
  const falls = step.startsWith('-');
  const byRound = new Map<number, bigint>();
  for (const { f, phaseIndex, outcome, value, round } of operations) {
    if (f !== 'read' || phaseIndex >= 0 || outcome !== 'ok') continue;
    const read = parseDecimal(value ?? '');
    const shown = read === null || read.scale > 0 || read.unscaled < 0n ? limit : read.unscaled;
    const used = shown > limit ? limit : falls ? limit - shown : shown;
    byRound.set(round, used > (byRound.get(round) ?? 0n) ? used : (byRound.get(round) ?? 0n));
  }
  return (round) => byRound.get(round) ?? 0n;
}
