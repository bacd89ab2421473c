import { parseDecimal } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import type { FormOf } from './forms.ts';
import { intentsOf } from './intents.ts';
import { isNo, isSent, isYes, mayCount, precedes, type Saved, writeOf } from './saved.ts';
import { isOneScope, limitOf, mayBeOneScope, type Per, perOf } from './scope.ts';

const MS = 1e6;

/** Nothing is given back, and everything is of one thing: what was admitted stays admitted. */
function mustBeQuota({ header, operations }: Saved): void {
  must(header.object === 'quota' || header.object === 'reservation', 'the history is of nothing that has a limit');
  must(!operations.some(({ items }) => items !== undefined), 'different things are reserved');
  must(!operations.some(({ f }) => f === 'release'), 'something is given back');
}

const yesIntents = (writes: readonly Operation[]): number =>
  intentsOf(writes).filter(({ comes }) => comes === 'yes').length;

/** More intents were admitted in a scope than the limit. */
export function isOver(saved: Saved, { in: id }: FormOf<'over'>, code: string): boolean {
  mustBeQuota(saved);
  must(code === (saved.header.object === 'quota' ? 'CP104' : 'CP106'), `of this object it is not ${code}`);
  const [per, one] = [perOf(saved), writeOf(saved, id)];
  must(typeof per === 'string', 'a limit of a time has no scope');
  return (
    BigInt(yesIntents(saved.operations.filter((other) => isSent(other) && isOneScope(per, one, other)))) >
    limitOf(saved)
  );
}

/** Fewer were admitted in a scope than the limit and than were sent, if all that was not heard was a yes. */
export function isUnder(saved: Saved, { in: id }: FormOf<'under'>): boolean {
  mustBeQuota(saved);
  const [per, one] = [perOf(saved), writeOf(saved, id)];
  must(typeof per === 'string', 'a limit of a time has no scope');
  must(!saved.marks.some((mark) => 'stopped' in mark && mark.round === one.round), 'the round was not finished');
  const own = saved.operations.filter((other) => other.f !== 'read' && isOneScope(per, one, other));
  const sent = intentsOf(own);
  const may =
    sent.filter(({ comes }) => comes !== 'no').length + own.filter(({ counts }) => counts === 'notSent').length;
  const room = limitOf(saved) - usedUp(saved, per, one);
  return BigInt(may) < room && may < sent.length;
}

/** How much of a limit may have been used ahead of a round: by what was read, and by earlier rounds of a key that lives on. */
function usedUp(saved: Saved, per: Exclude<Per, object>, one: Operation): bigint {
  if (per === 'phase') return 0n;
  const earlier = saved.operations.filter(
    (other) =>
      other.f !== 'read' && other.round < one.round && mayCount(other) && mayBeOneScope(saved, per, other, one),
  );
  return usedBefore(saved, one.round) + BigInt(intentsOf(earlier).length);
}

/** More were admitted in a span than all windows that it can touch allow, wherever they begin; with 5 ms and 1 ‰ to spare. */
export function isCrowded(saved: Saved, form: FormOf<'window'>): boolean {
  mustBeQuota(saved);
  const [per, from, to] = [perOf(saved), writeOf(saved, form.from), writeOf(saved, form.to)];
  must(typeof per !== 'string' && to.complete !== null, 'the limit is not of a time');
  const error = machinesOf(saved) > 1 ? saved.header.clock.errorNs : 0;
  const span = to.complete + error - (from.invoke - error);
  const within = saved.operations.filter(
    (one) =>
      isYes(one) &&
      isOneScope(per, from, one) &&
      one.invoke >= from.invoke &&
      (one.complete ?? 0) <= (to.complete ?? 0),
  );
  const windows = Math.ceil((span + 5 * MS + span / 1_000) / per.windowNs) + 1;
  return BigInt(yesIntents(within)) > limitOf(saved) * BigInt(windows);
}

const machinesOf = ({ operations }: Saved): number => new Set(operations.map(({ machine }) => machine ?? '')).size;

/** Refused, and fewer than the limit can have counted by then. */
export function hadRoom(saved: Saved, { refused: id }: FormOf<'room'>): boolean {
  mustBeQuota(saved);
  const [per, refused] = [perOf(saved), writeOf(saved, id)];
  must(isNo(refused), `operation ${id} was not refused`);
  const sent = saved.operations.filter(
    (one) =>
      one.f !== 'read' &&
      mayCount(one) &&
      !precedes(saved, refused, one) &&
      mayBeOneScope(saved, per, one, refused) &&
      (typeof per === 'string' || isNear(saved, one, refused, per.windowNs)),
  );
  const used = typeof per === 'string' ? usedBefore(saved, refused.round) : 0n;
  return BigInt(sent.length) + used < limitOf(saved);
}

/** It may lie in a window with a refusal; windows may be turned late, by 50 ms and a twentieth. */
function isNear(saved: Saved, one: Operation, refused: Operation, windowNs: number): boolean {
  const error = machinesOf(saved) > 1 ? saved.header.clock.errorNs : 0;
  const from = refused.invoke - error - windowNs - 50 * MS - windowNs / 20;
  must(from >= 0, 'the window reaches back before the run');
  return one.complete === null || one.complete + error >= from;
}

/** What numbers ahead of a round show as used up, at most. */
function usedBefore(saved: Saved, round: number): bigint {
  const limit = limitOf(saved);
  const falls = saved.header.step.startsWith('-');
  const shown = saved.operations
    .filter((one) => one.f === 'read' && one.round === round && one.phaseIndex < 0 && one.outcome === 'ok')
    .map(({ value }) => {
      const read = parseDecimal(value ?? '');
      if (read === null || read.scale > 0 || read.unscaled < 0n || read.unscaled > limit) return limit;
      return falls ? limit - read.unscaled : read.unscaled;
    });
  let used = 0n;
  for (const one of shown) if (one > used) used = one;
  return used;
}

/** Refused at the limit, and later in the same phase another was admitted; the refusal itself was right. */
export function isReopened(saved: Saved, form: FormOf<'reopened'>): boolean {
  mustBeQuota(saved);
  const [per, refused, admitted] = [perOf(saved), writeOf(saved, form.refused), writeOf(saved, form.admitted)];
  must(typeof per === 'string' && isOneScope(per, refused, admitted), 'the two do not share a limit');
  must(refused.phaseIndex === admitted.phaseIndex, 'the two are of different phases');
  const unheard = saved.operations.some(
    (one) => one.counts === 'unknown' && isOneScope(per, refused, one) && !precedes(saved, refused, one),
  );
  must(!unheard, 'an unheard write may have held the limit for a while');
  const before = intentsOf(saved.operations).find(({ attempts }) => attempts.includes(admitted));
  return isNo(refused) && isYes(admitted) && before?.attempts.every((one) => precedes(saved, refused, one)) === true;
}
