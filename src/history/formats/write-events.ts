import { formatDecimal, parseDecimal } from '../decimal.ts';
import type { History } from '../history.ts';
import type { Operation } from '../operation.ts';
import { callName } from './calls.ts';
import { carried, keyed } from './carried.ts';
import { Digits, type Form, type FormMap, Word } from './form.ts';
import type { FormatName } from './format.ts';
import { lanesOf } from './lanes.ts';

/** One of the two events of an operation. */
interface Moment {
  readonly at: number;
  readonly time: number;
  readonly type: 'invoke' | Operation['outcome'];
}

/**
 * The events of a history in the manner of Jepsen, in order; calls that touch are concurrent. Of several numbers each
 * value is a pair with its key, as Jepsen's independent keys are.
 */
export function* eventsOf(history: History, format: FormatName): Generator<FormMap> {
  const { header, operations } = keyed(carried(history, format));
  const isKeyed = operations.some(({ key }) => key !== operations[0]?.key);
  const lanes = lanesOf(operations);
  let index = 0;
  for (const { at, time, type } of momentsOf(operations)) {
    const operation = operations[at] as Operation;
    const amount = numberOf(operation.amount ?? header.step);
    const value = writtenValue(operation, type, amount);
    const answers = operation.f === 'increment' && operation.value !== null;
    yield {
      index: index++,
      time,
      type: new Word(type),
      process: lanes[at],
      f: new Word(callName(operation.f, answers)),
      value: isKeyed ? [operation.key, value] : value,
      ...(type === 'invoke' ? identityOf(operation, lanes[at], isKeyed) : reasonOf(operation)),
    };
  }
}

/** In order; at one moment calls begin before others end, so that those which touch are concurrent (the sort is stable). */
function momentsOf(operations: readonly Operation[]): readonly Moment[] {
  const begins = operations.map(({ invoke }, at): Moment => ({ at, time: invoke, type: 'invoke' }));
  const ends = operations.flatMap((operation, at): Moment[] => {
    const time = endOf(operation);
    return time === null ? [] : [{ at, time, type: operation.outcome }];
  });
  return [...begins, ...ends].sort((a, b) => a.time - b.time);
}

function writtenValue({ f, value, upTo, amount: own }: Operation, type: Moment['type'], amount: Form): Form {
  const found = type === 'ok' && value !== null ? numberOf(value) : null;
  if (f === 'read') return found === null || upTo === undefined ? found : [found, numberOf(upTo)];
  if (f === 'increment') return found === null ? amount : [amount, found];
  if (type === 'invoke') return own === undefined ? null : amount;
  return found === null || own === undefined ? found : [amount, found];
}

/** Keys that other tools pass over. */
const identityOf = (operation: Operation, process: number | undefined, isKeyed: boolean): FormMap => {
  const { key, session, round, machine } = operation;
  return {
    ...(key === '' || isKeyed ? {} : { key }),
    ...(session === String(process) ? {} : { session }),
    ...(round === 1 ? {} : { round }),
    ...(machine === undefined ? {} : { machine }),
    ...(endOf(operation) === null ? reasonOf(operation) : {}),
  };
};

const reasonOf = ({ reason, counts }: Operation): FormMap => ({
  ...(reason === null ? {} : { error: reason }),
  ...(counts === 'notSent' ? { 'not-sent': true } : {}),
});

/** When it was over; null when no event tells it. */
const endOf = ({ complete, ended }: Operation): number | null => complete ?? ended;

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A number as EDN and JSON know it, with every digit; text where it is none. */
export function numberOf(text: string): Digits | string {
  if (JSON_NUMBER.test(text)) return new Digits(text);
  const decimal = parseDecimal(text);
  return decimal === null ? text : new Digits(formatDecimal(decimal));
}
