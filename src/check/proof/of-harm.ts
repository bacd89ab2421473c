import { isUnharmed } from '../../history/history.ts';
import type { Place } from './candidates.ts';
import type { FindingProof } from './proof.ts';

/** Another request, each time it was sent while writes ran. */
export const harmProofs = ({ history: { marks } }: Place): Iterable<FindingProof> =>
  marks
    .filter(isUnharmed)
    .filter(({ phaseIndex }) => phaseIndex >= 0)
    .map(({ round, invoke }) => ({ form: 'harmed', expectation: 0, round, invoke }));

/** By its own times, where nobody said how slow it may be: in each phase. */
export const slowProofs = ({ near, history: { header } }: Place): Iterable<FindingProof> =>
  [...new Set(near.map(({ round }) => round))].flatMap((round) =>
    header.phases.map(({ index }) => ({ form: 'slowed', round, phaseIndex: index })),
  );
