import type { Cell, LatencyRatio } from '../verdict/comparison.ts';
import type { Timed } from './latency.ts';
import { notTested, told } from './measured.ts';
import { type Bounds, median, medianBounds, quantile } from './quantile.ts';

/** Those that were timed in the same turns, by id. */
export type TimedGroup = ReadonlyMap<string, Timed>;

/** One counter beside the one that all were timed beside: how many times as long it took, turn by turn. */
interface Spread {
  readonly ratio: number;
  readonly ratios: readonly number[];
}

const typicalMs = ({ turns }: Timed): readonly number[] => turns.map((turn) => quantile(turn, 0.5));

/** The id of the one whose writes typically take least; null where none was timed. */
export function fastestOf(group: TimedGroup): string | null {
  const timed = [...group].filter(([, { turns }]) => turns.length > 0);
  const [first] = timed.map(([id, one]) => [id, median(typicalMs(one))] as const).sort(([, a], [, b]) => a - b);
  return first?.[0] ?? null;
}

/**
 * The ratio to the fastest of all, of each that was timed. What other work on the machine slowed down for a while is
 * slower on both sides of it, because only writes of one turn are divided. Where there are several groups, the fastest
 * of the first one has been timed in each of the others too.
 */
export function ratioCells(groups: readonly TimedGroup[]): ReadonlyMap<string, Cell<LatencyRatio>> {
  const measure = fastestOf(groups[0] ?? new Map());
  const spreads = new Map(groups.flatMap((group) => [...spreadsOf(group, measure)]));
  const known = [...spreads].filter(([, spread]) => spread !== null) as (readonly [string, Spread])[];
  const [least] = [...known].sort(([, a], [, b]) => a.ratio - b.ratio);
  return new Map([...spreads.keys()].map((id) => [id, cellOf(id, known, { least, measure })] as const));
}

function spreadsOf(group: TimedGroup, measure: string | null): ReadonlyMap<string, Spread | null> {
  const base = measure === null ? undefined : group.get(measure);
  const baseMs = base === undefined ? [] : typicalMs(base);
  return new Map([...group].map(([id, timed]) => [id, spreadOf(typicalMs(timed), baseMs)] as const));
}

function spreadOf(ownMs: readonly number[], baseMs: readonly number[]): Spread | null {
  const ratios = ownMs.slice(0, baseMs.length).flatMap((own, turn) => {
    const base = baseMs[turn] ?? 0;
    return base > 0 ? [own / base] : [];
  });
  return ratios.length === 0 ? null : { ratio: median(ratios), ratios };
}

interface Base {
  /** The fastest of all. */
  readonly least: readonly [string, Spread] | undefined;
  /** The one that all were timed beside. */
  readonly measure: string | null;
}

function cellOf(
  id: string,
  known: readonly (readonly [string, Spread])[],
  { least, measure }: Base,
): Cell<LatencyRatio> {
  const own = known.find(([one]) => one === id)?.[1];
  if (own === undefined || least === undefined) return notTested('no turn of it could be timed beside the fastest');
  if (known.length === 1) return notTested('nothing was timed beside it');
  const [fastest, unit] = least;
  const isFastest = id === fastest;
  const bounds = isFastest ? { low: 1, high: 1 } : boundsOf(own, fastest === measure ? null : unit);
  const found = { ratio: own.ratio / unit.ratio, ...bounds, turns: own.ratios.length, fastest };
  return told(found, isFastest ? 'the fastest of those timed in turns with it' : boundWords(found, measure));
}

/** Of two ranges that each hold with 97.5 %, both hold with 95 %, and so does that of the quotient. */
const OF_TWO = 0.975;

/** `unit`: what was found to be faster than the one that all were timed beside; null: nothing was. */
function boundsOf(own: Spread, unit: Spread | null): Bounds {
  if (unit === null) return medianBounds(own.ratios);
  const [above, below] = [medianBounds(own.ratios, OF_TWO), medianBounds(unit.ratios, OF_TWO)];
  const quotient = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a / b);
  return { low: quotient(above.low, below.high), high: quotient(above.high, below.low) };
}

function boundWords({ low, high, turns, fastest }: LatencyRatio, measure: string | null): string {
  const beside = fastest === measure ? `${turns} turns beside ${fastest}` : `both beside ${measure}, ${turns} turns`;
  if (low === null || high === null) return `${beside}: too few to bound it`;
  const neither = low <= 1 ? ', so neither is shown to be faster' : '';
  return `${low.toFixed(1)} to ${high.toFixed(1)} at 95 %, ${beside}${neither}`;
}
