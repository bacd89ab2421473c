import type { Operation } from '../../history/operation.ts';

/** How many of some looks came before one of them for certain, where all the others came after it; else null. */
export function orderOf(looks: readonly Operation[], errorNs: number): (look: Operation) => bigint | null {
  const byMachine = new Map<string | undefined, { readonly begun: number[]; readonly over: number[] }>();
  for (const { machine, invoke, complete } of looks) {
    const times = byMachine.get(machine) ?? { begun: [], over: [] };
    byMachine.set(machine, times);
    times.begun.push(invoke);
    times.over.push(Math.max(complete ?? 0, invoke + 1));
  }
  for (const { begun, over } of byMachine.values()) for (const times of [begun, over]) times.sort((a, b) => a - b);
  return ({ machine: own, invoke, complete }) => {
    let [before, after] = [0, 0];
    for (const [machine, { begun, over }] of byMachine) {
      // On one machine, where one ends the next may begin.
      const apart = machine === own ? 0 : 2 * errorNs + 1;
      before += countWhile(over, (ns) => ns + apart <= invoke);
      after += begun.length - countWhile(begun, (ns) => ns - apart < Math.max(complete ?? 0, invoke + 1));
    }
    return before + after === looks.length - 1 ? BigInt(before) : null;
  };
}

/** How many there are of numbers that never fall, up to the first that is not so. */
export function countWhile(numbers: readonly number[], isSo: (n: number) => boolean): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(numbers[middle] as number)) low = middle + 1;
    else high = middle;
  }
  return low;
}
