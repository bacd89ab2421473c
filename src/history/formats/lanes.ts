import type { Operation } from '../operation.ts';

interface Lane {
  readonly process: number;
  /** Its last call was over then. */
  freeAt: number;
}

const WHOLE = /^(0|[1-9]\d{0,8})$/;

/**
 * A number for the process of each operation, such that calls of one number do not touch and none follows one whose end
 * is unknown, as other tools ask for. Processes that have numbers for names keep them.
 */
export function lanesOf(operations: readonly Operation[]): readonly number[] {
  const lanes = new Map<string, Lane[]>();
  const own = numbersOf(operations.map(({ process }) => process));
  let next = [...own.values()].reduce((most, number) => Math.max(most, number + 1), 0);
  const numbers: number[] = Array(operations.length);
  for (const at of byInvoke(operations)) {
    const { process, invoke, complete } = operations[at] as Operation;
    const known = lanes.get(process);
    const free = known?.find(({ freeAt }) => freeAt < invoke);
    const lane = free ?? { process: known ? next++ : (own.get(process) ?? next++), freeAt: 0 };
    lane.freeAt = complete ?? Number.POSITIVE_INFINITY;
    numbers[at] = lane.process;
    const others = (known ?? []).filter((other) => other !== lane);
    lanes.set(process, complete === null ? others : [...others, lane]);
  }
  return numbers;
}

/** A number for each name: the one that it is, where all are numbers, or else by their order. */
export function numbersOf(names: readonly string[]): ReadonlyMap<string, number> {
  const different = [...new Set(names)];
  const numbered = different.every((name) => WHOLE.test(name));
  return new Map(different.map((name, at) => [name, numbered ? Number(name) : at]));
}

/** Where each operation stands, in the order in which they began. */
const byInvoke = (operations: readonly Operation[]): readonly number[] =>
  Array.from(operations, (_, at) => at).sort(
    (a, b) => (operations[a] as Operation).invoke - (operations[b] as Operation).invoke || a - b,
  );
