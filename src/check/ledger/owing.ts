import { type Decimal, parseDecimal, subtract, wholeSteps } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import type { RoundWay } from './ledger.ts';
import type { Link } from './span.ts';
import { tallyOf } from './tally.ts';

/**
 * For each link of a counter, how many acknowledged writes of rounds before it may come out in it: what was sent since the
 * first number that is known, less what the number has risen by, and less the unknown writes that its own legs reckon
 * with. Nobody saw more of them land, so nobody can say that they had by then.
 */
export function owingAhead({ initial }: HistoryHeader, links: readonly Link[]): readonly number[] {
  const told = initial === null ? null : parseDecimal(initial);
  let [left, last]: [bigint, Decimal | null] = [0n, told];
  return links.map(({ entry, isNew }, i) => {
    if (isNew && i > 0) [left, last] = [0n, null];
    const { base, whole, measure } = entry;
    const begins = base.kind === 'number' ? base.value : null;
    const riseTo = (value: Decimal | null): bigint =>
      value === null || last === null ? 0n : (wholeSteps(subtract(value, last), measure.step) ?? 0n);
    left -= riseTo(begins);
    const ahead = left - BigInt(openIn(entry));
    last = begins ?? last;
    left += BigInt(sentIn(entry)) - riseTo(whole?.after.value ?? null);
    last = whole?.after.value ?? last;
    return ahead > 0n ? Number(ahead) : 0;
  });
}

/** Writes that may have counted, each intent once. */
function sentIn({ round, measure }: RoundWay): number {
  const { acknowledged, unknown } = tallyOf(round.phases, measure.counted);
  return acknowledged + unknown;
}

/** Unknown writes of earlier rounds that the legs of a round take to be possible in it. */
function openIn({ legs: [first], measure }: RoundWay): number {
  return first === undefined ? 0 : Math.max(0, first.unknown - tallyOf(first.phases, measure.counted).unknown);
}
