import {
  add,
  compare,
  type Decimal,
  formatDecimal,
  parseDecimal,
  subtract,
  times,
  wholeSteps,
} from '../../history/decimal.ts';
import type { DuringExpectation, HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import { type Intent, intentsOf } from '../ledger/intents.ts';
import type { RoundRun } from '../ledger/rounds.ts';
import { once } from '../once.ts';
import { valueName } from '../told.ts';
import { plural } from '../words.ts';

const MAX_SHOWN = 4;
const MAX_VALUE = 60;
const BOUNDS = ['equals', 'atLeast', 'atMost'] as const;
const WORDS = { equals: 'exactly', atLeast: 'at least', atMost: 'at most' } as const;

type Bound = (typeof BOUNDS)[number];

/** CP114 and CP107: a number that was read while writes were in flight lay outside its bounds. CP308: it was not read then. */
export const during: Checker = (facts) =>
  (facts.header.expect.during ?? []).flatMap((expectation) => {
    const reads = facts.rounds.flatMap((round) => readsOf(round, expectation.reading).map((read) => ({ round, read })));
    if (reads.length === 0) return isWritten(facts) ? [unread(facts, expectation.reading)] : [];
    if (!reads.some(({ round, read }) => isTold(facts, round, expectation, read)))
      return [unread(facts, expectation.reading, BASE)];
    return facts.rounds.flatMap((round) => outside(facts, round, expectation));
  });

const readsOf = ({ phases }: RoundRun, reading: string): readonly Operation[] =>
  phases.flatMap((phase) =>
    phase.reads.filter((read) => read.role === 'during' && read.reading === reading && read.outcome === 'ok'),
  );

/** Whether anybody knows what one of its bounds was then. */
const isTold = (facts: Facts, round: RoundRun, expectation: DuringExpectation, read: Operation): boolean =>
  BOUNDS.some((bound) => {
    const asked = expectation[bound];
    return asked !== undefined && rangeOf(facts, round, asked, read) !== null;
  });

const isWritten = ({ rounds }: Facts): boolean =>
  rounds.some(({ phases }) => phases.some(({ writes }) => writes.length > 0));

function outside(facts: Facts, round: RoundRun, expectation: DuringExpectation): readonly Claim[] {
  const { reading } = expectation;
  return BOUNDS.flatMap((bound): readonly Claim[] => {
    const asked = expectation[bound];
    if (asked === undefined) return [];
    const wrong = readsOf(round, reading).filter((read) => breaks(bound, read, rangeOf(facts, round, asked, read)));
    const [first] = wrong;
    return first === undefined ? [] : [claim(facts, round, reading, bound, asked, wrong)];
  });
}

interface Ends {
  readonly least: Decimal;
  readonly most: Decimal;
}

/** What a quantity may have been when a value was read; null where that cannot be told. */
function rangeOf(facts: Facts, round: RoundRun, asked: string, read: Operation): Ends | null {
  const number = parseDecimal(asked);
  if (number !== null) return { least: number, most: number };
  const { header } = facts;
  const { phases } = round;
  const isBefore = beforeBy(header);
  if (asked === 'acknowledged') {
    const base = baseOf(facts, round, read);
    if (base === null) return null;
    const { answered, open } = acknowledgedAt(intentsIn(round), read, isBefore);
    return madeFrom(base, stepOf(facts, read), answered, answered + open + strayIn(facts, round, read, base));
  }
  if (!header.readings.includes(asked)) return null;
  const values = phases
    .flatMap((phase) => phase.reads)
    .filter((one) => one.reading === asked && one.outcome === 'ok' && !isBefore(one, read) && !isBefore(read, one))
    .flatMap(({ value }) => parseDecimal(value ?? '') ?? [])
    .sort(compare);
  const [least, most] = [values[0], values.at(-1)];
  return least === undefined || most === undefined ? null : { least, most };
}

type IsBefore = (a: Operation, b: Operation) => boolean;

/** Whether one was complete before another began, whatever the errors of the clocks. */
const beforeBy =
  ({ clock }: HistoryHeader): IsBefore =>
  (a, b) =>
    a.complete !== null && a.complete + (a.machine === b.machine ? 0 : 2 * clock.errorNs) < b.invoke;

/** What was answered with a yes by the time the read began, and what else may have taken effect when it was over: each intent once. */
function acknowledgedAt(intents: readonly Intent[], read: Operation, isBefore: IsBefore) {
  let [answered, open] = [0, 0];
  for (const { attempts } of intents) {
    if (attempts.some((one) => one.counts === 'acknowledged' && isBefore(one, read))) answered += 1;
    else if (attempts.some((one) => mayCount(one) && !isBefore(read, one))) open += 1;
  }
  return { answered, open };
}

const mayCount = ({ counts }: Operation): boolean => counts === 'acknowledged' || counts === 'unknown';

const intentsIn = once(({ phases }: RoundRun): readonly Intent[] => intentsOf(phases.flatMap(({ writes }) => writes)));

/** The number that a round began with: what all looks ahead of it showed, or was told; null where nobody knows. */
function baseOf({ header, rounds }: Facts, { before, round }: RoundRun, { reading }: Operation): Decimal | null {
  const looks = before.filter((one) => one.reading === reading && one.outcome === 'ok' && one.role !== 'during');
  const values = new Set(looks.map(({ value }) => value));
  if (looks.length > 0) return values.size === 1 ? parseDecimal(looks[0]?.value ?? '') : null;
  const isFirst = header.setup || rounds[0]?.round === round;
  return header.initial === null || !isFirst ? null : parseDecimal(header.initial);
}

/** Writes of earlier rounds of the same counter that the number had not shown when a round began: they may land in it. */
function strayIn(facts: Facts, round: RoundRun, read: Operation, base: Decimal): number {
  if (facts.header.setup) return 0;
  const { first, sent } = sentBefore(facts).get(round)?.get(read.key) ?? { first: null, sent: 0 };
  const from = first === null ? null : baseOf(facts, first, read);
  const shown = from === null ? null : wholeSteps(subtract(base, from), stepOf(facts, read));
  return shown === null ? sent : Math.max(0, sent - Number(shown));
}

interface Earlier {
  /** The first round of the counter. */
  readonly first: RoundRun;
  /** Intents of rounds before that may have counted. */
  readonly sent: number;
}

const sentBefore = once(({ rounds }: Facts): ReadonlyMap<RoundRun, ReadonlyMap<string, Earlier>> => {
  const byKey = new Map<string, Earlier>();
  return new Map(
    rounds.map((round) => {
      const own = new Map<string, number>();
      for (const { attempts } of intentsIn(round))
        if (attempts.some(mayCount)) own.set(attempts[0]?.key ?? '', (own.get(attempts[0]?.key ?? '') ?? 0) + 1);
      const ahead = new Map<string, Earlier>();
      for (const [key, n] of own) {
        const earlier = byKey.get(key);
        if (earlier !== undefined) ahead.set(key, earlier);
        byKey.set(key, { first: earlier?.first ?? round, sent: (earlier?.sent ?? 0) + n });
      }
      return [round, ahead];
    }),
  );
});

const stepOf = ({ header, step }: Facts, { reading }: Operation): Decimal =>
  parseDecimal(header.expect.readings.find((one) => one.reading === reading)?.step ?? '') ?? step;

/** From so many steps to so many, either way. */
function madeFrom(base: Decimal, step: Decimal, few: number, many: number): Ends {
  const [least, most] = [few, many].map((n) => add(base, times(step, BigInt(n)))).sort(compare);
  return { least: least as Decimal, most: most as Decimal };
}

function breaks(bound: Bound, { value }: Operation, ends: Ends | null): boolean {
  const shown = parseDecimal(value ?? '');
  if (shown === null || ends === null) return false;
  const tooLow = compare(shown, ends.least) < 0;
  const tooHigh = compare(shown, ends.most) > 0;
  return (bound !== 'atMost' && tooLow) || (bound !== 'atLeast' && tooHigh);
}

function claim(
  facts: Facts,
  round: RoundRun,
  reading: string,
  bound: Bound,
  asked: string,
  wrong: readonly Operation[],
): Claim {
  const other = facts.header.readings.includes(asked);
  const indexes = new Set(wrong.map(({ phaseIndex }) => phaseIndex));
  const [index = -1] = indexes;
  const [first] = wrong;
  const all = readsOf(round, reading).length;
  const limit = parseDecimal(asked);
  const text = limit === null ? printable(asked, MAX_VALUE) : formatDecimal(limit);
  const value = valueName(facts, reading);
  return {
    code: other ? 'CP107' : 'CP114',
    reading,
    round: round.round,
    phase: indexes.size === 1 ? (round.phases[index]?.info ?? null) : null,
    count: { min: wrong.length, max: wrong.length },
    message: `While writes were in flight ${value} was to be ${WORDS[bound]} ${text}, and it was ${printable(first?.value ?? '', MAX_VALUE)}: ${wrong.length} of ${plural(all, 'reading')} lay outside`,
    argument: 'Each of these reads was answered in full, and what it shows was the number at some moment.',
    witness: wrong.slice(0, MAX_SHOWN),
  };
}

const UNREAD = 'was not read while writes were in flight, and bounds were asked for then';
const BASE = 'was read while writes were in flight, and nobody knows from where it began or what it was to be like';

function unread(facts: Facts, reading: string, how = UNREAD): Claim {
  const value = valueName(facts, reading);
  return {
    code: 'CP308',
    reading,
    round: null,
    phase: null,
    count: UNCOUNTED,
    message: `${value.charAt(0).toUpperCase()}${value.slice(1)} ${how}`,
    argument: 'What nobody looked at cannot be judged.',
    witness: [],
  };
}
