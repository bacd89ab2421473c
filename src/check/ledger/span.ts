import { add, type Decimal } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import { type Balance, balance } from './balance.ts';
import type { RoundReading, RoundWay } from './ledger.ts';
import type { Leg } from './leg.ts';
import { lessOwed } from './less-owed.ts';
import { alone, type Net, netOver } from './net.ts';
import { owingAhead } from './owing.ts';
import { tallyOf } from './tally.ts';
import { isLegUnsure } from './unsure.ts';

/** Rounds of one counter, each of which goes on where the one before ended, put together. */
export interface Span {
  readonly rounds: readonly number[];
  /** As if it were one leg. */
  readonly whole: Leg & { readonly balance: Balance };
}

/** An entry, and whether it goes on where the entry before of the same list ended. */
export interface Link {
  readonly entry: RoundWay;
  readonly goesOn: boolean;
  /** Nothing goes on in it: the first of its counter, or something set the number anew. */
  readonly isNew: boolean;
}

/** Takes the sums over rounds into account: a write may show a round later than its own. `links`: of one counter. */
export function netted(header: HistoryHeader, links: readonly Link[]): readonly RoundReading[] {
  const owing = owingAhead(header, links);
  return spansOf(links).flatMap(({ from, entries }) => lessOwed(withNets(entries), owing[from] ?? 0));
}

interface Stretch {
  /** The place of its first link. */
  readonly from: number;
  readonly entries: readonly RoundWay[];
}

function spansOf(links: readonly Link[]): readonly Stretch[] {
  const spans: { from: number; entries: RoundWay[] }[] = [];
  let before: RoundWay | null = null;
  for (const [i, { entry, goesOn }] of links.entries()) {
    const open = spans.at(-1);
    if (open && goesOn && before !== null && isCounted(before) && isCounted(entry)) open.entries.push(entry);
    else spans.push({ from: i, entries: [entry] });
    before = entry;
  }
  return spans;
}

/** Nothing in it but what the counts of its writes explain, or fail to. */
const isCounted = ({ doubt, complete, legs, whole }: RoundWay): boolean =>
  doubt === null &&
  complete &&
  whole?.balance != null &&
  !isLegUnsure(whole) &&
  legs.every((leg) => leg.balance !== null);

function withNets(entries: readonly RoundWay[]): readonly RoundReading[] {
  // A share of each is not one of their sum: what is off by more than that is off, whatever the others are.
  if (entries.some(({ measure }) => measure.within > 0)) return entries.map(byItself);
  const span = spanOver(entries);
  const sum = span?.whole.balance ?? null;
  const byRound = entries.map(({ legs, whole }) => netOver(legs.map(alone), whole?.balance ?? null));
  const legNets = netOver(byRound.flat(), sum);
  const wholeNets = netOver(
    entries.map(({ whole }) => (whole === null ? NONE : alone(whole))),
    sum,
  );
  let [from, owed] = [0, false];
  return entries.map((entry, i) => {
    const isOwed = owed;
    owed ||= entry.owed > 0 || (entry.whole?.balance?.deficit ?? 0) > 0;
    const nets = legNets.slice(from, from + entry.legs.length);
    from += entry.legs.length;
    return { ...entry, nets, wholeNet: wholeNets[i] ?? NONE, span, isOwed, missing: null };
  });
}

const byItself = (entry: RoundWay): RoundReading => ({
  ...entry,
  nets: entry.legs.map(alone),
  wholeNet: entry.whole === null ? NONE : alone(entry.whole),
  span: null,
  isOwed: false,
  missing: null,
});

const NONE: Net = { lost: { min: 0, max: 0 }, duplicated: { min: 0, max: 0 }, refused: { min: 0, max: 0 } };

/** null for a round by itself. */
function spanOver(entries: readonly RoundWay[]): Span | null {
  const wholes = entries.flatMap(({ whole }) => whole ?? []);
  const [first, last] = [wholes[0], wholes.at(-1)];
  if (entries.length < 2 || first === undefined || last === undefined) return null;
  const phases = wholes.flatMap((leg) => leg.phases);
  const { counted } = first.measure;
  const tally = tallyOf(phases, counted);
  const open = first.unknown - tallyOf(first.phases, counted).unknown;
  const sums = { ...tally, unknown: tally.unknown + open };
  const rise = wholes.reduce((n, leg) => n + (leg.rise ?? 0n), 0n);
  const distance = wholes.reduce((sum: Decimal, leg) => add(sum, leg.distance), { unscaled: 0n, scale: 0 });
  const { before } = first;
  const whole = {
    phases,
    measure: first.measure,
    before,
    after: last.after,
    ...sums,
    distance,
    rise,
    balance: balance(sums, rise),
    fault: null,
    slack: first.slack,
  };
  return { rounds: entries.map(({ round }) => round.round), whole };
}
