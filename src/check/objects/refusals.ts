import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import { listed, plural } from '../words.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import type { InTheWay } from './in-the-way.ts';
import { possibleHolds, type Stock } from './stock.ts';
import { thingsOf } from './things.ts';
import { toldToWait } from './waiting.ts';
import { isRefused, phaseOfAll } from './writes.ts';

const MAX_NAME = 80;

/**
 * CP105: refused, though of nothing it asks for all can have been held meanwhile; CP117 where an order of several things
 * that was refused before asked for one of them: what is refused as a whole must leave nothing held.
 */
export function refusedWithStock(stock: Stock, { isFull, isMetByOther }: InTheWay): readonly ObjectFinding[] {
  const refused = stock.reserves.filter(isRefused);
  const isWaiting = toldToWait(stock.reserves, stock.times);
  const wrong = refused.filter((one) => !isWaiting(one) && !isFull(one) && !isMetByOther(one));
  const isLeft = leftBy(stock, refused);
  const left = wrong.filter(isLeft);
  const others = wrong.filter((one) => !isLeft(one) && !stock.isSoldAtFirst(one));
  return [
    ...(left.length === 0 ? [] : [leftHeld(stock, left, refused)]),
    ...(others.length === 0 ? [] : [early(stock, others)]),
  ];
}

const isShared = (a: Operation, b: Operation): boolean => thingsOf(a).some((thing) => thingsOf(b).includes(thing));

/** Whether an order of several things was over before, refused, that asked for one of the same. */
function leftBy({ times }: Stock, refused: readonly Operation[]): (one: Operation) => boolean {
  const over = new Map<string, number>();
  for (const order of refused.filter((one) => thingsOf(one).length > 1))
    for (const thing of thingsOf(order))
      over.set(thing, Math.min(times.latest(order), over.get(thing) ?? Number.POSITIVE_INFINITY));
  return (one) => thingsOf(one).some((thing) => (over.get(thing) ?? Number.POSITIVE_INFINITY) < times.earliest(one));
}

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
