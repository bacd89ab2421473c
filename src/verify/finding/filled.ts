import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import { usedShown } from './ahead.ts';
import type { FormOf } from './forms.ts';
import { intentsOf } from './intents.ts';
import { mustBeQuota } from './quota.ts';
import { isSent, operationOf, operationsOn, precedes, type Saved } from './saved.ts';
import { limitOf, mustNotBeSetAmid, perOf } from './scope.ts';

/** With what was read as used before any of them was sent, more were admitted in the round than the limit. */
export function isFilled(saved: Saved, { read: id }: FormOf<'filled'>, code: string): boolean {
  mustBeQuota(saved);
  must(code === (saved.header.object === 'quota' ? 'CP104' : 'CP106'), `of this object it is not ${code}`);
  must(perOf(saved) === 'round', 'the limit is not of a round');
  const read = operationOf(saved, id);
  must(
    read.f === 'read' && read.phaseIndex < 0 && read.outcome === 'ok',
    `operation ${id} is no look ahead of a round`,
  );
  mustNotBeSetAmid(saved, read);
  const writes = operationsOn(saved, read.key).filter(
    (one) => isSent(one) && (!saved.header.setup || one.round === read.round),
  );
  const isAhead = (look: Operation): boolean => writes.every((one) => precedes(saved, look, one));
  must(isAhead(read), 'a write may have come before it');
  must(
    writes.every(({ amount }) => amount === undefined),
    'the writes are of different amounts',
  );
  // One that may have come later, and shows less, may show that the limit has turned.
  const looks = operationsOn(saved, read.key).filter((one) => isLikeIt(one, read));
  must(
    looks.every((look) => usedAt(saved, look) >= usedAt(saved, read)),
    'another look shows less used',
  );
  const admitted = intentsOf(writes.filter(({ round }) => round === read.round)).filter(({ comes }) => comes === 'yes');
  return usedAt(saved, read) + BigInt(admitted.length) > limitOf(saved);
}

const isLikeIt = (one: Operation, read: Operation): boolean =>
  one.f === 'read' && one.round === read.round && one.phaseIndex < 0 && one.outcome === 'ok';

/** How much of the limit a number shows as used: more is no word on it. */
function usedAt(saved: Saved, read: Operation): bigint {
  const used = usedShown(saved, read);
  must(used <= limitOf(saved), `operation ${read.id} shows no part of the limit`);
  return used;
}
