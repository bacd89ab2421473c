import { z } from 'zod';
import { ProbeError } from '../../errors.ts';
import { printable } from '../../history/printable.ts';
import { judgeAmounts, unitsOf } from './amounts.ts';
import { type Columns, ColumnsBuilder, INCREMENT, READ, REFUSED, RETURNED } from './columns.ts';
import { evidenceOf } from './evidence.ts';
import { type Anomaly, anomaliesOf, gravest } from './labels.ts';
import { type Levels, levelsOf } from './levels.ts';
import { stalenessOf } from './staleness.ts';

const time = z.number();
const operation = z.object({
  type: z.enum(['I', 'T', 'R']),
  value: z.number().nullish(),
  valueHi: z.number().nullish(),
  delta: z.number().positive().nullish(),
  process: z.int(),
  invoke: time,
  complete: time.nullable(),
  outcome: z.enum(['ok', 'fail', 'info', 'rejected']),
});

const corpusHistory = z.object({
  id: z.string(),
  variant: z.enum(['unit', 'bounded', 'delta', 'range']),
  initial: z.number(),
  limit: z.number().nullable(),
  ops: z.array(operation).readonly(),
});

type CorpusOperation = z.infer<typeof operation>;

/** One line of a corpus; labels that it may hold are not looked at. Times are in milliseconds. */
export type CorpusHistory = z.infer<typeof corpusHistory>;

/** The judgement in the corpus's own words. */
export interface CorpusVerdict {
  readonly id: string;
  readonly verdict: 'linearizable' | 'violation' | 'unknown';
  readonly anomaly: Anomaly | 'unreachable-value' | null;
  readonly levels: Omit<Levels, 'linearizable'> | Nothing<Omit<Levels, 'linearizable'>>;
  /** -1 stands for infinite; null for increments of different amounts. */
  readonly staleness: { readonly exact: boolean; readonly maxDeltaMs: number; readonly maxK: number } | null;
}

type Nothing<T> = { readonly [K in keyof T]: null };

/** Reads one line of a corpus, parsed as JSON. Throws a ProbeError (`history`) that names file and line. */
export function parseCorpusHistory(
  value: unknown,
  place: { readonly file: string; readonly line: number },
): CorpusHistory {
  const parsed = corpusHistory.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new ProbeError('history', `${where}: ${printable(issue?.message ?? 'not valid', 200)}`, {
    place: { ...place, column: 1 },
    mend: 'see docs/corpus.md for the format',
  });
}

export function judgeCorpusHistory(history: CorpusHistory): CorpusVerdict {
  const columns = columnsOfCorpus(history);
  return history.variant === 'delta' ? withAmounts(history, columns) : withUnits(history, columns);
}

function withUnits({ id }: CorpusHistory, columns: Columns): CorpusVerdict {
  const evidence = evidenceOf(columns);
  const { linearizable, ...levels } = levelsOf(columns);
  const { exact, maxDeltaNs, maxK } = stalenessOf(columns, evidence);
  return {
    id,
    verdict: linearizable ? 'linearizable' : 'violation',
    anomaly: gravest(anomaliesOf(columns, evidence)),
    levels,
    staleness: { exact, maxDeltaMs: Number.isFinite(maxDeltaNs) ? maxDeltaNs : -1, maxK },
  };
}

const NO_LEVELS = { sequential: null, session: null, ryw: null, mr: null, bounds: null, convergent: null } as const;

function withAmounts(history: CorpusHistory, columns: Columns): CorpusVerdict {
  const { id, ops } = history;
  const amounts = Float64Array.from(columns.index, (at) => ops[at]?.delta ?? 1);
  const { verdict } = judgeAmounts(columns, amounts);
  return {
    id,
    verdict,
    anomaly: verdict === 'violation' ? nameOf(unitsOf(columns, amounts)) : null,
    levels: NO_LEVELS,
    staleness: null,
  };
}

/** Called by what is wrong with the same history in single units, where that is wrong already. */
function nameOf(units: Columns | null): CorpusVerdict['anomaly'] {
  return (units && gravest(anomaliesOf(units, evidenceOf(units)))) ?? 'unreachable-value';
}

function columnsOfCorpus({ initial, limit, ops }: CorpusHistory): Columns {
  const builder = new ColumnsBuilder(ops.length);
  const most = limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - initial);
  ops.forEach((op, index) => {
    const seen = observed(op, initial, most);
    if (seen === null) return;
    const certain = op.outcome === 'ok' || seen.kind === REFUSED;
    const end = op.complete ?? Number.POSITIVE_INFINITY;
    const { kind, low, high } = seen;
    builder.add({ kind, low, high, certain, start: op.invoke, end, process: op.process, index });
  });
  return builder.end(most);
}

interface Observed {
  readonly kind: number;
  readonly low: number;
  readonly high: number;
}

function observed(
  { type, value, valueHi, delta, outcome }: CorpusOperation,
  initial: number,
  limit: number,
): Observed | null {
  const infinite = Number.POSITIVE_INFINITY;
  if (outcome === 'fail') return null;
  if (outcome === 'rejected') return limit === infinite ? null : { kind: REFUSED, low: limit, high: infinite };
  const shown = outcome === 'ok' && value !== null && value !== undefined;
  if (type === 'R') {
    return shown ? { kind: READ, low: whole(value - initial), high: whole((valueHi ?? value) - initial) } : null;
  }
  if (type === 'I' || !shown) return { kind: INCREMENT, low: 0, high: infinite };
  const low = whole(value - initial);
  return { kind: RETURNED, low, high: low - (delta ?? 1) };
}

const whole = (value: number): number => (Number.isInteger(value) ? value : Number.NaN);
