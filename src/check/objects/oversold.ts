import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import { plural } from '../words.ts';
import { MAX_WITNESS, type ObjectFinding } from './finding.ts';
import { certainHolds, type Hold, type Stock, unnamedReleases } from './stock.ts';
import { thingsOf, unitsOf } from './things.ts';
import { groupedBy, phaseOfAll } from './writes.ts';

const MAX_NAME = 80;

/** CP106: at some time more was held of a thing, for certain, than there is. */
export function oversold(stock: Stock): readonly ObjectFinding[] {
  const holds = certainHolds(stock);
  const releases = groupedBy(
    unnamedReleases(stock).flatMap((one) => thingsOf(one).map((thing) => ({ thing, one }))),
    ({ thing }) => thing,
  );
  const places = groupedBy(
    holds.flatMap((hold) => thingsOf(hold.by).map((thing) => ({ thing, hold }))),
    ({ thing, hold }) => JSON.stringify([thing, stock.segmentOf(hold.by)]),
  );
  return [...places.values()].flatMap((group) => {
    const thing = group[0]?.thing ?? '';
    const given = (releases.get(thing) ?? []).map(({ one }) => one);
    const peak = peakOf(
      group.map(({ hold }) => hold),
      given,
      stock,
    );
    return peak === null ? [] : [findingOf(stock, thing, peak)];
  });
}

interface Peak {
  readonly at: Hold;
  readonly held: readonly Hold[];
  readonly extra: bigint;
  readonly given: readonly Operation[];
}

/** The grant at which most is held beyond the stock; what is given back in the same instant is back already. */
function peakOf(holds: readonly Hold[], given: readonly Operation[], { limit, times }: Stock): Peak | null {
  const starts = [...holds].sort((a, b) => a.from - b.from);
  const ends = [...holds].sort((a, b) => a.until - b.until);
  const back = given.map((one) => ({ at: times.earliest(one), units: unitsOf(one) })).sort((a, b) => a.at - b.at);
  let [level, e, g] = [0n, 0, 0];
  let best: { at: Hold; extra: bigint } | null = null;
  for (const at of starts) {
    if (at.from < at.until) level += at.units;
    for (let end = ends[e]; end !== undefined && end.until <= at.from; end = ends[++e])
      if (end.from < end.until) level -= end.units;
    for (let one = back[g]; one !== undefined && one.at <= at.from; one = back[++g]) level -= one.units;
    if (level - limit > (best?.extra ?? 0n)) best = { at, extra: level - limit };
  }
  if (best === null) return null;
  const { from } = best.at;
  return {
    ...best,
    held: starts.filter((one) => one.from <= from && one.until > from),
    given: given.filter((one) => times.earliest(one) <= from),
  };
}

function findingOf({ limit, round }: Stock, thing: string, { at, held, extra, given }: Peak): ObjectFinding {
  const name = printable(thing, MAX_NAME);
  const back = given.length === 0 ? '' : `, and ${plural(given.length, 'release')} can have given back as many`;
  const grants = held.map(({ by }) => by);
  return {
    code: 'CP106',
    round,
    phaseIndex: phaseOfAll(grants),
    count: { min: Number(extra), max: Number(extra) },
    message: `${name} was granted ${held.length} times at once, and there ${limit === 1n ? 'is' : 'are'} ${limit}: ${extra} too many`,
    argument: `When #${at.by.id} was complete, ${plural(held.length, 'grant')} had been acknowledged and not given back${back}; only ${limit} can be held at a time.`,
    witness: grants.slice(-Math.min(MAX_WITNESS, Number(limit) + 1)),
    proof: { form: 'oversold', at: at.by.id, thing },
  };
}
