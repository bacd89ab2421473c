import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import type { Witness } from '../exact/witness/witness.ts';
import { plural } from '../words.ts';
import type { Diagnosis } from './diagnosis.ts';

const MAX_DIGITS = 40;

/** `#3`, as reports name operations. */
export const named = ({ id }: Operation): string => `#${id}`;

/** `shows 5`, `returned 5`, `was refused`. */
export function showed({ f, value, upTo }: Operation): string {
  if (value === null) return 'was refused';
  const text = printable(upTo === undefined ? value : `${value} to ${upTo}`, MAX_DIGITS);
  return f === 'read' ? `shows ${text}` : `returned ${text}`;
}

/** The operation of a row. */
export const operationAt = ({ operations, columns }: Diagnosis, row: number): Operation =>
  operations[columns.index[row] as number] as Operation;

/** The operations of a witness, floors first, ceilings last. */
export const operationsOf = (of: Diagnosis, { floors, increments, ceilings }: Witness): readonly Operation[] =>
  [...floors, ...increments, ...ceilings].map((row) => operationAt(of, row));

/** Why the operations of a witness contradict each other, so that a person can check it by counting. */
export function argumentOf(of: Diagnosis, witness: Witness): string {
  const { form, increments } = witness;
  const told = (rows: readonly number[]): string =>
    rows
      .map((row) => operationAt(of, row))
      .map((one) => `${named(one)} ${showed(one)}`)
      .join(' and ');
  const [floors, ceilings] = [told(witness.floors), told(witness.ceilings)];
  const count = plural(increments.length, 'increment');
  const were = increments.length === 1 ? 'was' : 'were';
  const after = floors === '' ? 'From the start' : `After ${floors}`;
  switch (form) {
    case 'duplicate':
      return `${told(increments)}: two acknowledged increments, one step.`;
    case 'inversion':
      if (floors === '') return `${ceilings}, which the value had passed at the start, and it only moves one way.`;
      return `${floors} and was complete before the other began, yet ${ceilings}. The value only moves one way.`;
    case 'lost':
      return `${after}, ${count} ${were} acknowledged in between, yet ${ceilings}: not all of them can be in it.`;
    case 'impossible':
      return `${floors}: more than all increments that were sent by then make of the start value.`;
    case 'jump':
      return `${floors} and ${ceilings}: further apart than all increments that can lie between lead.`;
    case 'overflow':
      if (increments.length === 0) return `${floors}: above the limit.`;
      return `${after}, ${count} ${were} acknowledged: more than the limit leaves room for.`;
  }
}
