import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import { mustNotBeUsedUp, usedBefore } from './ahead.ts';
import type { FormOf } from './forms.ts';
import { intentsOf } from './intents.ts';
import {
  beganAt,
  isNo,
  isSent,
  isToldToWait,
  isYes,
  mayBeEarlier,
  mayCount,
  precedes,
  type Saved,
  writeOf,
} from './saved.ts';
import { isOneScope, limitOf, mayBeOneScope, mustNotBeSetAmid, type Per, perOf } from './scope.ts';

const MS = 1e6;

/** Nothing is given back, and everything is of one thing: what was admitted stays admitted. `one`: it is of this round alone. */
export function mustBeQuota(saved: Saved, one: Operation | null = null): void {
  const { header, operations } = saved;
  must(header.object === 'quota' || header.object === 'reservation', 'the history is of nothing that has a limit');
  const isOfIt = (other: Operation): boolean => one === null || other.round === one.round;
  must(!operations.some((other) => other.items !== undefined && isOfIt(other)), 'different things are reserved');
  const mayBeOfIt = (other: Operation): boolean =>
    isOfIt(other) || (other.key === one?.key && (other.counts === 'unknown' || machinesOf(saved) > 1));
  must(!operations.some((other) => other.f === 'release' && mayBeOfIt(other)), 'something is given back');
}

const yesIntents = (writes: readonly Operation[]): number =>
  intentsOf(writes).filter(({ comes }) => comes === 'yes').length;

/** More intents were admitted in a scope than the limit. */
export function isOver(saved: Saved, { in: id }: FormOf<'over'>, code: string): boolean {
  const [per, one] = [perOf(saved), writeOf(saved, id)];
  mustBeQuota(saved, one);
  must(code === (saved.header.object === 'quota' ? 'CP104' : 'CP106'), `of this object it is not ${code}`);
  must(typeof per === 'string', 'a limit of a time has no scope');
  mustNotBeSetAmid(saved, one);
  return (
    BigInt(yesIntents(saved.operations.filter((other) => isSent(other) && isOneScope(per, one, other)))) >
    limitOf(saved)
  );
}

/** Fewer were admitted in a scope than the limit and than were sent, if all that was not heard was a yes. */
export function isUnder(saved: Saved, { in: id }: FormOf<'under'>): boolean {
  const [per, one] = [perOf(saved), writeOf(saved, id)];
  mustBeQuota(saved, one);
  must(typeof per === 'string', 'a limit of a time has no scope');
  must(!saved.marks.some((mark) => 'stopped' in mark && mark.round === one.round), 'the round was not finished');
  const own = saved.operations.filter((other) => other.f !== 'read' && isOneScope(per, one, other));
  const sent = intentsOf(own);
  const may =
    sent.filter(({ comes }) => comes !== 'no').length + own.filter(({ counts }) => counts === 'notSent').length;
  mustNotBeUsedUp(saved, one);
  const counted = own.filter(mayCount);
  const repeats = counted.length - intentsOf(counted).length;
  const room = limitOf(saved) - BigInt(repeats) - usedUp(saved, per, one);
  return BigInt(may) < room && may < sent.length;
}

/** How much of a limit others may have used: by what was read, by earlier rounds of a key that lives on, by other keys. */
function usedUp(saved: Saved, per: Exclude<Per, object>, one: Operation): bigint {
  const isPhase = per === 'phase';
  const isStock = saved.header.object === 'reservation';
  const isEarlier = ({ round, phaseIndex }: Operation): boolean =>
    mayBeEarlier(saved, round, one.round) || (isPhase && round === one.round && phaseIndex < one.phaseIndex);
  const isBeside = (other: Operation): boolean => per !== 'identity' && !isStock && other.key !== one.key;
  const others = saved.operations.filter(
    (other) =>
      other.f !== 'read' &&
      mayCount(other) &&
      mayBeOneScope(saved, per, other, one) &&
      (isEarlier(other) || isBeside(other)),
  );
  const read = isPhase ? 0n : usedBefore(saved, one, limitOf(saved), isStock || per === 'identity' ? 'key' : 'all');
  return read + BigInt(others.length);
}

/** More were admitted in a span than all windows that it can touch allow, wherever they begin; with 5 ms and 1 ‰ to spare. */
export function isCrowded(saved: Saved, form: FormOf<'window'>): boolean {
  mustBeQuota(saved);
  const [per, from, to] = [perOf(saved), writeOf(saved, form.from), writeOf(saved, form.to)];
  must(typeof per !== 'string' && to.complete !== null, 'the limit is not of a time');
  mustNotBeSetAmid(saved, from);
  const error = machinesOf(saved) > 1 ? saved.header.clock.errorNs : 0;
  const begin = beganAt(saved, from);
  const span = to.complete + error - (begin - error);
  const within = saved.operations.filter(
    (one) =>
      isYes(one) &&
      isOneScope(per, from, one) &&
      (!saved.header.setup || one.round === from.round) &&
      beganAt(saved, one) >= begin &&
      (one.complete ?? 0) <= (to.complete ?? 0),
  );
  const windows = Math.ceil((span + 5 * MS + span / 1_000) / per.windowNs) + 1;
  return BigInt(yesIntents(within)) > limitOf(saved) * BigInt(windows);
}

const machinesOf = ({ operations }: Saved): number => new Set(operations.map(({ machine }) => machine ?? '')).size;

/** Refused, and fewer than the limit can have counted by then. */
export function hadRoom(saved: Saved, { refused: id }: FormOf<'room'>): boolean {
  mustBeQuota(saved);
  const refused = writeOf(saved, id);
  must(isNo(refused), `operation ${id} was not refused`);
  must(!isToldToWait(saved, refused), `operation ${id} may have been told to wait`);
  mustNotBeUsedUp(saved, refused);
  return isRoomAt(saved, refused);
}

/** Every attempt that may have counted may have used some of it. */
function isRoomAt(saved: Saved, refused: Operation): boolean {
  const per = perOf(saved);
  const sent = saved.operations.filter(
    (one) =>
      one.f !== 'read' &&
      mayCount(one) &&
      !precedes(saved, refused, one) &&
      mayBeOneScope(saved, per, one, refused) &&
      (typeof per === 'string' || isNear(saved, one, refused, per.windowNs)),
  );
  const used = typeof per === 'string' ? usedBefore(saved, refused, limitOf(saved), 'all') : 0n;
  return BigInt(sent.length) + used < limitOf(saved);
}

/** It may lie in a window with a refusal; windows may be turned late, by 50 ms and a twentieth. */
function isNear(saved: Saved, one: Operation, refused: Operation, windowNs: number): boolean {
  const error = machinesOf(saved) > 1 ? saved.header.clock.errorNs : 0;
  const from = refused.invoke - error - windowNs - 50 * MS - windowNs / 20;
  must(from >= 0, 'the window reaches back before the run');
  return one.complete === null || one.complete + error >= from;
}

/** Refused at the limit, and later in the same phase another was admitted; of the refusal alone nothing shows that it was wrong. */
export function isReopened(saved: Saved, form: FormOf<'reopened'>): boolean {
  mustBeQuota(saved);
  const [per, refused, admitted] = [perOf(saved), writeOf(saved, form.refused), writeOf(saved, form.admitted)];
  must(typeof per === 'string' && isOneScope(per, refused, admitted), 'the two do not share a limit');
  must(refused.phaseIndex === admitted.phaseIndex, 'the two are of different phases');
  must(!isToldToWait(saved, refused), `operation ${form.refused} may have been told to wait`);
  const unheard = saved.operations.some(
    (one) => one.counts === 'unknown' && isOneScope(per, refused, one) && !precedes(saved, refused, one),
  );
  must(!unheard, 'an unheard write may have held the limit for a while');
  mustNotBeSetAmid(saved, refused);
  must(!isRoomAt(saved, refused), 'there was room when it was refused');
  const before = intentsOf(saved.operations).find(({ attempts }) => attempts.includes(admitted));
  // An attempt that was refused had no effect.
  const isAllAfter = before?.attempts.filter(mayCount).every((one) => precedes(saved, refused, one)) === true;
  return isNo(refused) && isYes(admitted) && isAllAfter;
}
