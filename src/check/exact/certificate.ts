import { add, formatDecimal, parseDecimal, times } from '../../history/decimal.ts';
import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { Candidate } from '../proof/proof.ts';
import { judge } from './judge.ts';
import {
  baseOf,
  type Counter,
  circumstancesOf,
  columnsOf,
  commonStep,
  type Meaning,
  operationsOn,
} from './operations.ts';
import type { Form, Witness } from './witness.ts';

/** Operations by their ids. */
export interface WitnessOfIds {
  readonly form: Form | 'unreachable';
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
  const judgement = judge(columns, circumstancesOf(header, own, columns, counter.others));
  const idOf = (row: number): number => (own[columns.index[row] as number] as Operation).id;
  if (judgement.verdict === 'unknown') return null;
  if (judgement.verdict === 'violation') return { ...counter, witness: ofIds(judgement.witness, idOf) };
  const initial = valueAt(baseOf(own, meaning), meaning, judgement.start);
  return { ...counter, initial, order: Array.from(judgement.order, idOf) };
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

const ofIds = ({ form, floors, increments, ceilings }: Witness, idOf: (row: number) => number): WitnessOfIds => ({
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
