import type { Operation } from '../../history/operation.ts';
import { isOrdered, mustBeFew, type Placed } from '../every-order.ts';
import { must } from '../refused.ts';
import { mustNotBeUsedUp } from './ahead.ts';
import type { FormOf } from './forms.ts';
import { intentsOf } from './intents.ts';
import { isNo, isYes, mayCount, type Saved, writeOf } from './saved.ts';
import { isNothingAhead, isShared, isUnbroken, type Shelf, shelfOf, thingsOf, unitsOf } from './shelf.ts';

/**
 * No order of a few writes on a stock explains their answers, whatever the others did. A grant finds room in all of its
 * things, a refusal finds one of them full, a release gives back what is held, or nothing where nothing is.
 *
 * Those left out are made up for: a grant may find as much more room as the releases left out that were not sent after it
 * give back, and a refusal as much more held as the grants left out that were not sent after it. One grant or release more
 * or less moves what is held by no more than its own units from there on, so in any true order each of the few has at least
 * that; and a refusal that is left out changes nothing.
 */
export function hasNoOrder(saved: Saved, { writes: ids }: FormOf<'no-order'>): boolean {
  mustBeFew(ids);
  const few = ids.map((id) => writeOf(saved, id));
  const [one] = few;
  must(one !== undefined && new Set(few).size === few.length, 'the writes are none, or one stands twice');
  const shelf = shelfOf(saved, one);
  const near = [...shelf.reserves, ...shelf.releases].filter((one) => few.some((other) => isNear(one, other)));
  must(
    few.every((one) => near.includes(one)),
    'not all of the writes are of one stock',
  );
  mustBePlain(shelf, near);
  for (const refused of few) if (isNo(refused) && refused.items === undefined) mustNotBeUsedUp(saved, refused);
  const table = tableOf(shelf, near, few);
  const placed = few.map((one): Placed<Held> => placing(table, one));
  const precedes = (i: number, k: number): boolean => isBefore(shelf, few[i] as Operation, few[k] as Operation);
  const first: Held = { levels: table.things.map(() => 0n), holds: '0'.repeat(table.names.length) };
  const nameOf = ({ levels, holds }: Held): string => `${levels} ${holds}`;
  return !isOrdered(placed, precedes, { first, nameOf, width: table.things.length + 1 });
}

/** Of one thing at least, or a release that names the hold. */
const isNear = (one: Operation, other: Operation): boolean =>
  isShared(one, other) || (one.f === 'release' && one.hold !== undefined && one.hold === other.hold);

const isBefore = ({ error }: Shelf, x: Operation, y: Operation): boolean =>
  x.complete !== null && x.complete + error < y.invoke - error;

/** What is held is told by these writes alone, and each of them stands for itself. */
function mustBePlain({ saved, reserves, leaseNs }: Shelf, near: readonly Operation[]): void {
  const [one] = near as readonly [Operation];
  must(leaseNs === null, 'holds end by themselves');
  must(
    near.every((other) => isUnbroken(saved, one, other)),
    'something was done meanwhile that may have ended holds',
  );
  must(isNothingAhead(saved, new Set(near.flatMap(thingsOf)), one), 'something may have been held before');
  must(
    intentsOf(reserves).every(
      ({ attempts: [attempt, ...more] }) => more.length === 0 || !near.includes(attempt as Operation),
    ),
    'attempts of one intent may stand for each other',
  );
  const named = near.filter(({ f, hold }) => f === 'reserve' && hold !== undefined);
  const names = new Map(named.map((grant) => [grant.hold, grant]));
  must(names.size === named.length, 'two holds have one name');
  const releases = near.filter(({ f }) => f === 'release');
  const grants = releases.flatMap(({ hold }) => (hold === undefined ? [] : (names.get(hold) ?? [])));
  const isNameless = releases.every(({ hold }) => hold === undefined);
  must(isNameless || grants.length === releases.length, 'not all releases name a hold that was granted');
  for (const [i, grant] of grants.entries())
    must(isAlike(grant, releases[i] as Operation), 'a release is of another thing');
}

const isAlike = (a: Operation, b: Operation): boolean =>
  unitsOf(a) === unitsOf(b) && JSON.stringify([...thingsOf(a)].sort()) === JSON.stringify([...thingsOf(b)].sort());

/** What the few are of, and what those left out may add to it. */
interface Table {
  readonly shelf: Shelf;
  readonly things: readonly string[];
  /** Of holds that a grant is known by. */
  readonly names: readonly string[];
  readonly rest: readonly Operation[];
}

function tableOf(shelf: Shelf, near: readonly Operation[], few: readonly Operation[]): Table {
  const granted = new Set(near.flatMap(({ f, hold }) => (f === 'reserve' && hold !== undefined ? hold : [])));
  const own = new Set(few);
  return {
    shelf,
    things: [...new Set(few.flatMap(thingsOf))],
    names: [...new Set(few.flatMap(({ hold }) => (hold !== undefined && granted.has(hold) ? hold : [])))],
    rest: near.filter((one) => !own.has(one) && mayCount(one)),
  };
}

/** What is held after some of the few. */
interface Held {
  /** Of each thing. */
  readonly levels: readonly bigint[];
  /** Of each hold that has a name: 1 while it is held. */
  readonly holds: string;
}

function placing(table: Table, one: Operation): Placed<Held> {
  const { shelf, names } = table;
  const places = thingsOf(one).map((thing) => table.things.indexOf(thing));
  const units = unitsOf(one);
  const hold = one.hold === undefined ? -1 : names.indexOf(one.hold);
  if (isNo(one)) {
    must(!isInDoubt(shelf, one), `operation ${one.id} may have met another that was undone`);
    const more = slackOf(table, one, 'reserve');
    const isFull = ({ levels }: Held): boolean =>
      places.some((at, i) => (levels[at] ?? 0n) + (more[i] ?? 0n) + units > shelf.limit);
    return { certain: true, after: (held) => (isFull(held) ? held : null) };
  }
  if (one.f === 'release') {
    const isGone = ({ holds }: Held): boolean => hold >= 0 && holds[hold] !== '1';
    return { certain: isYes(one), after: (held) => (isGone(held) ? held : moved(held, places, -units, hold)) };
  }
  const less = slackOf(table, one, 'release');
  const fits = ({ levels }: Held): boolean =>
    places.every((at, i) => (levels[at] ?? 0n) - (less[i] ?? 0n) + units <= shelf.limit);
  return { certain: isYes(one), after: (held) => (fits(held) ? moved(held, places, units, hold) : null) };
}

/** What those of a kind that are left out, and were not sent after it, make of each of its things together. */
function slackOf({ shelf, rest }: Table, one: Operation, f: Operation['f']): readonly bigint[] {
  const sums = new Map(thingsOf(one).map((thing) => [thing, 0n]));
  for (const other of rest) {
    if (other.f !== f || isBefore(shelf, one, other)) continue;
    for (const thing of thingsOf(other)) {
      const sum = sums.get(thing);
      if (sum !== undefined) sums.set(thing, sum + unitsOf(other));
    }
  }
  return [...sums.values()];
}

/** While it was under way another order of the same thing was refused, or not heard, that may have held it for a moment. */
const isInDoubt = ({ reserves, error }: Shelf, one: Operation): boolean =>
  reserves.some(
    (other) =>
      other !== one &&
      !isYes(other) &&
      isShared(other, one) &&
      other.invoke - error <= (one.complete ?? Number.POSITIVE_INFINITY) + error &&
      (other.complete ?? Number.POSITIVE_INFINITY) + error >= one.invoke - error,
  );

/** What is not held gives nothing back. */
function moved({ levels, holds }: Held, places: readonly number[], units: bigint, hold: number): Held {
  const after = [...levels];
  for (const at of places) {
    const level = (after[at] ?? 0n) + units;
    after[at] = level < 0n ? 0n : level;
  }
  const isHeld = units > 0n ? '1' : '0';
  return { levels: after, holds: hold < 0 ? holds : holds.slice(0, hold) + isHeld + holds.slice(hold + 1) };
}
