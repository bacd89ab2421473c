import { printable } from '../history/printable.ts';
import { type Checker, type Claim, UNCOUNTED } from './claim.ts';
import type { Facts } from './ledger/facts.ts';

/** What a checker finds; CP314 where it fails. */
export function guarded(name: string, run: Checker, facts: Facts): readonly Claim[] {
  try {
    return run(facts);
  } catch (error) {
    return [broken(`the checker ${name}`, error)];
  }
}

/** What is only told beside the findings: where it fails it is left out, and the verdict stays what it is. */
export function beside<T>(tell: () => T, otherwise: T): T {
  try {
    return tell();
  } catch {
    return otherwise;
  }
}

/** CP314: a part of the check failed. */
export function broken(what: string, error: unknown): Claim {
  const why = printable(error instanceof Error ? error.message : String(error), 300);
  return {
    code: 'CP314',
    round: null,
    phase: null,
    count: UNCOUNTED,
    message: `${what} failed: ${why}. This is a fault of counter-probe, not of the target`,
    argument: 'A check that did not end answers nothing.',
    witness: [],
  };
}
