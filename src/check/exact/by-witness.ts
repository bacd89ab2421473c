import type { Anomalies, Anomaly } from './labels.ts';
import type { Form, Witness } from './witness/witness.ts';

const BY_FORM: Readonly<Record<Form, Anomaly>> = {
  duplicate: 'lost-update',
  overflow: 'over-admission',
  impossible: 'future-read',
  jump: 'future-read',
  inversion: 'non-monotonic-read',
  lost: 'stale-read',
};

/** What a contradiction is called where nothing but itself shows what is wrong. */
export function byWitness(witness: Witness): Anomalies {
  const rows = [...witness.ceilings, ...witness.floors, ...witness.increments];
  return new Map([[BY_FORM[witness.form], rows.slice(0, 1)]]);
}
