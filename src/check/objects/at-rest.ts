import { compare, type Decimal, formatDecimal, parseDecimal, subtract, wholeSteps } from '../../history/decimal.ts';
import type { HistoryHeader, ReadingExpectation } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { plural } from '../words.ts';
import type { ObjectFinding } from './finding.ts';
import { Ranks } from './ranks.ts';
import { certainHolds, possibleHolds, type Stock, unnamedReleases } from './stock.ts';
import { thingsOf, unitsOf } from './things.ts';
import { groupedBy, isAcknowledged } from './writes.ts';

/** What can be held when all is at rest. */
interface Bounds {
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * CP117: at rest a reading shows more taken than can be held (not given back), or less than is held for certain (given
 * back early). Looked at only where holds end: without that a plain count of the writes says it.
 */
export function heldAtRest(
  header: HistoryHeader,
  operations: readonly Operation[],
): (stock: Stock) => readonly ObjectFinding[] {
  const reads = groupedBy(
    operations.filter(({ f, outcome }) => f === 'read' && outcome === 'ok'),
    ({ round }) => round,
  );
  const expected = header.expect.readings.filter(({ risesBy }) => risesBy !== null);
  return (stock) => {
    if (stock.releases.length === 0 && stock.leaseNs === null) return [];
    // A number of one thing says nothing of several.
    if (new Set([...stock.reserves, ...stock.releases].flatMap(thingsOf)).size > 1) return [];
    return expected.flatMap((expectation) => atRest(header, expectation, reads.get(stock.round) ?? [], stock));
  };
}

function atRest(
  header: HistoryHeader,
  { reading, step = header.step }: ReadingExpectation,
  reads: readonly Operation[],
  stock: Stock,
): readonly ObjectFinding[] {
  const own = reads.filter((read) => read.reading === reading);
  const before = own.find(({ role }) => role === 'before') ?? null;
  const over = lastOf(stock);
  const read = own.findLast(
    (one) => (one.role === 'settle' || one.role === 'quiet') && over < stock.times.earliest(one),
  );
  const base = parseDecimal(before?.value ?? header.initial ?? '');
  const [shown, unit] = [parseDecimal(read?.value ?? ''), parseDecimal(step)];
  if (read === undefined || base === null || shown === null || unit === null) return [];
  const taken = wholeSteps(subtract(shown, base), unit);
  const bounds = boundsAt(read, stock);
  if (taken === null || (taken >= bounds.least && taken <= bounds.most)) return [];
  return [findingOf(stock, before, read, base, shown, taken, bounds)];
}

/** When all that were answered are over. */
const lastOf = ({ reserves, releases, times }: Stock): number =>
  [...reserves, ...releases]
    .filter(({ complete }) => complete !== null)
    .reduce((last, one) => Math.max(last, times.latest(one)), Number.NEGATIVE_INFINITY);

function boundsAt(read: Operation, stock: Stock): Bounds {
  const at = stock.times.earliest(read);
  const end = stock.times.latest(read);
  const sum = (holds: readonly { readonly units: bigint }[]): bigint => holds.reduce((n, { units }) => n + units, 0n);
  const unnamed = unnamedReleases(stock);
  const sure = sum(certainHolds(stock).filter(({ until }) => until > end));
  const may = sum(possibleHolds(stock).filter(({ mayBeUntil }) => mayBeUntil >= at));
  const back = unnamed.reduce((n, one) => n + unitsOf(one), 0n);
  const surelyBack = BigInt(unnamed.filter(isAcknowledged).filter(findsAHold(stock)).length);
  return { least: sure > back ? sure - back : 0n, most: may > surelyBack ? may - surelyBack : 0n };
}

/** More had been granted before it than all releases sent by its end can have given back. */
function findsAHold(stock: Stock): (released: Operation) => boolean {
  const { times, releases } = stock;
  const granted = new Ranks(certainHolds(stock).map(({ from }) => from));
  const sent = new Ranks(releases.map(times.earliest));
  return (one) => granted.below(times.earliest(one)) > sent.atMost(times.latest(one)) - 1;
}

function findingOf(
  { round }: Stock,
  before: Operation | null,
  read: Operation,
  base: Decimal,
  shown: Decimal,
  taken: bigint,
  { least, most }: Bounds,
): ObjectFinding {
  const leaked = taken > most;
  const count = Number(leaked ? taken - most : least - taken);
  const can = least === most ? `${most}` : `${least} to ${most}`;
  const same = compare(base, shown) === 0;
  return {
    code: 'CP117',
    round,
    phaseIndex: null,
    count: { min: count, max: count },
    message: `At rest the number ${same ? `is ${formatDecimal(shown)} again` : `went from ${formatDecimal(base)} to ${formatDecimal(shown)}`}: ${taken} taken, where ${can} can be held; ${plural(count, 'hold')} ${leaked ? 'not released' : 'released early'}`,
    argument: `Of what was granted, what was given back or may have been is no longer held: ${can} left. #${read.id}, after all of them, shows ${taken}.`,
    witness: [...(before === null ? [] : [before]), read],
    proof: { form: 'held', before: before?.id ?? null, read: read.id },
  };
}
