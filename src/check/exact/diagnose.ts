import { type Cause, causeOf } from './cause.ts';
import type { Columns } from './columns.ts';
import { evidenceOf } from './evidence.ts';
import { type Anomalies, type Anomaly, anomaliesOf, gravest } from './labels.ts';
import { fewestAdded, fewestStruck } from './repair.ts';
import { type Staleness, stalenessOf } from './staleness.ts';
import { smallestWitness } from './witness/smallest.ts';
import type { Witness } from './witness/witness.ts';

/** All that can be said about a history beside the verdict. */
export interface Diagnosis {
  readonly anomaly: Anomaly | null;
  readonly anomalies: Anomalies;
  /** The smallest contradiction; null for a linearizable history. */
  readonly witness: Witness | null;
  readonly staleness: Staleness;
  /** The fewest acknowledged increments without which it is explained; null when that does not help. */
  readonly struck: number | null;
  /** The fewest increments more with which it is explained; null when that does not help. */
  readonly added: number | null;
  readonly cause: Cause | null;
}

/** Values are counted from the start value; `withRefused` as for `causeOf`. */
export function diagnose(columns: Columns, withRefused: Columns | null = null): Diagnosis {
  const evidence = evidenceOf(columns);
  const anomalies = anomaliesOf(columns, evidence);
  return {
    anomaly: gravest(anomalies),
    anomalies,
    witness: anomalies.size === 0 ? null : smallestWitness(columns),
    staleness: stalenessOf(columns, evidence),
    struck: fewestStruck(columns),
    added: fewestAdded(columns),
    cause: causeOf(columns, withRefused),
  };
}
