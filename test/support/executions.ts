import fc from 'fast-check';
import type { Small } from './oracle.ts';

/** What one client did, and when it took effect: at the moment of its place in the list. */
export interface Done {
  readonly f: 'I' | 'T' | 'R';
  readonly process: number;
  readonly amount: number;
  /** How long before the effect it began, and how long after it was complete. */
  readonly before: number;
  readonly after: number;
  /** Its answer was lost: nobody knows whether it took effect, which it did. */
  readonly unanswered: boolean;
}

/** Milliseconds between two effects, so that operations overlap a few others. */
const PACE = 4;

export function doings(most: number, amounts: readonly number[] = [1]): fc.Arbitrary<readonly Done[]> {
  const done = fc.record({
    f: fc.constantFrom('I', 'T', 'R'),
    process: fc.nat(3),
    amount: fc.constantFrom(...amounts),
    before: fc.nat(3 * PACE),
    after: fc.nat(3 * PACE),
    unanswered: fc.nat(9).map((n) => n === 0),
  });
  return fc.array(done, { maxLength: most }) as fc.Arbitrary<readonly Done[]>;
}

export type Sized = Small & { readonly amount: number };

/** What a right server answers, with the times of a true clock. */
export function executed(doing: readonly Done[]): readonly Sized[] {
  let value = 0;
  return doing.flatMap(({ f, process, amount, before, after, unanswered }, i): readonly Sized[] => {
    const at = 100 + PACE * i;
    if (f !== 'R') value += amount;
    const certain = !(unanswered && f !== 'R');
    const times = { start: at - before, end: certain ? at + after : Number.POSITIVE_INFINITY };
    if (f === 'R' && unanswered) return [];
    if (f === 'I' || !certain) {
      return [{ f: 'I', certain, ...times, low: 0, high: Number.POSITIVE_INFINITY, process, amount }] as const;
    }
    return [{ f, certain, ...times, low: value, high: f === 'T' ? value - amount : value, process, amount }] as const;
  });
}
