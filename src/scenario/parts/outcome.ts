import type { Condition, OutcomeSpec, StatusSet } from '../scenario.ts';
import { decimalOf, isDecimal } from '../text/decimal.ts';
import { Mistake } from '../text/mistake.ts';
import { shared, without } from '../text/status.ts';
import { ACKNOWLEDGED, REJECTED } from './defaults.ts';

type Named = OutcomeSpec['named'];

/**
 * What counts as a yes and as a no; null: the default, less what the other one claims. Throws a Mistake when both claim
 * a status, whatever else the answer holds.
 */
export function outcomeOf(
  acknowledged: readonly Condition[] | null,
  rejected: readonly Condition[] | null,
  named: Named = [],
): OutcomeSpec {
  const both = shared(claimed(acknowledged ?? []), claimed(rejected ?? []));
  if (both !== null) throw new Mistake(`${both} counts as acknowledged and as rejected`, 'leave it in one of them');
  return {
    acknowledged: acknowledged ?? yesBeside(rejected ?? []),
    rejected: rejected ?? [byStatus(without(REJECTED, claimed(acknowledged ?? [])))],
    named,
  };
}

export const byStatus = (status: StatusSet): Condition => ({ status, where: null });

/** Statuses that need no look into the answer. */
const claimed = (conditions: readonly Condition[]): StatusSet =>
  conditions.flatMap(({ status, where }) => (where === null && status !== null ? status : []));

/** A 2xx that is no refusal, where refusals may be 2xx as well and only their bodies tell. */
function yesBeside(rejected: readonly Condition[]): readonly Condition[] {
  const yes = without(ACKNOWLEDGED, claimed(rejected));
  const [hidden, ...others] = rejected.filter(
    ({ status, where }) => where !== null && (status === null || shared(status, yes) !== null),
  );
  if (hidden === undefined) return [byStatus(yes)];
  if (others.length > 0) {
    throw new Mistake(
      'rejected looks into answers that are 2xx, in more than one way',
      'say when it is acknowledged too',
    );
  }
  const apart = hidden.status === null ? [] : without(yes, hidden.status);
  const inside = without(yes, apart);
  return [...(apart.length > 0 ? [byStatus(apart)] : []), ...opposite({ ...hidden, status: inside })];
}

/** All that the condition does not hold for, of its statuses. */
function opposite({ status, where, absent, equals, matches }: Condition): readonly Condition[] {
  if (absent) return [{ status, where }];
  const nothing: Condition = { status, where, absent: true };
  if (equals !== undefined) return [nothing, { status, where, matches: unlike(`${spelled(equals)}(?![\\s\\S])`) }];
  if (matches !== undefined) return [nothing, { status, where, matches: unlike(`[\\s\\S]*(?:${matches})`) }];
  return [nothing];
}

/** Matches at the very beginning, whatever the flags, unless the pattern does. */
const unlike = (pattern: string): string => `(?<![\\s\\S])(?!${pattern})`;

/** Every way to write the text; a number may have zeros behind it. */
function spelled(text: string): string {
  if (!isDecimal(text)) return escaped(text);
  const number = decimalOf(text);
  return escaped(number) + (number.includes('.') ? '0*' : '(?:\\.0+)?');
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
