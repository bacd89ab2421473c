import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { judge } from '../exact/judge.ts';
import { type Counter, circumstancesOf, columnsOf, commonStep, operationsOn } from '../exact/operations.ts';
import { diagnoseAmounts } from './amounts.ts';
import { fromLowest, type Views, viewsOf } from './clocks.ts';
import { type Diagnosis, seenIn } from './diagnosis.ts';

/** null: its increments are of different amounts that cannot be looked into. */
export function diagnose(header: HistoryHeader, operations: readonly Operation[], counter: Counter): Diagnosis | null {
  const own = operationsOn(operations, counter);
  const step = commonStep(own, header.step);
  const initial = header.initial ?? readBefore(own);
  if (step === null) return diagnoseAmounts({ ...header, initial }, own, counter);
  const { limit } = header;
  const given = columnsOf(own, { initial, step, limit, returns: counter.returns });
  const circumstances = circumstancesOf({ ...header, initial }, own, given, counter.others);
  const judgement = judge(given, circumstances);
  const { clock } = circumstances;
  const views = anchored(viewsOf(given, clock, header.clock.errorNs), initial);
  const { verdict } = judgement;
  const witness = verdict === 'violation' ? judgement.witness : null;
  return {
    ...{ counter, operations: own, columns: views.widest, recorded: views.recorded, verdict, witness, inUnits: false },
    ...seenIn(views, verdict, witness),
  };
}

/** The number ahead of the first write, where it was read for that. */
const readBefore = (own: readonly Operation[]): string | null =>
  own.find(({ role, outcome, value }) => role === 'before' && outcome === 'ok' && value !== null)?.value ?? null;

const anchored = (views: Views, initial: string | null): Views => (initial === null ? fromLowest(views) : views);
