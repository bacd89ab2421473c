import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { plural } from '../words.ts';
import { heldAtRest } from './at-rest.ts';
import { componentsOf } from './components.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import { oversold } from './oversold.ts';
import { isMetByOther, isPassed, refusedWithStock } from './refusals.ts';
import { searchOrder } from './search.ts';
import { type Stock, stocksOf, thingsOf } from './stock.ts';
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
  return stocksOf(header, operations).flatMap((stock) => [
    ...componentsOf(stock).flatMap((part) => judgePart(part, budget)),
    ...heldAtRest(header, operations, stock),
  ]);
}

function judgePart(part: Stock, budget: number): readonly ObjectFinding[] {
  const plain = [...oversold(part), ...refusedWithStock(part)];
  if (plain.length > 0 || !isSearched(part)) return plain;
  const settled = part.reserves.filter((one) => !isRefused(one) || !(isMetByOther(part, one) || isPassed(part, one)));
  const { answer, states } = searchOrder({ ...part, reserves: settled }, budget);
  if (answer === 'explained') return [];
  return [answer === 'unknown' ? undecided(part, states) : unexplained(part)];
}

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
  const told = named === 0 || named === releases.length;
  const once = names.size === reserves.filter(({ hold }) => hold !== undefined).length;
  if (leaseNs !== null || !told || !once || grants.size < reserves.length) return false;
  return releases.length > 0 || all.some((one) => thingsOf(one).length > 1) || reserves.some(isRefused);
}

const shown = ({ reserves, releases }: Stock): readonly Operation[] =>
  [...reserves, ...releases].sort((a, b) => a.invoke - b.invoke).slice(0, MAX_WITNESS);

const sizeOf = ({ reserves, releases }: Stock): string =>
  `${plural(reserves.length, 'reservation')} and ${plural(releases.length, 'release')}`;

const unexplained = (part: Stock): ObjectFinding => ({
  code: 'CP119',
  round: part.round,
  phaseIndex: null,
  count: { min: null, max: null },
  message: `No order of ${sizeOf(part)} explains their answers, though no single one is out of bounds`,
  argument:
    'Every order that respects what was over before what began was tried: in each a grant finds no room, or a refusal finds some.',
  witness: shown(part),
  proof: null,
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
