import { anomaliesFromAnyStart, stalenessFromAnyStart } from '../exact/any-start.ts';
import { byWitness } from '../exact/by-witness.ts';
import type { Anomalies } from '../exact/labels.ts';
import type { Witness } from '../exact/witness/witness.ts';
import { acrossOf, oldestOf, type Views } from './clocks.ts';
import { type Diagnosis, together } from './diagnosis.ts';

type Told = Pick<Diagnosis, 'anomalies' | 'staleness' | 'atLowest'>;

/**
 * What goes for a violation whatever the start value was. `isOpen`: increments that nobody recorded, from a lower start,
 * explain it too; then only that the operations of the witness do not go together is told.
 */
export function fromAnyStart(
  views: Views,
  lowest: Pick<Diagnosis, 'anomalies' | 'staleness'>,
  witness: Witness,
  isOpen: boolean,
): Told {
  const across = acrossOf(views);
  const [first, ...more] = across.map(stalenessFromAnyStart);
  const staleness = first === undefined ? lowest.staleness : oldestOf([first, ...more]);
  if (isOpen) {
    const rows = [...witness.floors, ...witness.ceilings];
    const { anomalies } = lowest;
    return {
      anomalies: new Map([['future-read', rows]]),
      staleness,
      atLowest: { anomalies, staleness: lowest.staleness },
    };
  }
  const found: Anomalies = together(across.map((one) => anomaliesFromAnyStart(one, false) ?? new Map()));
  return { anomalies: found.size === 0 ? byWitness(witness) : found, staleness, atLowest: null };
}
