import type { Operation } from '../operation.ts';
import { callName } from './calls.ts';
import { carried, keyed } from './carried.ts';
import { Digits, type FormMap } from './form.ts';
import type { Format } from './format.ts';
import { lanesOf } from './lanes.ts';
import { NEVER, openPorcupine } from './porcupine-read.ts';
import { jsonText } from './print.ts';
import { numberOf } from './write-events.ts';

/**
 * The operations of Porcupine as JSON, one a line or all in one array:
 * `{"ClientId":0,"Input":{"op":"add","amount":1},"Call":10,"Output":{"value":5},"Return":20}`.
 */
export const porcupine: Format = {
  name: 'porcupine',
  title: 'Porcupine JSON',
  read: (chunks, file, options = {}) => openPorcupine(chunks, file, options),
  *write(history) {
    const { header, operations } = keyed(carried(history, 'porcupine'));
    const lanes = lanesOf(operations);
    for (const [i, operation] of operations.entries()) {
      yield `${i === 0 ? '[' : ',\n'}${jsonText(written(operation, lanes[i] ?? 0, header.step))}`;
    }
    yield operations.length === 0 ? '[]\n' : ']\n';
  },
};

function written(operation: Operation, lane: number, step: string): FormMap {
  const { f, key, amount, invoke, complete, value, upTo, outcome } = operation;
  const isRead = f === 'read';
  return {
    ClientId: lane,
    Input: {
      op: callName(f, false),
      ...(isRead || (f !== 'increment' && amount === undefined) ? {} : { amount: numberOf(amount ?? step) }),
      ...(key === '' ? {} : { key }),
    },
    Call: invoke,
    Output: {
      ...(outcome === 'ok' ? {} : { outcome }),
      ...(value === null ? {} : { value: numberOf(value) }),
      ...(upTo === undefined ? {} : { upTo: numberOf(upTo) }),
    },
    Return: complete ?? new Digits(NEVER),
    Metadata: metadataOf(operation),
  };
}

/** What Porcupine itself passes over. */
const metadataOf = ({ process, session, round, machine, reason, counts, complete, ended }: Operation): FormMap => ({
  process,
  session,
  round,
  ...(machine === undefined ? {} : { machine }),
  ...(reason === null ? {} : { reason }),
  ...(counts === 'notSent' ? { notSent: true } : {}),
  ...(complete === null && ended !== null ? { ended } : {}),
});
