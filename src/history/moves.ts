import { compare, parseDecimal } from './decimal.ts';
import type { History } from './history.ts';

/** Whether some increment says of itself that it moves the number by another amount than the header's step. */
export function movesOtherwise({ header, operations }: Pick<History, 'header' | 'operations'>): boolean {
  const step = parseDecimal(header.step);
  const others = new Map<string, boolean>();
  const isOther = (amount: string): boolean => {
    const parsed = parseDecimal(amount);
    return step === null || parsed === null || compare(parsed, step) !== 0;
  };
  return operations.some(({ f, counts, amount }) => {
    if (amount === undefined || f !== 'increment' || counts === 'notSent') return false;
    const known = others.get(amount) ?? isOther(amount);
    others.set(amount, known);
    return known;
  });
}
