import type { Operation } from '../../history/operation.ts';
import type { Place } from './candidates.ts';
import type { FindingProof } from './proof.ts';

const readsOf = ({ finding, near }: Place): readonly Operation[] => {
  const shown = finding.witness.filter(isRead).toReversed();
  return [...new Set([...shown, ...near.filter(isRead)])].slice(0, MAX_READS);
};
const isRead = ({ f, outcome }: Operation): boolean => f === 'read' && outcome === 'ok';
const MAX_READS = 200;

/** Bounds that a number at rest was held to. */
export function* boundProofs(place: Place): Generator<FindingProof> {
  for (const [expectation, { reading }] of place.history.header.expect.readings.entries()) {
    for (const read of readsOf(place)) {
      if (read.reading === reading) yield { form: 'bounds', expectation, read: read.id };
    }
  }
}

/** Bounds that a number was held to while writes were in flight. */
export function* duringProofs(place: Place): Generator<FindingProof> {
  for (const [expectation, { reading }] of (place.history.header.expect.during ?? []).entries()) {
    for (const read of readsOf(place)) {
      if (read.reading === reading && read.role === 'during') yield { form: 'during', expectation, read: read.id };
    }
  }
}

/** Readings that were to add up. */
export function* sumProofs({ history: { header }, finding: { witness } }: Place): Generator<FindingProof> {
  for (const [expectation, { of }] of (header.expect.sums ?? []).entries()) {
    const reads = of.map((reading) => witness.findLast((read) => isRead(read) && read.reading === reading)?.id);
    if (reads.every((id) => id !== undefined)) yield { form: 'sum', expectation, reads };
  }
}
