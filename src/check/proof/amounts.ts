import type { History } from '../../history/history.ts';
import type { Counter } from '../exact/operations.ts';
import type { Proof } from './certificate.ts';
import { contradictionsIn } from './contradictions.ts';
import { rowsOf } from './rows.ts';
import { unorderedIn } from './unordered.ts';

/** Beyond so many operations every pair of them is too many. */
const MOST = 600;

/**
 * The contradiction that proves a violation where increments are of different amounts, looked for pair by pair, and then
 * among the orders of a few; null where there is none, the amounts are not above 0, the start is not known, or there are too many operations.
 */
export function proofOfAmounts(history: Pick<History, 'header' | 'operations'>, counter: Counter): Proof | null {
  for (const proof of proofsOfAmounts(history, counter)) return proof;
  return null;
}

/** Every such contradiction: the first may show another fault than the one asked about. */
export function* proofsOfAmounts(history: Pick<History, 'header' | 'operations'>, counter: Counter): Generator<Proof> {
  const rows = rowsOf(history, counter, MOST);
  if (rows === null) return;
  let found = false;
  for (const witness of contradictionsIn(rows)) {
    found = true;
    yield { ...counter, witness };
  }
  const unordered = found ? null : unorderedIn(rows);
  if (unordered !== null) yield { ...counter, witness: unordered };
}
