import type { Condition, OutcomeSpec, StatusSet } from '../scenario.ts';
import { Mistake } from '../text/mistake.ts';
import { shared, without } from '../text/status.ts';
import { ACKNOWLEDGED, REJECTED } from './defaults.ts';

/** What counts as a yes and as a no; null: the default, less what the other one claims. Throws a Mistake when both claim a status. */
export function outcomeOf(acknowledged: StatusSet | null, rejected: StatusSet | null): OutcomeSpec {
  const both = acknowledged && rejected ? shared(acknowledged, rejected) : null;
  if (both !== null) throw new Mistake(`${both} counts as acknowledged and as rejected`, 'leave it in one of them');
  return {
    acknowledged: [byStatus(acknowledged ?? without(ACKNOWLEDGED, rejected ?? []))],
    rejected: [byStatus(rejected ?? without(REJECTED, acknowledged ?? []))],
    named: [],
  };
}

const byStatus = (status: StatusSet): Condition => ({ status, where: null });
