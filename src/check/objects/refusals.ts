import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import { listed, plural } from '../words.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import { type Hold, possibleHolds, type Stock, thingsOf, unitsOf } from './stock.ts';
import { isRefused, phaseOfAll } from './writes.ts';

const MAX_NAME = 80;

/**
 * CP105: refused, though of nothing it asks for all can have been held meanwhile; CP117 where an order of several things
 * that was refused before asked for one of them: what is refused as a whole must leave nothing held.
 */
export function refusedWithStock(stock: Stock): readonly ObjectFinding[] {
  const holds = possibleHolds(stock);
  const refused = stock.reserves.filter(isRefused);
  const wrong = refused.filter((one) => !isFull(stock, one, holds) && !isMetByOther(stock, one));
  const left = wrong.filter((one) => earlierOrder(stock, one, refused) !== undefined);
  const others = wrong.filter((one) => !left.includes(one));
  return [
    ...(left.length === 0 ? [] : [leftHeld(stock, left, refused)]),
    ...(others.length === 0 ? [] : [early(stock, others)]),
  ];
}

/** Some thing may have been gone while it was looked at. */
function isFull(stock: Stock, one: Operation, holds: readonly Hold[]): boolean {
  const { times, limit, aheadOf } = stock;
  const [start, end] = [times.earliest(one), times.latest(one)];
  const others = sum(passing(stock, one).filter(isRefused));
  const unlike = sum(passing(stock, one).filter((other) => isRefused(other) && other.status !== one.status));
  return thingsOf(one).some((thing) => {
    const near = holds.filter(
      ({ by, mayBeFrom, mayBeUntil }) => mayBeFrom <= end && mayBeUntil >= start && thingsOf(by).includes(thing),
    );
    const held = near.reduce((units, hold) => units + hold.units, 0n) + aheadOf(thing);
    // Where nothing else was in the way, who were refused alike were not refused for each other.
    return held + (held > 0n ? others : unlike) + unitsOf(one) > limit;
  });
}

const sum = (operations: readonly Operation[]): bigint => operations.reduce((units, one) => units + unitsOf(one), 0n);

/** Orders of one thing, refused or of unknown fate, that may have held it for a moment while another was under way. */
function passing({ times, reserves }: Stock, one: Operation): readonly Operation[] {
  return reserves.filter(
    (other) =>
      other !== one &&
      (isRefused(other) || other.counts === 'unknown') &&
      thingsOf(other).length === 1 &&
      isShared(other, one) &&
      times.earliest(other) <= times.latest(one) &&
      times.latest(other) >= times.earliest(one),
  );
}

/** Whether another may have held what was refused, and have given it back. */
export const isPassed = (stock: Stock, one: Operation): boolean => passing(stock, one).length > 0;

/** An order of several things may have taken one for a moment, and have been refused then. */
export const isMetByOther = (stock: Stock, one: Operation): boolean =>
  stock.reserves.some((other) => other !== one && isRefused(other) && mayBeInTheWay(stock, other, one));

function mayBeInTheWay({ times }: Stock, other: Operation, one: Operation): boolean {
  const together = times.earliest(other) <= times.latest(one) && times.latest(other) >= times.earliest(one);
  const several = thingsOf(other).length > 1 || thingsOf(one).length > 1;
  return together && several && isShared(other, one);
}

const isShared = (a: Operation, b: Operation): boolean => thingsOf(a).some((thing) => thingsOf(b).includes(thing));

const earlierOrder = ({ times }: Stock, one: Operation, refused: readonly Operation[]): Operation | undefined =>
  refused.find(
    (other) => thingsOf(other).length > 1 && times.latest(other) < times.earliest(one) && isShared(other, one),
  );

function leftHeld(stock: Stock, left: readonly Operation[], refused: readonly Operation[]): ObjectFinding {
  const [one] = left as [Operation];
  const order = earlierOrder(stock, one, refused) as Operation;
  const shared = thingsOf(one).filter((thing) => thingsOf(order).includes(thing));
  const names = listed(shared.map((thing) => printable(thing, MAX_NAME)));
  return {
    code: 'CP117',
    round: stock.round,
    phaseIndex: phaseOfAll(left),
    count: { min: 1, max: left.length },
    message: `${names} could not be had by #${one.id}, and nobody holds it: #${order.id}, which was refused, asked for it too`,
    argument: `#${order.id} was refused as a whole and complete before #${one.id} was sent; every grant was of something else or had ended, so what #${order.id} asked for is still held for it.`,
    witness: [order, one],
    proof: { form: 'room', refused: one.id },
  };
}

function early(stock: Stock, others: readonly Operation[]): ObjectFinding {
  const [one] = others as [Operation];
  const near = possibleHolds(stock).filter(
    ({ by, mayBeFrom, mayBeUntil }) =>
      isShared(by, one) && mayBeFrom <= stock.times.latest(one) && mayBeUntil >= stock.times.earliest(one),
  );
  const names = listed(
    thingsOf(one)
      .slice(0, 3)
      .map((thing) => printable(thing, MAX_NAME)),
  );
  return {
    code: 'CP105',
    round: stock.round,
    phaseIndex: phaseOfAll(others),
    count: { min: 1, max: others.length },
    message: `${plural(others.length, 'reservation')} refused though not all was held: #${one.id} asked for ${names}`,
    argument: `While #${one.id} was under way ${plural(near.length, 'grant')} at most can have been held of it, and there ${stock.limit === 1n ? 'is' : 'are'} ${stock.limit}.`,
    witness: [...near.map(({ by }) => by).slice(0, MAX_WITNESS - 1), one],
    proof: { form: 'room', refused: one.id },
  };
}
