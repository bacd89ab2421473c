import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { smallest } from '../smallest.ts';
import { plural } from '../words.ts';
import { above } from './above.ts';
import { heldAtRest } from './at-rest.ts';
import { componentsOf } from './components.ts';
import { filled } from './filled.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import { inTheWay } from './in-the-way.ts';
import { oversold } from './oversold.ts';
import { firstOf } from './quota.ts';
import { refusedWithStock } from './refusals.ts';
import { searchOrder } from './search.ts';
import { type Stock, stocksOf } from './stock.ts';
import { thingsOf } from './things.ts';
import { intentOf, isRefused } from './writes.ts';

/** States that a search for an order looks at, before it gives up. */
export const BUDGET = 50_000;

/**
 * Breaches of a stock: more held at a time than there is (CP106), refused with all of it there (CP105), held for an order
 * that was refused, or held at rest by nobody (CP117); where things are given back, or several are asked for at once,
 * whether any order explains all answers (CP119; CP314 when the search for one ends at its budget).
 */
export function judgeReservation(
  header: HistoryHeader,
  operations: readonly Operation[],
  budget: number = BUDGET,
): readonly ObjectFinding[] {
  const atRest = heldAtRest(header, operations);
  const found = stocksOf(header, operations).flatMap((stock) => [
    ...componentsOf(stock).flatMap((part) => judgePart(part, budget)),
    ...atRest(stock),
  ]);
  const sold = new Set(found.filter(({ code }) => code === 'CP106').map(({ round }) => round));
  const shown = firstOf([() => filled(header, operations), () => above(header, operations)]);
  return [...found, ...shown.filter(({ round }) => !sold.has(round))];
}

function judgePart(part: Stock, budget: number): readonly ObjectFinding[] {
  const way = inTheWay(part);
  const plain = [...oversold(part), ...refusedWithStock(part, way)];
  if (plain.length > 0 || !isSearched(part)) return plain;
  const mayBeRight = (one: Operation): boolean => way.isMetByOther(one) || way.isPassed(one) || part.isSoldAtFirst(one);
  const settled = part.reserves.filter((one) => !isRefused(one) || !mayBeRight(one));
  const { answer, states } = searchOrder({ ...part, reserves: settled }, budget);
  if (answer === 'explained') return [];
  return [answer === 'unknown' ? undecided(part, states) : unexplained(part, fewUnexplained(part, settled))];
}

/** No order of these explains their answers, whatever the others did; without any one of them some order may. */
function fewUnexplained(part: Stock, settled: readonly Operation[]): readonly Operation[] {
  const isStill = (some: readonly Operation[]): boolean =>
    searchOrder({ ...part, reserves: settled }, FEW_BUDGET, new Set(some)).answer === 'contradiction';
  return smallest(
    [...settled, ...part.releases].sort((a, b) => a.invoke - b.invoke),
    isStill,
    MOST_SEARCHES,
  );
}

/** States of each search for fewer, and how many such searches there are. */
const FEW_BUDGET = 5_000;
const MOST_SEARCHES = 300;

/**
 * Whether a search would tell more than counting, and can: holds that end by themselves, and attempts that may stand for
 * each other, leave open what a grant is of.
 */
function isSearched({ reserves, releases, leaseNs, segmentOf, aheadOf }: Stock): boolean {
  const all = [...reserves, ...releases];
  if (new Set(all.map(segmentOf)).size > 1) return false;
  if (all.flatMap(thingsOf).some((thing) => aheadOf(thing) > 0n)) return false;
  const grants = new Set(reserves.map(intentOf));
  const names = new Set(reserves.flatMap(({ hold }) => hold ?? []));
  const named = releases.filter(({ hold }) => hold !== undefined && names.has(hold)).length;
  // Of which hold a release is that names one nobody was granted by, is not known.
  const told = named === releases.length || releases.every(({ hold }) => hold === undefined);
  const once = names.size === reserves.filter(({ hold }) => hold !== undefined).length;
  if (leaseNs !== null || !told || !once || grants.size < reserves.length) return false;
  return releases.length > 0 || all.some((one) => thingsOf(one).length > 1) || reserves.some(isRefused);
}

const sizeOf = ({ reserves, releases }: Stock): string =>
  `${plural(reserves.length, 'reservation')} and ${plural(releases.length, 'release')}`;

const unexplained = (part: Stock, few: readonly Operation[]): ObjectFinding => ({
  code: 'CP119',
  round: part.round,
  phaseIndex: null,
  count: { min: null, max: null },
  message: `No order of ${sizeOf(part)} explains their answers, though no single one is out of bounds`,
  argument:
    few.length <= MAX_WITNESS
      ? `In every order of ${few.length === 1 ? 'this one' : `these ${few.length}`} that respects what was over before what began, a grant finds no room, or a refusal finds some, whatever the others did.`
      : 'Every order that respects what was over before what began was tried: in each a grant finds no room, or a refusal finds some.',
  witness: few.slice(0, MAX_WITNESS),
  proof: { form: 'no-order', writes: few.map(({ id }) => id) },
});

const undecided = (part: Stock, states: number): ObjectFinding => ({
  code: 'CP314',
  round: part.round,
  phaseIndex: null,
  count: { min: null, max: null },
  message: `Whether some order of ${sizeOf(part)} explains their answers is not decided: the search ended after ${states} states`,
  argument: 'Nothing is wrong by counting; a search that did not end answers nothing more.',
  witness: [],
  proof: null,
});
