import { add, formatDecimal, parseDecimal, times } from '../../history/decimal.ts';
import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { Columns } from '../exact/columns.ts';
import { contradictions } from '../exact/contradictions.ts';
import { type Circumstances, judge } from '../exact/judge.ts';
import {
  baseOf,
  type Counter,
  circumstancesOf,
  columnsOf,
  commonStep,
  type Meaning,
  operationsOn,
} from '../exact/operations.ts';
import type { Form, Witness } from '../exact/witness/witness.ts';
import { isMadeUp, rowsOf } from './made-up.ts';
import type { Candidate } from './proof.ts';

/** Operations by their ids. */
export interface WitnessOfIds {
  readonly form: Form | 'behind' | 'unreachable' | 'unordered';
  readonly floors: readonly number[];
  readonly increments: readonly number[];
  readonly ceilings: readonly number[];
}

/** What proves the verdict on one counter: the operations in an order that explains them, or a few that nothing explains. */
export type Proof = Counter &
  ({ readonly initial: string; readonly order: readonly number[] } | { readonly witness: WitnessOfIds });

/** A verdict on a saved history that can be checked without trusting whoever made it; see docs/certificate.md. */
export interface Certificate {
  readonly format: 'counter-probe-certificate';
  readonly version: 1;
  readonly history: { readonly sha256: string };
  readonly verdict: 'linearizable' | 'violation';
  readonly counters: readonly Proof[];
  /** What else is wrong, with its proof; left out where nothing is. */
  readonly findings?: readonly Candidate[];
}

/**
 * The proof for one counter of a history; null when there is none: increments of different amounts, or values too far
 * apart to count where others write too.
 */
export function proofOf(
  { header, operations }: Pick<History, 'header' | 'operations'>,
  counter: Counter,
): Proof | null {
  const own = operationsOn(operations, counter);
  const step = commonStep(own, header.step);
  if (step === null) return null;
  const meaning = { initial: header.initial, step, limit: header.limit, returns: counter.returns };
  const columns = columnsOf(own, meaning);
  const circumstances = circumstancesOf(header, own, columns, counter.others);
  const judgement = judge(columns, circumstances);
  const idOf = (row: number): number => (own[columns.index[row] as number] as Operation).id;
  if (judgement.verdict === 'unknown') return null;
  if (judgement.verdict === 'violation')
    return { ...counter, witness: ofIds(named(judgement.witness, columns, circumstances), idOf) };
  const initial = valueAt(baseOf(own, meaning), meaning, judgement.start);
  return { ...counter, initial, order: Array.from(judgement.order, idOf) };
}

/** Other contradictions on a counter that has one: the smallest may show another fault than the one asked about. */
export function* otherProofsOf(
  { header, operations }: Pick<History, 'header' | 'operations'>,
  counter: Counter,
): Generator<Proof> {
  const own = operationsOn(operations, counter);
  const step = commonStep(own, header.step);
  if (step === null) return;
  const columns = columnsOf(own, { initial: header.initial, step, limit: header.limit, returns: counter.returns });
  const idOf = (row: number): number => (own[columns.index[row] as number] as Operation).id;
  const circumstances = circumstancesOf(header, own, columns, counter.others);
  for (const witness of contradictions(columns, circumstances))
    yield { ...counter, witness: ofIds(named(witness, columns, circumstances), idOf) };
}

/** The certificate of the verdict on all these counters; `sha256` is of every byte of the saved history, in hex. */
export const certificateOf = (
  sha256: string,
  counters: readonly Proof[],
  findings: readonly Candidate[] = [],
): Certificate => ({
  format: 'counter-probe-certificate',
  version: 1,
  history: { sha256 },
  verdict: findings.length > 0 || counters.some((proof) => 'witness' in proof) ? 'violation' : 'linearizable',
  counters,
  ...(findings.length === 0 ? {} : { findings }),
});

type Named = Omit<Witness, 'form'> & Pick<WitnessOfIds, 'form'>;

/** What is missing before one read and there in a later one was not lost: that read is behind. */
function named(witness: Witness, columns: Columns, { clock }: Circumstances): Named {
  return witness.form === 'lost' && isMadeUp(rowsOf(columns, clock), 0n, witness)
    ? { ...witness, form: 'behind' }
    : witness;
}

const ofIds = ({ form, floors, increments, ceilings }: Named, idOf: (row: number) => number): WitnessOfIds => ({
  form,
  floors: floors.map(idOf),
  increments: increments.map(idOf),
  ceilings: ceilings.map(idOf),
});

function valueAt(base: string, { step }: Meaning, steps: number): string {
  const [from, unit] = [parseDecimal(base), parseDecimal(step)];
  if (from === null || unit === null) throw new Error(`no steps of ${step} from ${base}`);
  return formatDecimal(add(from, times(unit, BigInt(steps))));
}
