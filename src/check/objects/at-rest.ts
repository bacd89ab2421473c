import { compare, type Decimal, formatDecimal, parseDecimal, subtract, wholeSteps } from '../../history/decimal.ts';
import type { HistoryHeader, ReadingExpectation } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { plural } from '../words.ts';
import type { ObjectFinding } from './finding.ts';
import { certainHolds, possibleHolds, type Stock, thingsOf, unitsOf, unnamedReleases } from './stock.ts';
import { isAcknowledged } from './writes.ts';

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
  stock: Stock,
): readonly ObjectFinding[] {
  if (stock.releases.length === 0 && stock.leaseNs === null) return [];
  // A number of one thing says nothing of several.
  if (new Set([...stock.reserves, ...stock.releases].flatMap(thingsOf)).size > 1) return [];
  const reads = operations.filter(({ f, outcome, round }) => f === 'read' && outcome === 'ok' && round === stock.round);
  return header.expect.readings
    .filter(({ risesBy }) => risesBy !== null)
    .flatMap((expectation) => atRest(header, expectation, reads, stock));
}

function atRest(
  header: HistoryHeader,
  { reading, step = header.step }: ReadingExpectation,
  reads: readonly Operation[],
  stock: Stock,
): readonly ObjectFinding[] {
  const own = reads.filter((read) => read.reading === reading);
  const before = own.find(({ role }) => role === 'before') ?? null;
  const read = own.findLast((one) => (one.role === 'settle' || one.role === 'quiet') && isLast(one, stock));
  const base = parseDecimal(before?.value ?? header.initial ?? '');
  const [shown, unit] = [parseDecimal(read?.value ?? ''), parseDecimal(step)];
  if (read === undefined || base === null || shown === null || unit === null) return [];
  const taken = wholeSteps(subtract(shown, base), unit);
  const bounds = boundsAt(read, stock);
  if (taken === null || (taken >= bounds.least && taken <= bounds.most)) return [];
  return [findingOf(stock, before, read, base, shown, taken, bounds)];
}

const isLast = (read: Operation, { reserves, releases, times }: Stock): boolean =>
  [...reserves, ...releases].every((one) => one.complete === null || times.latest(one) < times.earliest(read));

function boundsAt(read: Operation, stock: Stock): Bounds {
  const at = stock.times.earliest(read);
  const end = stock.times.latest(read);
  const sum = (holds: readonly { readonly units: bigint }[]): bigint => holds.reduce((n, { units }) => n + units, 0n);
  const unnamed = unnamedReleases(stock);
  const sure = sum(certainHolds(stock).filter(({ until }) => until > end));
  const may = sum(possibleHolds(stock).filter(({ mayBeUntil }) => mayBeUntil >= at));
  const back = unnamed.reduce((n, one) => n + unitsOf(one), 0n);
  const surelyBack = BigInt(unnamed.filter((one) => isAcknowledged(one) && findsAHold(one, stock)).length);
  return { least: sure > back ? sure - back : 0n, most: may > surelyBack ? may - surelyBack : 0n };
}

/** More had been granted before it than all releases sent by its end can have given back. */
function findsAHold(one: Operation, stock: Stock): boolean {
  const { times, releases } = stock;
  const before = certainHolds(stock).filter(({ from }) => from < times.earliest(one)).length;
  return before > releases.filter((other) => other !== one && times.earliest(other) <= times.latest(one)).length;
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
