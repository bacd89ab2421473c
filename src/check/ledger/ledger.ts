import { parseDecimal } from '../../history/decimal.ts';
import type { HistoryHeader, ReadingExpectation } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { perOf } from '../objects/limit.ts';
import type { CountedOnce } from './identities.ts';
import { type Leg, legSends, type Way, wayOf } from './leg.ts';
import { withoutMadeUp } from './made-up.ts';
import { type Measure, measureOf } from './measure.ts';
import type { Net } from './net.ts';
import { withoutOldBase } from './old-base.ts';
import type { RoundRun } from './rounds.ts';
import { standsStill } from './sends.ts';
import { asLate, sort } from './sorted.ts';
import { type Link, netted, type Span } from './span.ts';
import { type Stand, type Start, standAfter, standBefore } from './stand.ts';
import type { Turns } from './turns.ts';
import { type Estimate, type Movement, movementFrom, movementOf } from './watch.ts';

/** Why the amounts of a round are not judged. */
export type Doubt =
  | { readonly kind: 'another-writer'; readonly movement: Movement }
  /** Our own writes may have arrived after the number had stood still. */
  | { readonly kind: 'late'; readonly movement: Movement }
  /** What a leg lacked at rest, a later number has room for. */
  | { readonly kind: 'made-up'; readonly leg: Leg; readonly later: Operation }
  /** What a leg has too many, an earlier round may have left, after which no number came to rest. */
  | { readonly kind: 'owed'; readonly leg: Leg }
  /** What a leg has too many, rounds before explain if the number that the round began with was an old one. */
  | { readonly kind: 'old-base'; readonly leg: Leg }
  /** Several backends answer in turn, as was seen in one round. */
  | { readonly kind: 'in-turn'; readonly turns: Turns; readonly round: number }
  /** Each identity counts once. */
  | { readonly kind: 'counted-once'; readonly once: CountedOnce };

/** One reading through one round, by itself. */
export interface RoundWay extends Way {
  readonly round: RoundRun;
  readonly expectation: ReadingExpectation;
  readonly measure: Measure;
  readonly base: Stand | Start;
  /** One for each phase. */
  readonly stands: readonly Stand[];
  readonly doubt: Doubt | null;
}

/** One reading through one round, and what the rounds beside it leave of its bounds. */
export interface RoundReading extends RoundWay {
  /** One for each leg. */
  readonly nets: readonly Net[];
  readonly wholeNet: Net;
  /** The rounds that it stands among; null when it stands alone. */
  readonly span: Span | null;
  /** Acknowledged writes of an earlier one of those are missing, and may come out in it. */
  readonly isOwed: boolean;
  /** How many counted writes of it are missing from the last numbers of its counter at least; null: that was not looked at. */
  readonly missing: number | null;
}

/** What a round leaves to the next one of the same key. */
interface Carry {
  readonly at: number;
  readonly first: Operation | null;
  readonly last: Operation | null;
  /** Unknown writes that may still take effect. */
  readonly open: number;
  /** Acknowledged writes that are missing, and may only be late. */
  readonly deficit: number;
}

const NOTHING: Carry = { at: -1, first: null, last: null, open: 0, deficit: 0 };

/**
 * Follows one reading through all rounds. Rounds of one key are one counter: a write of an earlier round whose effect
 * is unknown may still arrive, and the number must not move between rounds.
 */
export function ledgerOf(
  header: HistoryHeader,
  rounds: readonly RoundRun[],
  expectation: ReadingExpectation,
): readonly RoundReading[] {
  const measure = measureOf(header, expectation);
  const links: (Link & { readonly key: string })[] = [];
  const carries = new Map<string, Carry>();
  for (const round of rounds) {
    if (round.setupFailed !== null) continue;
    const key = keyOf(round);
    const carry = carries.get(key) ?? NOTHING;
    const { entry, doubtBefore, goesOn, isNew, left } = follow(header, measure, round, expectation, carry);
    const earlier = links[carry.at];
    if (earlier && doubtBefore !== null) {
      links[carry.at] = { ...earlier, entry: { ...earlier.entry, doubt: earlier.entry.doubt ?? doubtBefore } };
    }
    carries.set(key, { ...left, at: links.length });
    links.push({ key, entry, goesOn, isNew });
  }
  const byKey = new Map<string, Link[]>([...carries.keys()].map((key) => [key, []]));
  for (const link of links) byKey.get(link.key)?.push(link);
  return [...byKey.values()]
    .flatMap((own) => {
      const entries = netted(header, withSharedDoubt(own));
      if (header.setup) return entries.flatMap((entry) => withoutMadeUp(header, [entry]));
      return withoutMadeUp(
        header,
        withoutOldBase(header, entries, (i) => own[i]?.isNew === true),
      );
    })
    .sort((a, b) => a.round.round - b.round.round);
}

/** Who wrote once may have written at any time: one movement of another writer puts every round of a counter in doubt. */
function withSharedDoubt(links: readonly Link[]): readonly Link[] {
  const foreign = links.map(({ entry }) => entry.doubt).find((doubt) => doubt?.kind === 'another-writer');
  if (foreign === undefined) return links;
  return links.map((link) => ({ ...link, entry: { ...link.entry, doubt: link.entry.doubt ?? foreign } }));
}

/** Which counter a round is of. */
export const keyOf = ({ before, phases }: RoundRun): string =>
  before[0]?.key ?? phases.find((phase) => phase.writes.length > 0)?.writes[0]?.key ?? '';

interface Followed extends Link {
  /** Puts the round before in doubt. */
  readonly doubtBefore: Doubt | null;
  readonly left: Omit<Carry, 'at'>;
}

function follow(
  header: HistoryHeader,
  measure: Measure,
  round: RoundRun,
  expectation: ReadingExpectation,
  carry: Carry,
): Followed {
  const { reading } = expectation;
  const { step, plain } = measure;
  const ahead = round.before.filter((read) => read.reading === reading && read.role !== 'during');
  const isDriven = (movement: Movement | null): movement is Movement => movement !== null && !ranOut(header, movement);
  const follows = carry.at >= 0 && !isReset(header, carry, ahead);
  const between = !follows
    ? null
    : movementOf('between', [carry.last, ahead.find(isOk)].filter(there), step, estimateOf(measure, carry.first));
  const goesOn = follows && (between === null || isDriven(between));
  // A later round of a key begins where the one before ended, unless a setup sets the number anew.
  const given = carry.at < 0 || header.setup ? header.initial : null;
  const told = movementFrom(given, ahead.find(isOk), step);
  const early = [between, told, movementOf('before', ahead, step)].filter(isDriven);
  const sorted = sort(early, carry.open, carry.deficit);

  const base = standBefore(round, reading, given);
  const stands = round.phases.map((phase) => standAfter(round, phase, reading, header.settleMs));
  const way = wayOf(round.phases, base, stands, measure, sorted.open, (leg) => mayMove(header, leg));
  const deficit = (way.whole?.balance?.deficit ?? 0) + way.owed;
  const amid = amidPauses(header, way, reading, base);
  const estimate = base.kind === 'number' ? { within: measure.within, base: base.value } : null;
  const after = sort([watchAfter(round, reading, step, estimate)].filter(isDriven), way.open, deficit);
  const afterwards = plain ? asLate(after) : after;

  const doubt = sorted.foreign ?? amid ?? afterwards.foreign ?? afterwards.late;
  return {
    entry: { round, expectation, measure, base, stands, ...way, doubt },
    goesOn,
    isNew: !follows,
    doubtBefore: sorted.late ?? (sorted.foreign?.movement.where === 'between' ? sorted.foreign : null),
    left: {
      first: ahead.find(isOk) ?? null,
      last: lastOk(round, reading) ?? carry.last,
      open: after.open,
      deficit,
    },
  };
}

/** A number that goes its own way while no write is sent: by a command, a plain request, or the turn of a window. */
const mayMove = ({ object }: HistoryHeader, { phases }: Leg): boolean =>
  !(object === 'counter' || object === 'effect') || phases.some(({ info }) => info.kind === 'request');

/** What a window or a lease counts ends with it, at any time, and nobody has to write for that. */
const ranOut = (header: HistoryHeader, { back }: Movement): boolean =>
  back && (header.object === 'quota' || header.object === 'reservation') && perOf(header)?.kind === 'window';

/** Why the amounts are in doubt where the number moved in a pause: by writes that came late, or by somebody else. */
function amidPauses(header: HistoryHeader, { legs, whole }: Way, reading: string, base: Stand | Start): Doubt | null {
  let deficit = 0n;
  for (const leg of legs) {
    const { measure, acknowledged, rise, unknown } = leg;
    if (legSends(leg) || measure.plain || mayMove(header, leg) || !leg.phases.every(standsStill)) {
      if (rise !== null) deficit += BigInt(acknowledged) - rise;
      continue;
    }
    const reads = leg.phases.flatMap((phase) => phase.reads.filter(isAtRest(reading)));
    const movement = movementOf(
      'amid',
      [leg.before.read, ...reads].filter(there),
      measure.step,
      base.kind === 'number' ? { within: measure.within, base: base.value } : null,
    );
    if (movement === null) continue;
    const owed = deficit > 0n ? Number(deficit) : 0;
    const { foreign, late } = sort([movement], unknown, owed);
    // What came late and leaves a loss all the same is netted against it.
    if (foreign !== null || (late !== null && whole?.balance?.deficit === 0)) return foreign ?? late;
    deficit -= rise ?? 0n;
  }
  return null;
}

/** The setup sets the number anew: it says so, or the round begins where the one before began, and that had moved it. */
function isReset({ setup }: HistoryHeader, { first, last }: Carry, ahead: readonly Operation[]): boolean {
  const isBack = first !== null && first.value === ahead.find(isOk)?.value;
  return setup === true || (isBack && last?.value !== first.value);
}

function estimateOf({ within }: Measure, first: Operation | null): Estimate | null {
  const base = parseDecimal(first?.value ?? '');
  return base === null ? null : { within, base };
}

function watchAfter(
  round: RoundRun,
  reading: string,
  step: Measure['step'],
  estimate: Estimate | null,
): Movement | null {
  const last = round.phases.findLast((phase) => phase.writes.length + phase.reads.length > 0);
  const reads = (last?.reads ?? []).filter(isAtRest(reading));
  const settled = reads.findLast((read) => read.role === 'settle');
  return movementOf('after', [settled, ...reads.filter((read) => read.role === 'quiet')].filter(there), step, estimate);
}

function lastOk({ phases, before }: RoundRun, reading: string): Operation | null {
  for (const reads of [before, ...phases.map((phase) => phase.reads)].reverse()) {
    const last = reads.findLast(isAtRest(reading));
    if (last !== undefined) return last;
  }
  return null;
}

const isOk = (read: Operation): boolean => read.outcome === 'ok';
const isAtRest = (name: string) => (read: Operation) => read.reading === name && read.role !== 'during' && isOk(read);
const there = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
