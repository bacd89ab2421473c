import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { Per } from './limit.ts';
import type { Stock } from './stock.ts';
import { Sums } from './sums.ts';
import { thingsOf, unitsOf } from './things.ts';
import { machinesOf } from './times.ts';
import { usedBefore } from './used.ts';
import { groupedBy, isUnheard, mayCount } from './writes.ts';

interface Judged {
  readonly header: HistoryHeader;
  readonly operations: readonly Operation[];
  readonly limit: bigint;
}

/**
 * How much may be gone ahead of a stock, told by the first write of it. What is sold stays sold, where no setup puts new
 * things there; a limit of a phase turns with it.
 */
export function aheadOf(
  { header, operations, limit }: Judged,
  kind: Per['kind'],
): (first: Operation) => Stock['aheadOf'] {
  const isPhase = kind === 'phase';
  const read = usedBefore(header, operations, limit);
  // A number is of a key, and says how much at most there is of each thing of it.
  const isNamed = operations.some(({ items }) => items !== undefined);
  const goesOn = header.setup || isPhase ? isUnheard : mayCount;
  const sold = soldIn(
    operations.filter((one) => one.f === 'reserve' && goesOn(one)),
    (one, thing) => JSON.stringify([kind === 'identity' ? (one.identity ?? 0) : null, thing]),
  );
  // Of several machines each has rounds of its own: any other may come before.
  const isAnyRound = machinesOf(operations) > 1;
  return (first) => (thing) => {
    const shown = isPhase ? 0n : read(first.round, isNamed ? undefined : thing);
    const { rounds, phases } = sold(first, thing);
    const earlier = rounds.before(first.round);
    const later = isAnyRound ? rounds.upTo(Number.POSITIVE_INFINITY) - rounds.upTo(first.round) : 0n;
    const ofRound = isPhase ? (phases.get(first.round)?.before(first.phaseIndex) ?? 0n) : 0n;
    return shown + earlier + later + ofRound;
  };
}

interface Sold {
  readonly rounds: Sums;
  readonly phases: ReadonlyMap<number, Sums>;
}

const NONE: Sold = { rounds: new Sums([]), phases: new Map() };

/** Units by the rounds they were asked for in, and by the phases of each, of every place. */
function soldIn(
  reserves: readonly Operation[],
  placeOf: (one: Operation, thing: string) => string,
): (one: Operation, thing: string) => Sold {
  const entries = reserves.flatMap((one) => thingsOf(one).map((thing) => ({ one, at: placeOf(one, thing) })));
  const sumsBy = (some: readonly { readonly one: Operation }[], at: (one: Operation) => number): Sums =>
    new Sums(some.map(({ one }) => ({ at: at(one), units: unitsOf(one) })));
  const places = new Map<string, Sold>();
  for (const [at, own] of groupedBy(entries, (entry) => entry.at)) {
    const rounds = [...groupedBy(own, ({ one }) => one.round)];
    places.set(at, {
      rounds: sumsBy(own, ({ round }) => round),
      phases: new Map(rounds.map(([round, some]) => [round, sumsBy(some, ({ phaseIndex }) => phaseIndex)])),
    });
  }
  return (one, thing) => places.get(placeOf(one, thing)) ?? NONE;
}
