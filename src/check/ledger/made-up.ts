import type { HistoryHeader } from '../../history/history.ts';
import type { RoundReading } from './ledger.ts';
import type { Leg } from './leg.ts';
import type { Net } from './net.ts';
import { TheEnd } from './the-end.ts';

/**
 * Takes off every loss that a later number makes up for: what was missing at rest and is there afterwards was late, and
 * late is not lost. A number that came to rest short once more, and was not passed by any later one, takes nothing off.
 * `entries`: of one reading of one counter, from where it began, in order.
 */
export function withoutMadeUp(header: HistoryHeader, entries: readonly RoundReading[]): readonly RoundReading[] {
  if (!entries.some((entry) => isShort(entry) || entry.round.runs.length > 0)) return entries;
  const end = new TheEnd(header, entries);
  const legs = lessLate(
    end,
    entries.map(({ doubt, legs, nets }) => (doubt === null ? legs.map((leg, i) => ({ leg, net: nets[i] })) : [])),
  );
  const wholes = lessLate(
    end,
    entries.map(({ doubt, whole, wholeNet }) => (doubt === null && whole ? [{ leg: whole, net: wholeNet }] : [])),
  );
  return entries.map((entry, i) => corrected(entry, end, legs[i] ?? [], wholes[i]?.[0]));
}

const isShort = ({ doubt, nets, wholeNet }: Pick<RoundReading, 'doubt' | 'nets' | 'wholeNet'>): boolean =>
  doubt === null && [...nets, wholeNet].some((net) => lossOf(net) > 0);

const lossOf = (net: Net | undefined): number => net?.lost.min ?? 0;

interface Part {
  readonly leg: Leg;
  readonly net: Net | undefined;
}

/** The losses of some legs, less what is there in the end: first where a later number has room for all from that leg on. */
function lessLate(end: TheEnd, entries: readonly (readonly Part[])[]): readonly (readonly number[])[] {
  const losses = entries.map((parts) => parts.map(({ net }) => lossOf(net)));
  // What is missing of a leg may be netted against a later one: all that is, shows from the first that was short by itself.
  const isShortAlone = ({ leg }: Part): boolean => (leg.balance?.deficit ?? 0) > 0;
  const first = losses.flat().some((loss) => loss > 0) ? entries.flat().find(isShortAlone) : undefined;
  const missing = first === undefined ? null : end.missing(first.leg);
  if (missing === null) return losses;
  let late = Math.max(0, losses.flat().reduce((n, loss) => n + loss, 0) - missing.count);
  const take = (least: (leg: Leg) => number): void => {
    for (const [i, parts] of entries.entries()) {
      for (const [k, { leg }] of parts.entries()) {
        const own = losses[i] as number[];
        if (late === 0 || own[k] === 0) continue;
        const less = Math.min(late, Math.max(0, (own[k] as number) - least(leg)));
        own[k] = (own[k] as number) - less;
        late -= less;
      }
    }
  };
  take((leg) => end.missing(leg)?.count ?? Number.POSITIVE_INFINITY);
  take(() => 0);
  return losses;
}

function corrected(entry: RoundReading, end: TheEnd, losses: readonly number[], wholeLoss = 0): RoundReading {
  const { legs, whole } = entry;
  const missing = whole?.balance == null ? null : (end.missing(whole)?.count ?? null);
  if (!isShort(entry)) return { ...entry, missing };
  const nets = entry.nets.map((net, i) => atMost(net, losses[i] ?? 0));
  const changed = { ...entry, nets, wholeNet: atMost(entry.wholeNet, wholeLoss), missing };
  const leg = legs.find((_, i) => lossOf(entry.nets[i]) > 0) ?? whole;
  const later = leg === null ? null : end.missing(leg);
  if (isShort(changed) || leg === null || later === null) return changed;
  return { ...changed, doubt: { kind: 'made-up', leg, later: later.by } };
}

const atMost = (net: Net, most: number): Net =>
  lossOf(net) <= most ? net : { ...net, lost: { ...net.lost, min: most } };
