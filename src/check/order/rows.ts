import type { Operation } from '../../history/operation.ts';
import { type Columns, INCREMENT, RETURNED } from '../exact/columns.ts';
import { columnsOf, commonStep } from '../exact/operations.ts';
import { intentsOf, sentAttempts } from '../ledger/intents.ts';
import { once } from '../once.ts';
import type { SeenNumber } from './numbers.ts';

/** The operations of one number as rows. */
export interface Rows {
  /** The number ahead of the first write; null where nobody knows, and then what writes returned is not looked at. */
  readonly start: string | null;
  /** Each write with what its answer held, as if that were the number after it. */
  readonly returned: Columns;
  /** The same rows where no write tells anything. */
  readonly plain: Columns;
}

/** null: its writes move it by different amounts. */
export const rowsOf = once(({ initial, step, operations, rounds: [first] }: SeenNumber): Rows | null => {
  const common = commonStep(operations, step);
  if (common === null) return null;
  const start = initial ?? operations.find((one) => one.round === first && isBase(one))?.value ?? null;
  const meaning = { initial: start, step: common, limit: null, returns: start !== null };
  const returned = fromFirstAttempts(columnsOf(operations, meaning), operations);
  return { start, returned, plain: untold(returned) };
});

/** An attempt may be acknowledged for what an earlier one at the same did: it took effect then, or later. */
function fromFirstAttempts(columns: Columns, operations: readonly Operation[]): Columns {
  const starts = new Map<Operation, number>();
  for (const intent of intentsOf(operations.filter(({ intent }) => intent !== undefined))) {
    const sent = sentAttempts(intent);
    const first = sent.reduce((least, { invoke }) => Math.min(least, invoke), Number.POSITIVE_INFINITY);
    for (const one of sent) starts.set(one, first);
  }
  if (starts.size === 0) return columns;
  const startOf = (row: number): number | undefined =>
    starts.get(operations[columns.index[row] as number] as Operation);
  return { ...columns, start: columns.start.map((time, row) => startOf(row) ?? time) };
}

const isBase = ({ role, outcome, value }: Operation): boolean =>
  role === 'before' && outcome === 'ok' && value !== null;

function untold(columns: Columns): Columns {
  if (!columns.kind.includes(RETURNED)) return columns;
  const { low, high } = columns;
  const isReturned = (row: number): boolean => columns.kind[row] === RETURNED;
  return {
    ...columns,
    kind: columns.kind.map((kind) => (kind === RETURNED ? INCREMENT : kind)),
    low: low.map((value, row) => (isReturned(row) ? 0 : value)),
    high: high.map((value, row) => (isReturned(row) ? Number.POSITIVE_INFINITY : value)),
  };
}

/** The same rows, where some of the writes may have taken effect or not; the very same where there is none of them. */
export function softened(
  columns: Columns,
  operations: readonly Operation[],
  isDoubtful: ((write: Operation) => boolean) | null,
): Columns {
  if (isDoubtful === null) return columns;
  const { index } = columns;
  const certain = columns.certain.map((one, row) =>
    isDoubtful(operations[index[row] as number] as Operation) ? 0 : one,
  );
  if (certain.every((one, row) => one === columns.certain[row])) return columns;
  const end = columns.end.map((time, row) => (certain[row] === 0 ? Number.POSITIVE_INFINITY : time));
  return { ...columns, certain, end };
}
