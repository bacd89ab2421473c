import type { Operation } from '../../history/operation.ts';
import type { Place } from './candidates.ts';
import type { FindingProof } from './proof.ts';

/** Any two writes that a finding shows. */
export const pairProofs =
  (form: string) =>
  ({ finding }: Place): Iterable<FindingProof> => {
    const writes = finding.witness.filter(({ f }) => f !== 'read');
    return writes.flatMap((a, i) => writes.slice(i + 1).map((b) => ({ form, writes: [a.id, b.id] })));
  };

/** A count of answers that was asked for, in the round or in a phase of it. */
export function* countProofs({ history: { header }, near, finding }: Place): Generator<FindingProof> {
  const rounds = finding.round === null ? [...new Set(near.map(({ round }) => round))] : [finding.round];
  const phases = header.phases.filter(({ name }) => finding.phase === null || name === finding.phase);
  for (const expectation of (header.expect.counts ?? []).keys()) {
    for (const round of rounds) {
      for (const phaseIndex of [null, ...phases.map(({ index }) => index)])
        yield { form: 'count', expectation, round, phaseIndex };
    }
  }
}

/** The limit of the scope that a write is in. */
export const limitProofs =
  (form: string) =>
  ({ finding, near }: Place): Iterable<FindingProof> => {
    const writes = [...finding.witness, ...firstOfEach(near)].filter(({ f }) => f !== 'read');
    return [...new Set(writes.map(({ id }) => id))].map((id) => ({ form, in: id }));
  };

function firstOfEach(operations: readonly Operation[]): readonly Operation[] {
  const seen = new Set<string>();
  return operations.filter(({ f, round, phaseIndex, identity, key }) => {
    const place = JSON.stringify([f === 'read', round, phaseIndex, identity, key]);
    return !seen.has(place) && seen.add(place);
  });
}

/** Something about one write that was refused. */
export const answerProofs =
  (form: string, name: string) =>
  ({ finding }: Place): Iterable<FindingProof> =>
    finding.witness.filter(({ counts }) => counts === 'rejected').map(({ id }) => ({ form, [name]: id }));
