import type { Decimal } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import { mustNotBeUsedUp } from './ahead.ts';
import type { FormOf } from './forms.ts';
import { intentsOf } from './intents.ts';
import { decimalOf } from './numbers.ts';
import { beganAt, isNo, isToldToWait, isYes, mayCount, operationOf, type Saved, writeOf } from './saved.ts';
import { aheadOf, isShared, isUnbroken, type Shelf, shelfOf, thingsOf, total, unitsOf } from './shelf.ts';

const MS = 1e6;

/** Between when and when a grant is held: for certain, and at most. In true time. */
interface Hold {
  readonly by: Operation;
  readonly from: number;
  readonly until: number;
  readonly mayFrom: number;
  readonly mayUntil: number;
}

function holdOf({ saved, releases, leaseNs, error }: Shelf, by: Operation): Hold {
  const own = by.hold === undefined ? [] : releases.filter(({ hold }) => hold === by.hold);
  const began = mayCount(by) ? beganAt(saved, by) : by.invoke;
  const [earliest, latest] = [began - error, by.complete === null ? Number.POSITIVE_INFINITY : by.complete + error];
  const freed = own
    .filter((one) => isYes(one) && one.invoke - error > latest)
    .map((one) => (one.complete ?? 0) + error);
  const soon = leaseNs === null ? [] : [earliest + leaseNs - 5 * MS - leaseNs / 1_000];
  const late = leaseNs === null ? [] : [latest + leaseNs + 50 * MS + leaseNs / 20];
  return {
    by,
    from: latest,
    until: Math.min(Number.POSITIVE_INFINITY, ...soon, ...own.map(({ invoke }) => invoke - error)),
    mayFrom: earliest,
    mayUntil: Math.min(Number.POSITIVE_INFINITY, ...late, ...freed),
  };
}

/** One grant for each intent, the first that was acknowledged. */
const grantsOf = ({ reserves }: Shelf): readonly Operation[] =>
  intentsOf(reserves).flatMap(
    ({ attempts }) => attempts.filter(isYes).sort((a, b) => (a.complete ?? 0) - (b.complete ?? 0))[0] ?? [],
  );

function unnamedOf({ reserves, releases }: Shelf): readonly Operation[] {
  const names = new Set(reserves.map(({ hold }) => hold));
  return releases.filter(({ hold }) => hold === undefined || !names.has(hold));
}

/** When this one had been granted, more was held of a thing than there is, whatever the releases sent by then gave back. */
export function isOversold(saved: Saved, { at: id, thing }: FormOf<'oversold'>): boolean {
  const at = writeOf(saved, id);
  const shelf = shelfOf(saved, at);
  must(isYes(at) && at.complete !== null && thingsOf(at).includes(thing), `operation ${id} was not granted ${thing}`);
  const time = at.complete + shelf.error;
  const held = grantsOf(shelf)
    .filter((one) => thingsOf(one).includes(thing) && isUnbroken(saved, one, at))
    .map((one) => holdOf(shelf, one))
    .filter(({ from, until }) => from <= time && until > time);
  const back = unnamedOf(shelf).filter((one) => thingsOf(one).includes(thing) && one.invoke - shelf.error <= time);
  return total(held.map(({ by }) => by)) - total(back) > shelf.limit;
}

/** Refused, though nothing that it asks for can have been gone. */
export function wasThere(saved: Saved, { refused: id }: FormOf<'room'>, code: string): boolean {
  const refused = writeOf(saved, id);
  const shelf = shelfOf(saved, refused);
  must(refused.f === 'reserve' && isNo(refused) && refused.complete !== null, `operation ${id} was not refused`);
  must(!isToldToWait(saved, refused), `operation ${id} may have been told to wait`);
  if (code === 'CP105' && refused.items === undefined) mustNotBeUsedUp(saved, refused);
  const [start, end] = [refused.invoke - shelf.error, refused.complete + shelf.error];
  const holds = shelf.reserves.filter(mayCount).map((one) => holdOf(shelf, one));
  const passing = shelf.reserves.filter((other) => mayHavePassed(shelf, other, refused));
  const unlike = passing.filter(({ status }) => status !== refused.status);
  const isThere = (thing: string): boolean => {
    const near = holds.filter(
      (hold) => hold.mayFrom <= end && hold.mayUntil >= start && thingsOf(hold.by).includes(thing),
    );
    const held = total(near.map(({ by }) => by)) + aheadOf(saved, thing, refused);
    // Where nothing else was in the way, those that were refused alike were not refused for each other.
    return held + total(held > 0n ? passing : unlike) + unitsOf(refused) <= shelf.limit;
  };
  const isLeft = shelf.reserves.some((other) => mayBeLeft(shelf, other, refused));
  must(isLeft === (code === 'CP117'), `operation ${id} does not show ${code}`);
  return thingsOf(refused).every(isThere) && !shelf.reserves.some((other) => isInTheWay(shelf, other, refused));
}

/** An order of several things that had been refused before may still hold the one it asked for. */
function mayBeLeft({ error }: Shelf, other: Operation, refused: Operation): boolean {
  if (other === refused || !isNo(other) || other.complete === null || thingsOf(other).length < 2) return false;
  const isEarlier = other.complete + error < refused.invoke - error;
  return isEarlier && thingsOf(other).some((thing) => thingsOf(refused).includes(thing));
}

/** An order of several things that was under way as well, and refused, may have had one for a moment. */
function isInTheWay(shelf: Shelf, other: Operation, refused: Operation): boolean {
  const several = thingsOf(other).length > 1 || thingsOf(refused).length > 1;
  return several && isRefusedMeanwhile(shelf, other, refused);
}

/** So may one of a single thing. */
const mayHavePassed = (shelf: Shelf, other: Operation, refused: Operation): boolean =>
  thingsOf(other).length === 1 && isRefusedMeanwhile(shelf, other, refused);

function isRefusedMeanwhile({ error }: Shelf, other: Operation, refused: Operation): boolean {
  if (other === refused || !isNo(other) || !isShared(other, refused)) return false;
  const end = (other.complete ?? Number.POSITIVE_INFINITY) + error;
  return other.invoke - error <= (refused.complete ?? 0) + error && end >= refused.invoke - error;
}

/** At rest a number shows more taken than can be held, or less than is held for certain. */
export function isWronglyHeld(saved: Saved, { before, read: id }: FormOf<'held'>): boolean {
  const read = operationOf(saved, id);
  const shelf = shelfOf(saved, read);
  const { reserves, releases, error } = shelf;
  const all = [...reserves, ...releases];
  must(releases.length > 0 || shelf.leaseNs !== null, 'nothing is given back');
  must(read.f === 'read' && read.outcome === 'ok' && read.complete !== null, `operation ${id} shows no number`);
  must(
    all.every(({ complete }) => complete === null || complete + error < read.invoke - error),
    'not all was at rest',
  );
  must(new Set(all.flatMap(thingsOf)).size <= 1, 'a number of one thing says nothing of several');
  const expectation = saved.header.expect.readings.find(
    ({ reading, risesBy }) => reading === read.reading && risesBy !== null,
  );
  must(expectation !== undefined, `nothing is expected of how ${read.reading} moves`);
  const base = baseAt(saved, before, read);
  const taken = takenOf(
    base,
    decimalOf(read.value, `operation ${id}`),
    decimalOf(expectation.step ?? saved.header.step, 'the step'),
  );
  const unnamed = unnamedOf(shelf);
  const grants = grantsOf(shelf).map((one) => holdOf(shelf, one));
  const sure =
    total(grants.filter(({ until }) => until > (read.complete ?? 0) + error).map(({ by }) => by)) - total(unnamed);
  const may = reserves
    .filter(mayCount)
    .map((one) => holdOf(shelf, one))
    .filter(({ mayUntil }) => mayUntil >= read.invoke - error);
  const back = unnamed.filter((one) => isYes(one) && findsAHold(shelf, grants, one)).length;
  return taken < sure || taken > total(may.map(({ by }) => by)) - BigInt(back);
}

/** More had been granted before it than all other releases sent by its end can have given back. */
function findsAHold({ releases, error }: Shelf, grants: readonly Hold[], one: Operation): boolean {
  const before = grants.filter(({ from }) => from < one.invoke - error).length;
  const end = one.complete === null ? Number.POSITIVE_INFINITY : one.complete + error;
  return before > releases.filter((other) => other !== one && other.invoke - error <= end).length;
}

function baseAt(saved: Saved, before: number | null, read: Operation): Decimal {
  if (before === null) return decimalOf(saved.header.initial, 'the start value');
  const base = operationOf(saved, before);
  must(
    base.role === 'before' && base.reading === read.reading && base.round === read.round,
    `operation ${before} is no base`,
  );
  return decimalOf(base.value, `operation ${before}`);
}

function takenOf(base: Decimal, shown: Decimal, step: Decimal): bigint {
  const scale = Math.max(base.scale, shown.scale, step.scale);
  const at = ({ unscaled, scale: own }: Decimal): bigint => unscaled * 10n ** BigInt(scale - own);
  const [distance, unit] = [at(shown) - at(base), at(step)];
  must(unit !== 0n && distance % unit === 0n, 'the number did not move by whole steps');
  return distance / unit;
}
