import { add, compare, formatDecimal } from '../../history/decimal.ts';
import type { SumExpectation } from '../../history/history.ts';
import { printable } from '../../history/printable.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import { byPhase, placesOf } from '../ledger/places.ts';
import { type Resolved, resolved, valueAt } from '../ledger/quantity.ts';
import type { RoundRun } from '../ledger/rounds.ts';
import type { Start } from '../ledger/stand.ts';
import { listed } from '../words.ts';

/** CP107: readings that do not add up to what they must, each of them at rest. */
export const brokenSums: Checker = (facts) =>
  (facts.header.expect.sums ?? []).flatMap((sum) =>
    facts.rounds
      .filter(({ setupFailed }) => setupFailed === null)
      .flatMap((round) => placesOf(sum, round).flatMap((place) => judge(facts, sum, round, place))),
  );

function judge(facts: Facts, sum: SumExpectation, round: RoundRun, place: number): readonly Claim[] {
  const stands = standsAt(facts, sum, round, place);
  const wanted = resolved(facts, round, sum.equals, place);
  if (stands === null || wanted === null || addsUp(stands, wanted)) return [];
  const before = standsAt(facts, sum, round, -1);
  return [claim(sum, round, place, stands, wanted, before !== null && !addsUp(before, wanted))];
}

/** null where one of them is not at rest, or in doubt. */
function standsAt(facts: Facts, { of }: SumExpectation, round: RoundRun, place: number): readonly Start[] | null {
  const stands = of.map((reading) => valueAt(facts, round, reading, place));
  return stands.every((stand) => stand !== null) ? stands : null;
}

const totalOf = (stands: readonly Start[]) => stands.map(({ value }) => value).reduce(add, { unscaled: 0n, scale: 0 });

function addsUp(stands: readonly Start[], { least, most }: Resolved): boolean {
  const total = totalOf(stands);
  return compare(total, least) >= 0 && compare(total, most) <= 0;
}

function claim(
  sum: SumExpectation,
  round: RoundRun,
  place: number,
  stands: readonly Start[],
  wanted: Resolved,
  beforeToo: boolean,
): Claim {
  const phase = byPhase(sum) ? round.phases[place] : undefined;
  const after = phase === undefined ? 'After the last write' : `After ${phase.info.name}`;
  const values = listed(stands.map(({ value }) => formatDecimal(value)));
  const total = formatDecimal(totalOf(stands));
  const sentence = beforeToo ? ' They did not before the first write either.' : '';
  return {
    code: 'CP107',
    round: round.round,
    phase: phase?.info ?? null,
    count: UNCOUNTED,
    message: `${after}, ${listed(sum.of.map((name) => printable(name, 60)))} were ${values}: they add up to ${total}, and ${wanted.words} was asked for`,
    argument: `Each was read until it stood still. Add them: ${total}.${sentence}`,
    witness: stands.flatMap(({ read }) => (read === null ? [] : [read])),
  };
}
