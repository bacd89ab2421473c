import { z } from 'zod';
import { ProbeError } from '../../errors.ts';
import { type Decimal, parseDecimal } from '../../history/decimal.ts';
import { printable } from '../../history/printable.ts';
import { judgeAmounts, unitsOf } from './amounts/amounts.ts';
import { nameFromAnyStart, stalenessFromAnyStart } from './any-start.ts';
import { type Columns, ColumnsBuilder, INCREMENT, READ, REFUSED, RETURNED } from './columns.ts';
import { evidenceOf } from './evidence.ts';
import { type Anomaly, anomaliesOf, gravest } from './labels.ts';
import { levelsFromAnyStart } from './levels/any-start.ts';
import { type Levels, levelsOf } from './levels/levels.ts';
import { stalenessOf } from './staleness.ts';
import { type Steps, stepsFrom } from './steps.ts';

/** A double, or an integer that a double may not hold. */
const amount = z.union([z.number(), z.bigint()]);
const operation = z
  .object({
    type: z.enum(['I', 'T', 'R']),
    value: amount.nullish(),
    valueHi: amount.nullish(),
    delta: amount.refine((by) => by > 0, { error: 'must be above 0' }).nullish(),
    process: z.int(),
    invoke: z.number(),
    complete: z.number().nullable(),
    outcome: z.enum(['ok', 'fail', 'info', 'rejected']),
  })
  .refine(({ value, valueHi }) => value == null || valueHi == null || value <= valueHi, {
    error: 'valueHi is below value',
  })
  .refine(({ invoke, complete }) => complete === null || complete >= invoke, { error: 'complete is before invoke' });

const corpusHistory = z.object({
  id: z.string(),
  variant: z.enum(['unit', 'bounded', 'delta', 'range']),
  /** null: nobody knows it. */
  initial: amount.nullable(),
  limit: amount.nullable(),
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
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  throw new ProbeError('history', `${where}${printable(issue?.message ?? 'not valid', 200)}`, {
    place: { ...place, column: 1 },
    mend: 'see docs/corpus.md for the format',
  });
}

/** Amounts count whatever the variant is called. */
export function judgeCorpusHistory(history: CorpusHistory): CorpusVerdict {
  const isMixed = history.variant === 'delta' || history.ops.some(({ delta }) => delta != null && delta !== 1);
  return isMixed ? withAmounts(history) : withUnits(history);
}

function withUnits(history: CorpusHistory): CorpusVerdict {
  const given = columnsOfCorpus(history, { places: 0, amountOf: () => 1 });
  const startKnown = history.initial !== null;
  const { linearizable, ...levels } = startKnown ? levelsOf(given) : levelsFromAnyStart(given);
  const { id } = history;
  if (linearizable)
    return { id, verdict: 'linearizable', anomaly: null, levels, staleness: { exact: true, maxDeltaMs: 0, maxK: 0 } };
  const { exact, maxDeltaNs, maxK } = startKnown ? stalenessOf(given, evidenceOf(given)) : stalenessFromAnyStart(given);
  const staleness = { exact, maxDeltaMs: Number.isFinite(maxDeltaNs) ? maxDeltaNs : -1, maxK };
  const anomaly = startKnown ? gravest(anomaliesOf(given, evidenceOf(given))) : nameFromAnyStart(given);
  return { id, verdict: 'violation', anomaly, levels, staleness };
}

const NO_LEVELS = { sequential: null, session: null, ryw: null, mr: null, bounds: null, convergent: null } as const;

function withAmounts(history: CorpusHistory): CorpusVerdict {
  const { verdict, anomaly } = judgeMixed(history);
  return { id: history.id, verdict, anomaly, levels: NO_LEVELS, staleness: null };
}

/** Beyond it, sums of amounts are not exact. */
const LARGEST = 2 ** 40;

function judgeMixed(history: CorpusHistory): Pick<CorpusVerdict, 'verdict' | 'anomaly'> {
  const { initial, ops } = history;
  const deltas = ops.map(({ type, delta }) => decimalOf(type === 'R' ? 1 : (delta ?? 1)));
  const places = deltas.reduce((most, { scale }) => Math.max(most, scale), 0);
  const sizes = deltas.map(({ unscaled, scale }) => Number(unscaled * 10n ** BigInt(places - scale)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (initial === null || !(total <= LARGEST)) return { verdict: 'unknown', anomaly: null };
  const given = columnsOfCorpus(history, { places, amountOf: (at) => sizes[at] as number });
  const amounts = Float64Array.from(given.index, (at) => sizes[at] as number);
  // A limit that all of them together stay below refuses nobody.
  const columns =
    total <= given.limit && !given.kind.includes(REFUSED) ? { ...given, limit: Number.POSITIVE_INFINITY } : given;
  const { verdict } = judgeAmounts(columns, amounts);
  return { verdict, anomaly: verdict === 'violation' ? nameOf(unitsOf(columns, amounts)) : null };
}

/** Called by what is wrong with the same history in single units, where that is wrong already. */
function nameOf(units: Columns | null): CorpusVerdict['anomaly'] {
  return (units && gravest(anomaliesOf(units, evidenceOf(units)))) ?? 'unreachable-value';
}

/** How values are counted: in units of so many decimal places, and by how many an increment moves them. */
interface Units {
  readonly places: number;
  readonly amountOf: (at: number) => number;
}

function columnsOfCorpus({ initial, limit, ops }: CorpusHistory, { places, amountOf }: Units): Columns {
  const builder = new ColumnsBuilder(ops.length);
  const base = initial ?? ops.find(({ outcome, value }) => outcome === 'ok' && value != null)?.value ?? limit ?? 0;
  const steps = stepsFrom(`${base}`, `1e-${places}`);
  const room = limit === null ? Number.POSITIVE_INFINITY : steps.upTo(`${limit}`);
  const most = initial === null ? room : Math.max(0, room);
  ops.forEach((op, index) => {
    const seen = observed(op, steps, most, amountOf(index));
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
  { type, value, valueHi, outcome }: CorpusOperation,
  steps: Steps,
  limit: number,
  amount: number,
): Observed | null {
  const infinite = Number.POSITIVE_INFINITY;
  if (outcome === 'fail') return null;
  if (outcome === 'rejected') return limit === infinite ? null : { kind: REFUSED, low: limit, high: infinite };
  const shown = outcome === 'ok' && value != null ? `${value}` : null;
  if (type === 'R') return shown === null ? null : readOf(shown, valueHi, steps);
  if (type === 'I' || shown === null) return { kind: INCREMENT, low: 0, high: infinite };
  const low = steps.to(shown);
  return { kind: RETURNED, low, high: low - amount };
}

function readOf(value: string, valueHi: number | bigint | null | undefined, steps: Steps): Observed {
  if (valueHi == null || `${valueHi}` === value) {
    const low = steps.to(value);
    return { kind: READ, low, high: low };
  }
  return { kind: READ, low: steps.from(value), high: steps.upTo(`${valueHi}`) };
}

function decimalOf(value: number | bigint): Decimal {
  const decimal = parseDecimal(`${value}`);
  if (decimal === null) throw new Error(`${value} is no decimal`);
  return decimal;
}
