import type {
  DuringExpectation,
  Expectation,
  ReadingExpectation,
  UnharmedExpectation,
} from '../../../history/history.ts';
import { parseRequest } from '../../parts/request.ts';
import type { Scenario, Selector } from '../../scenario.ts';
import { checkedStep, isDecimal, negative } from '../../text/decimal.ts';
import { Mistake } from '../../text/mistake.ts';
import { nearest } from '../../text/nearest.ts';
import { parseSelector } from '../../text/selector.ts';
import type { Check } from '../../text/source.ts';
import type { RawScenario } from '../schema.ts';
import { shareOf, time } from './context.ts';
import { type Entries, entriesOf, OTHER_WORDS, type ReadingEntry } from './entries.ts';
import { defaultReadings, limitOf } from './limit.ts';
import { boundsOf, type Names } from './quantity.ts';

type Judged = Pick<Scenario, 'step' | 'expect' | 'returns' | 'returnsNumber' | 'limit'>;

const COUNTS = ['acknowledged', 'rejected', 'unknown', 'keys'];

/** What a scenario file holds its readings and answers to. */
export function expectationOf(raw: RawScenario, check: Check): Judged {
  const names = namesOf(raw, check);
  const entries = allEntries(raw, names, check);
  const returns = check.attempt(['expect', 'unique'], null, () => returnsOf(raw.expect?.unique, raw.write.returns));
  const limit = limitOf(raw, entries.counts, check);
  const given =
    entries.readings.length > 0 ? entries.readings : defaultReadings(raw, entries, limit).map(withShare(raw));
  const { step, readings } = withSteps(
    given,
    check.attempt(['step'], '1', () => checkedStep(String(raw.step ?? 1))),
  );
  const object = raw.object ?? 'counter';
  const expect = {
    readings,
    unique: raw.expect?.unique !== undefined || (returns !== null && object === 'counter'),
    ...(entries.counts.length === 0 ? {} : { counts: entries.counts }),
    ...(entries.sums.length === 0 ? {} : { sums: entries.sums }),
    ...othersOf(raw, names, check),
  };
  const path = Object.keys(raw.read ?? {}).length > 0 ? ['read'] : [];
  check.attempt(path, undefined, () => checkJudged(expect, raw), 'key');
  const isNumber = raw.write.returns === undefined ? {} : { returnsNumber: true as const };
  return { step, returns, expect, ...isNumber, ...(limit === null ? {} : { limit }) };
}

/** What a reading says of itself holds without an `expect` too. A share that is none was told already. */
function withShare({ read = {} }: RawScenario): (entry: ReadingEntry) => ReadingEntry {
  return (entry) => {
    const given = read[entry.reading]?.within;
    const within = given === undefined ? 0 : (parsedShare(given) ?? 0);
    return within === 0 ? entry : { ...entry, within };
  };
}

function parsedShare(given: string | number): number | null {
  try {
    return shareOf(given);
  } catch {
    return null;
  }
}

function namesOf(raw: RawScenario, check: Check): Names {
  const outcomes = Object.keys(raw.outcome ?? {}).filter((name) => !COUNTS.includes(name));
  const counts = [...COUNTS, ...outcomes];
  const readings = Object.keys(raw.read ?? {});
  for (const name of readings) {
    check.attempt(['read', name], undefined, () => checkReadingName(name, counts), 'key');
  }
  return { counts, readings };
}

function checkReadingName(name: string, counts: readonly string[]): void {
  if (![...counts, ...OTHER_WORDS, 'notSent'].includes(name)) return;
  const why = COUNTS.includes(name) || OTHER_WORDS.includes(name) || name === 'notSent' ? '' : ', which is an outcome';
  throw new Mistake(`a reading cannot be called ${name}${why}`, 'choose another name');
}

/** Of the scenario, and of each phase. */
function allEntries(raw: RawScenario, names: Names, check: Check): Entries {
  const within = new Map<string, number>();
  for (const [name, one] of Object.entries(raw.read ?? {})) {
    const { within: share } = one;
    if (share !== undefined)
      within.set(
        name,
        check.attempt(['read', name, 'within'], 0, () => shareOf(share)),
      );
  }
  const whole = entriesOf(raw.expect ?? {}, ['expect'], names, { within, phaseIndex: null, check });
  const phases = (raw.load ?? []).map(({ expect = {} }, phaseIndex) => {
    const { status: _, ...judged } = expect as Readonly<Record<string, unknown>>;
    return entriesOf(judged, ['load', phaseIndex, 'expect'], names, { within, phaseIndex, check });
  });
  const all = [whole, ...phases];
  return {
    readings: all.flatMap(({ readings }) => readings),
    counts: all.flatMap(({ counts }) => counts),
    sums: all.flatMap(({ sums }) => sums),
  };
}

/** A fall is a rise by a negative step: that of the scenario where all fall, else one of its own. */
function withSteps(
  entries: readonly ReadingEntry[],
  step: string,
): { step: string; readings: readonly ReadingExpectation[] } {
  const counted = entries.filter(({ risesBy, step: own }) => risesBy !== null && !isDecimal(risesBy) && !own);
  const allFall = counted.length > 0 && counted.every(({ falls }) => falls);
  const readings = entries.map(({ falls, ...entry }) => {
    if (entry.step === undefined && (!falls || allFall)) return entry;
    const by = entry.step ?? step;
    return { ...entry, step: falls ? negative(by) : by };
  });
  return { step: allFall ? negative(step) : step, readings };
}

function othersOf(raw: RawScenario, names: Names, check: Check): Pick<Expectation, 'during' | 'sameBody' | 'unharmed'> {
  const { sameBody, unharmed } = raw.expect ?? {};
  const during = Object.entries(raw.read ?? {}).flatMap(([reading, one]): readonly DuringExpectation[] => {
    if (one.during === undefined) return [];
    const { during: given } = one;
    const path = ['read', reading, 'during'];
    for (const [key, quantity] of Object.entries(given))
      check.attempt([...path, key], undefined, () => checkDuring(quantity));
    return [{ reading, ...check.attempt(path, {}, () => boundsOf(given, names)) }];
  });
  return {
    ...(during.length === 0 ? {} : { during }),
    ...(sameBody === undefined
      ? {}
      : { sameBody: check.attempt(['expect', 'sameBody'], sameBody, () => outcomeNamed(sameBody, names)) }),
    ...(unharmed === undefined ? {} : { unharmed: unharmedOf(unharmed, check) }),
  };
}

/** Throws a Mistake for what has no value at the moment of one read: other readings, and counts that are still open. */
function checkDuring(quantity: string | number | undefined): void {
  if (quantity === undefined || quantity === 'acknowledged' || isDecimal(String(quantity))) return;
  throw new Mistake(
    `while writes are in flight a value is held to a number or to acknowledged, not to ${JSON.stringify(quantity)}`,
    'write a number or acknowledged, or put it into expect, which is judged when the writes are over',
  );
}

function outcomeNamed(name: string, { counts }: Names): string {
  const outcomes = counts.filter((count) => count !== 'unknown' && count !== 'keys');
  if (outcomes.includes(name)) return name;
  const near = nearest(name, outcomes);
  throw new Mistake(
    `there is no outcome called ${JSON.stringify(name)}`,
    near ? `did you mean ${near}?` : `one of: ${outcomes.join(', ')}`,
  );
}

function unharmedOf(
  { request, slowerBy }: NonNullable<NonNullable<RawScenario['expect']>['unharmed']>,
  check: Check,
): UnharmedExpectation {
  const { method, url } = check.attempt(['expect', 'unharmed', 'request'], { method: 'GET', url: '' }, () =>
    parseRequest(request),
  );
  return {
    request: `${method} ${url}`,
    slowerByMs: slowerBy === undefined ? null : time(slowerBy, ['expect', 'unharmed', 'slowerBy'], 0, check),
  };
}

function returnsOf(unique: string | undefined, returns: string | undefined): Selector | null {
  if (unique !== undefined && returns !== undefined && unique !== returns) {
    throw new Mistake('unique and write.returns look at different places', 'keep one of them');
  }
  const text = unique ?? returns;
  return text === undefined ? null : parseSelector(text);
}

/** Not of what needs a limit: that it has one is looked at when the command line was heard too. */
function checkJudged(expect: Expectation, { object, read, write }: RawScenario): void {
  if (object === 'quota' || object === 'reservation') return;
  const { readings, unique, counts, sums, during, sameBody, unharmed } = expect;
  if (unique || (counts ?? sums ?? during ?? sameBody ?? unharmed) !== undefined) return;
  if (readings.length > 0 || write.returns !== undefined) return;
  if (Object.keys(read ?? {}).length > 0) {
    throw new Mistake(
      'it is not said what the readings are held to',
      'add expect: { total: { risesBy: acknowledged } }, by the name of a reading',
    );
  }
  throw new Mistake(
    'nothing is read and no answer is looked at, so nothing can be judged',
    'add read: { total: { request: GET /… } }, or expect: { unique: $.n }',
  );
}
