import { WITNESS_FORMS, type Witness } from '../../src/verify/certificate.ts';
import { Refused } from '../../src/verify/refused.ts';

function subsets(size: number, most: number): readonly (readonly number[])[] {
  const members = (set: number): readonly number[] =>
    Array.from({ length: size }, (_, i) => i).filter((i) => set & (1 << i));
  return Array.from({ length: 1 << size }, (_, set) => members(set)).filter((one) => one.length <= most);
}

/** Every witness that names some of so many operations, with no more than two floors and two ceilings. */
export function* everyWitness(size: number): Generator<Witness> {
  for (const form of WITNESS_FORMS) {
    for (const floors of subsets(size, 2)) {
      for (const ceilings of subsets(size, 2)) {
        for (const increments of subsets(size, size)) yield { form, floors, increments, ceilings };
      }
    }
  }
}

/** Every sequence of some of the operations. */
export const everyOrder = (left: readonly number[]): readonly (readonly number[])[] => [
  [],
  ...left.flatMap((one, i) => everyOrder(left.toSpliced(i, 1)).map((rest) => [one, ...rest])),
];

export function isRefused(check: () => void): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof Refused) return true;
    throw error;
  }
}
