import type { History } from '../history/history.ts';
import { check } from './check.ts';

/**
 * Asked after each round of a history that grows: whether a fault is proven in it. Looks at the last two rounds, and at
 * all of it only to confirm a fault there, so that many rounds cost no more than they are long.
 */
export function firstProof(history: History): () => boolean {
  const { header, operations, marks } = history;
  // A later round of a number begins where the one before ended, not at the start.
  const starts = header.initial === null ? [null] : [header.initial, null];
  let before = { operations: 0, marks: 0 };
  let last = before;
  return () => {
    const recent = { operations: operations.slice(before.operations), marks: marks.slice(before.marks) };
    before = last;
    last = { operations: operations.length, marks: marks.length };
    const isWrong = starts.some((initial) => check({ header: { ...header, initial }, ...recent }).verdict === 'fail');
    return isWrong && check(history).verdict === 'fail';
  };
}
