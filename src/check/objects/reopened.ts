import type { Operation } from '../../history/operation.ts';
import { plural } from '../words.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import type { Quota } from './quota.ts';
import { type Kind, roomFor, SCOPES } from './room.ts';
import { granted, groupedBy, isRefused, isUnheard } from './writes.ts';

/**
 * CP104: a refusal says that the limit was reached; what was sent after it, in the same phase, cannot be within it. Where
 * only the attempts of an intent that was sent again make up the limit, one of the two is wrong, and nobody knows which.
 */
export function reopened(quota: Quota, kind: Kind): readonly ObjectFinding[] {
  const { writes, times } = quota;
  // One that was not heard may have held the limit for a while, and been undone.
  if (writes.some(isUnheard)) return [];
  const [hasRoom, hasRoomForIntents] = [roomFor(quota, kind), roomFor(quota, kind, 'intent')];
  return [...groupedBy(writes, (one) => `${SCOPES[kind](one)} ${one.phaseIndex}`).values()].flatMap((scope) => {
    const [refused] = scope
      .filter((one) => isRefused(one) && !quota.toldToWait(one) && !quota.isSetAmid(one.key))
      .sort((a, b) => times.latest(a) - times.latest(b));
    if (refused === undefined) return [];
    const after = granted(scope).filter((one) => times.earliest(one) > times.latest(refused));
    if (after.length === 0 || hasRoom(refused)) return [];
    return [findingOf(quota, refused, after, !hasRoomForIntents(refused))];
  });
}

function findingOf(
  { limit }: Quota,
  refused: Operation,
  after: readonly Operation[],
  isReached: boolean,
): ObjectFinding {
  const [admitted] = after as readonly [Operation];
  const were = `${plural(after.length, 'write')} sent after that ${after.length === 1 ? 'was' : 'were'} admitted`;
  const above = `#${admitted.id} is above it`;
  const count = isReached ? after.length : null;
  return {
    code: 'CP104',
    round: refused.round,
    phaseIndex: refused.phaseIndex < 0 ? null : refused.phaseIndex,
    count: { min: count, max: count },
    message: isReached
      ? `#${refused.id} was refused at the limit of ${limit}, and ${were}`
      : `#${refused.id} was refused, and ${were}: above the limit of ${limit}, if each attempt at an intent uses some of it`,
    argument: isReached
      ? `#${refused.id} was refused and complete before #${admitted.id} was sent: if the limit was reached then, ${above}.`
      : `If each attempt counts by itself, the limit of ${limit} was reached when #${refused.id} was refused, and ${above}; if attempts of one intent count once there was room, and #${refused.id} was to be admitted. Nothing is given back: one of the two is wrong.`,
    witness: [refused, ...after.slice(0, MAX_WITNESS - 1)],
    proof: { form: 'reopened', refused: refused.id, admitted: admitted.id },
  };
}
