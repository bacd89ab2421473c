import { parseDecimal } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { decide, refute } from '../exact/judge.ts';
import { type Counter, circumstancesOf, columnsOf, commonStep, operationsOn } from '../exact/operations.ts';
import { diagnoseAmounts } from './amounts.ts';
import { fromAnyStart } from './any-start.ts';
import { fromLowest, levelsAmong, viewsOf } from './clocks.ts';
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
  const judgement = refute(given, circumstances);
  const recorded = viewsOf(given, circumstances.clock, header.clock.errorNs);
  const levels = levelsAmong(recorded, circumstances.startKnown);
  const views = initial === null ? fromLowest(recorded) : recorded;
  const { verdict } = judgement;
  const witness = verdict === 'violation' ? judgement.witness : null;
  const seen = seenIn(views, verdict, witness, levels);
  const whole = { counter, operations: own, columns: views.widest, recorded: views.recorded, verdict, witness };
  const more = { inUnits: false, startKnown: circumstances.startKnown, atLowest: null };
  if (circumstances.startKnown || witness === null) return { ...whole, ...more, ...seen };
  const isOpen = decide(given, { ...circumstances, others: true }) !== false;
  return { ...whole, ...more, ...seen, ...fromAnyStart(recorded, seen, witness, isOpen) };
}

/** The first number ahead of the first write, where just that was read: ahead of a later round others were before it. */
function readBefore(own: readonly Operation[]): string | null {
  const began = own.reduce((least, { round }) => Math.min(least, round), Number.POSITIVE_INFINITY);
  const tells = ({ role, round, outcome, value, upTo }: Operation): boolean =>
    role === 'before' &&
    round === began &&
    outcome === 'ok' &&
    value !== null &&
    parseDecimal(value) !== null &&
    upTo === undefined;
  const [first, ...more] = own.filter(tells);
  return (
    more.reduce((found, one) => (found !== undefined && found.invoke <= one.invoke ? found : one), first)?.value ?? null
  );
}
