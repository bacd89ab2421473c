import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import { usedShown } from './ahead.ts';
import type { FormOf } from './forms.ts';
import { intentsOf } from './intents.ts';
import { mustBeQuota } from './quota.ts';
import { restOf } from './rest.ts';
import { isSent, operationOf, operationsOn, precedes, type Saved } from './saved.ts';
import { limitOf, mustNotBeSetAmid, perOf } from './scope.ts';

/**
 * A number within the limit ahead of all writes on its key, and above it when all that were answered are over, at rest and
 * in all that was read then. No command or plain request may have moved it.
 */
export function isAbove(saved: Saved, form: FormOf<'above'>, code: string): boolean {
  mustBeQuota(saved);
  must(code === (saved.header.object === 'quota' ? 'CP104' : 'CP106'), `of this object it is not ${code}`);
  must(perOf(saved) === 'round', 'the limit is not of a round');
  const [base, read] = [operationOf(saved, form.before), operationOf(saved, form.read)];
  restOf(saved, form.read, read.reading ?? '');
  mustNotBeSetAmid(saved, read);
  must(isLook(base) && base.key === read.key && base.round === read.round, 'the first is no look ahead of the round');
  must(base.reading === read.reading && read.phaseIndex >= 0, 'the two are not of one number');
  const ofKey = operationsOn(saved, read.key);
  const writes = ofKey.filter((one) => isSent(one) && (!saved.header.setup || one.round === read.round));
  must(
    writes.every((one) => one.round === read.round && one.amount === undefined && precedes(saved, base, one)),
    'the number is not of these writes alone',
  );
  must(
    writes.every((one) => one.complete === null || precedes(saved, one, read)),
    'not all writes are over',
  );
  const limit = limitOf(saved);
  const [first, used] = [usedShown(saved, base), usedShown(saved, read)];
  const looks = ofKey.filter((one) => isLook(one) && one.round === read.round);
  must(
    looks.every((look) => usedShown(saved, look) === first),
    'somebody else moved the number ahead of the round',
  );
  must(used <= first + mayComeOf(writes), 'it is more than these writes can make, if all that may have come did');
  const moves = saved.header.phases.some(({ kind }) => kind === 'run' || kind === 'request');
  must(!moves, 'a command or a request may have moved it');
  const isLast = (one: Operation): boolean =>
    isShown(one, read) && writes.every((write) => write.complete === null || precedes(saved, write, one));
  const least = ofKey.filter(isLast).map((one) => usedShown(saved, one));
  return first <= limit && least.every((shown) => shown > limit);
}

const mayComeOf = (writes: readonly Operation[]): bigint =>
  BigInt(intentsOf(writes).filter(({ comes }) => comes !== 'no').length);

const isLook = ({ f, phaseIndex, outcome }: Operation): boolean => f === 'read' && phaseIndex < 0 && outcome === 'ok';

/** Of the same number, and after some phase of the same round. */
const isShown = ({ f, outcome, role, reading, round, phaseIndex }: Operation, read: Operation): boolean =>
  f === 'read' &&
  outcome === 'ok' &&
  role !== 'during' &&
  reading === read.reading &&
  round === read.round &&
  phaseIndex >= 0;
