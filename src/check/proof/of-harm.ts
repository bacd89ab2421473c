import { isUnharmed } from '../../history/history.ts';
import type { Place } from './candidates.ts';
import type { FindingProof } from './proof.ts';

/** Another request, each time it was sent while writes ran. */
export const harmProofs = ({ history: { marks } }: Place): Iterable<FindingProof> =>
  marks
    .filter(isUnharmed)
    .filter(({ phaseIndex }) => phaseIndex >= 0)
    .map(({ round, invoke }) => ({ form: 'harmed', expectation: 0, round, invoke }));
