import type { PhaseInfo } from '../history/history.ts';
import type { Operation } from '../history/operation.ts';
import type { FindingCode } from '../verdict/codes.ts';
import type { Range } from '../verdict/report.ts';
import type { Facts } from './ledger/facts.ts';
import type { Leg } from './ledger/leg.ts';

/** What a checker says about one round, or about the run; findings are made of them. */
export interface Claim {
  readonly code: FindingCode;
  readonly round: number | null;
  /** null when it is about the whole round or run. */
  readonly phase: PhaseInfo | null;
  readonly count: Range;
  readonly message: string;
  readonly argument: string;
  readonly witness: readonly Operation[];
  /** It says no more than that the run ended early. */
  readonly endOfRun?: true;
}

/** Looks for one kind of trouble. Pure; says nothing where it finds none. */
export type Checker = (facts: Facts) => readonly Claim[];

export const UNCOUNTED: Range = { min: null, max: null };

/** Writes shown of a witness that holds all of a kind. */
const MAX_WRITES = 12;

/** The reading before, the writes of one kind (at most 12), the reading after. */
export function witnessOf(leg: Leg, counts: Operation['counts']): readonly Operation[] {
  const writes = leg.phases.flatMap((phase) => phase.writes).filter((write) => write.counts === counts);
  const { read } = leg.before;
  return [...(read === null ? [] : [read]), ...writes.slice(0, MAX_WRITES), leg.after.read];
}

/** The phase of a leg; null when it goes over several. */
export const phaseOf = ({ phases }: Leg): PhaseInfo | null => (phases.length === 1 ? (phases[0]?.info ?? null) : null);
