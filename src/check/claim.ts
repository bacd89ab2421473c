import type { PhaseInfo } from '../history/history.ts';
import type { Operation } from '../history/operation.ts';
import type { FindingCode } from '../verdict/codes.ts';
import type { Range } from '../verdict/report.ts';
import type { Facts } from './ledger/facts.ts';
import type { Leg } from './ledger/leg.ts';
import type { PhaseRun } from './ledger/rounds.ts';
import { sendsWrites } from './ledger/sends.ts';

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
  /** The reading it is about; left out where it is about none, or about all. */
  readonly reading?: string;
  /** An answer said so. */
  readonly loud?: true;
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

/** Those of a leg's phases that are about its writes: a pause between is none of them. */
export function sendingPhases({ phases }: Leg): readonly PhaseRun[] {
  const sending = phases.filter(sendsWrites);
  return sending.length === 0 ? phases : sending;
}

/** The phase of a leg; null when it goes over several. */
export function phaseOf(leg: Leg): PhaseInfo | null {
  const [phase, ...others] = sendingPhases(leg);
  return others.length === 0 ? (phase?.info ?? null) : null;
}
