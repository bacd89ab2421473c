import { add, compare, type Decimal, formatDecimal, parseDecimal, times } from '../../history/decimal.ts';
import type { DuringExpectation, HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import { type Intent, intentsOf } from '../ledger/intents.ts';
import { type RoundRun, sumOf } from '../ledger/rounds.ts';
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
    return facts.rounds.flatMap((round) => outside(facts, round, expectation));
  });

const readsOf = ({ phases }: RoundRun, reading: string): readonly Operation[] =>
  phases.flatMap((phase) =>
    phase.reads.filter((read) => read.role === 'during' && read.reading === reading && read.outcome === 'ok'),
  );

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
    const { answered, open } = acknowledgedAt(intentsIn(round), read, isBefore);
    const stray = unheardBefore(facts).get(round) ?? 0;
    return madeFrom(baseOf(facts, round, read), stepOf(facts, read), answered, answered + open + stray);
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

/** Writes of earlier rounds that were not heard, and may land in a round. */
const unheardBefore = once(({ rounds }: Facts): ReadonlyMap<RoundRun, number> => {
  let sum = 0;
  return new Map(
    rounds.map((round) => {
      const before = sum;
      sum += sumOf(round.phases).unknown;
      return [round, before];
    }),
  );
});

/** The number that a round began with: what was read ahead of it, or was told; 0 where nobody says so. */
function baseOf({ header }: Facts, { before }: RoundRun, { reading }: Operation): Decimal {
  const look = before.find((one) => one.reading === reading && one.outcome === 'ok' && one.role !== 'during');
  return parseDecimal(look?.value ?? header.initial ?? '') ?? whole(0);
}

const stepOf = ({ header, step }: Facts, { reading }: Operation): Decimal =>
  parseDecimal(header.expect.readings.find((one) => one.reading === reading)?.step ?? '') ?? step;

/** From so many steps to so many, either way. */
function madeFrom(base: Decimal, step: Decimal, few: number, many: number): Ends {
  const [least, most] = [few, many].map((n) => add(base, times(step, BigInt(n)))).sort(compare);
  return { least: least as Decimal, most: most as Decimal };
}

const whole = (n: number): Decimal => ({ unscaled: BigInt(n), scale: 0 });

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

function unread(facts: Facts, reading: string): Claim {
  const value = valueName(facts, reading);
  return {
    code: 'CP308',
    reading,
    round: null,
    phase: null,
    count: UNCOUNTED,
    message: `${value.charAt(0).toUpperCase()}${value.slice(1)} was not read while writes were in flight, and bounds were asked for then`,
    argument: 'What nobody looked at cannot be judged.',
    witness: [],
  };
}
