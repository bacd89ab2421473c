import type { Operation } from '../../history/operation.ts';
import { possibleHolds, type Stock } from './stock.ts';
import { type Span, Spans } from './sums.ts';
import { thingsOf, unitsOf } from './things.ts';
import { groupedBy, isRefused, isUnheard } from './writes.ts';

/** What may have been in the way of a refusal while it was under way; of a whole stock looked up in one pass. */
export interface InTheWay {
  /** Some thing may have been gone while it was looked at. */
  readonly isFull: (refused: Operation) => boolean;
  /** An order of several things may have taken one for a moment, and have been refused then. */
  readonly isMetByOther: (refused: Operation) => boolean;
  /** Another may have held what was refused, and have given it back. */
  readonly isPassed: (refused: Operation) => boolean;
}

type Touching = (refused: Operation, thing: string) => bigint;

export function inTheWay(stock: Stock): InTheWay {
  const { times, reserves } = stock;
  const spanOf = (one: Operation) => ({ from: times.earliest(one), until: times.latest(one) });
  const by = (spans: readonly (Span & { readonly at: string })[], place: typeof placeOf = placeOf): Touching => {
    const places = new Map([...groupedBy(spans, ({ at }) => at)].map(([at, own]) => [at, new Spans(own)]));
    return (refused, thing) => places.get(place(thing, refused))?.touching(spanOf(refused)) ?? 0n;
  };
  const weighed = (some: readonly Operation[], weigh: (one: Operation) => bigint, place = placeOf): Touching =>
    by(
      some.flatMap((one) =>
        thingsOf(one).map((thing) => ({ ...spanOf(one), units: weigh(one), at: place(thing, one) })),
      ),
      place,
    );
  const counted = (some: readonly Operation[]): Touching => weighed(some, () => 1n);
  const [refused, unheard] = [reserves.filter(isRefused), reserves.filter(isUnheard)];
  return {
    isFull: fullBy(stock, {
      held: by(
        possibleHolds(stock).flatMap(({ by: one, units, mayBeFrom, mayBeUntil }) =>
          thingsOf(one).map((at) => ({ from: mayBeFrom, until: mayBeUntil, units, at })),
        ),
      ),
      alone: weighed(refused.filter(isAlone), unitsOf),
      alike: weighed(refused.filter(isAlone), unitsOf, withStatus),
    }),
    ...metBy({
      ...{ refused: counted(refused), unheard: counted(unheard) },
      several: { refused: counted(refused.filter(isSeveral)), unheard: counted(unheard.filter(isSeveral)) },
      alone: counted([...refused, ...unheard].filter(isAlone)),
    }),
  };
}

const placeOf = (thing: string, _: Operation): string => thing;
const withStatus = (thing: string, { status }: Operation): string => JSON.stringify([thing, status]);
const isAlone = (one: Operation): boolean => thingsOf(one).length === 1;
const isSeveral = (one: Operation): boolean => thingsOf(one).length > 1;

interface Weights {
  readonly held: Touching;
  /** Of what was refused and asked for one thing: it may have held that for a moment. */
  readonly alone: Touching;
  /** Of those, what was refused with the same status. */
  readonly alike: Touching;
}

function fullBy({ limit, aheadOf }: Stock, { held, alone, alike }: Weights): (refused: Operation) => boolean {
  return (one) => {
    const things = thingsOf(one);
    const all = sum(things.map((thing) => alone(one, thing)));
    const unlike = all - sum(things.map((thing) => alike(one, thing)));
    const others = isAlone(one) ? all - unitsOf(one) : all;
    return things.some((thing) => {
      const gone = held(one, thing) + aheadOf(thing);
      // Where nothing else was in the way, who were refused alike were not refused for each other.
      return gone + (gone > 0n ? others : unlike) + unitsOf(one) > limit;
    });
  };
}

interface Counts {
  readonly refused: Touching;
  readonly unheard: Touching;
  /** Of those that asked for several things; who asks for several may be met by any. */
  readonly several: { readonly refused: Touching; readonly unheard: Touching };
  /** Of those that asked for one thing, refused or not heard of. */
  readonly alone: Touching;
}

function metBy({ refused, unheard, several, alone }: Counts): Pick<InTheWay, 'isMetByOther' | 'isPassed'> {
  return {
    isMetByOther: (one) =>
      thingsOf(one).some((thing) => (isSeveral(one) ? refused(one, thing) > 1n : several.refused(one, thing) > 0n)),
    isPassed: (one) =>
      thingsOf(one).some(
        (thing) =>
          alone(one, thing) > (isAlone(one) ? 1n : 0n) || (isSeveral(one) ? unheard : several.unheard)(one, thing) > 0n,
      ),
  };
}

const sum = (all: readonly bigint[]): bigint => all.reduce((units, one) => units + one, 0n);
