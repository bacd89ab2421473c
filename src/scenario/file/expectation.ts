import { formatDecimal, parseDecimal, times } from '../../history/decimal.ts';
import type { ReadingExpectation } from '../../history/history.ts';
import type { Scenario, Selector } from '../scenario.ts';
import { Mistake } from '../text/mistake.ts';
import { nearest } from '../text/nearest.ts';
import { parseSelector } from '../text/selector.ts';
import type { Check } from '../text/source.ts';
import { isLaterKey } from './language.ts';
import type { RawScenario } from './schema.ts';

type Judged = Pick<Scenario, 'step' | 'expect' | 'returns'>;
type RawExpectation = Exclude<NonNullable<RawScenario['expect']>[string], string | undefined>;

/** What a scenario file holds its readings and answers to. */
export function expectationOf(raw: RawScenario, check: Check): Judged {
  const { unique, ...named } = raw.expect ?? {};
  const names = Object.keys(raw.read ?? {});
  for (const name of names) check.attempt(['read', name], undefined, () => checkReadingName(name), 'key');
  const given = Object.entries(named as Readonly<Record<string, RawExpectation>>);
  for (const [name] of given) check.attempt(['expect', name], undefined, () => checkIsRead(name, names), 'key');
  const readings =
    given.length === 0
      ? names.map(byDefault)
      : given.map(([name, expected]) => readingExpectation(name, expected, check));
  const returns = check.attempt(['expect', 'unique'], null, () => returnsOf(unique, raw.write.returns));
  check.attempt([], undefined, () => checkJudged(names, returns));
  return { step: stepOf(raw, check), returns, expect: { readings, unique: returns !== null } };
}

/** Each acknowledged write counts once, in each phase. */
export function byDefault(reading: string): ReadingExpectation {
  return { reading, risesBy: 'acknowledged', perPhase: true };
}

/** A number as a plain decimal string; throws a Mistake when it is none. */
export function decimalOf(text: string): string {
  const value = parseDecimal(text);
  if (value === null) throw new Mistake(`${JSON.stringify(text)} is not a number`, 'such as 1, -1 or 0.5');
  return formatDecimal(value);
}

/** How far one write moves the number; throws a Mistake for 0. */
export function checkedStep(text: string): string {
  const step = decimalOf(text);
  if (step === '0') throw new Mistake('a step of 0 moves nothing', 'how far one write moves the number, such as 1');
  return step;
}

function negative(text: string): string {
  const value = parseDecimal(text);
  return value === null ? text : formatDecimal(times(value, -1n));
}

/** A fall is a rise by a negative step, the same for every reading of a scenario. */
function stepOf(raw: RawScenario, check: Check): string {
  const step = check.attempt(['step'], '1', () => checkedStep(String(raw.step ?? 1)));
  const { unique: _, ...named } = raw.expect ?? {};
  const counted = Object.entries(named as Readonly<Record<string, RawExpectation>>);
  const falls = counted.filter(([, { fallsBy }]) => fallsBy === 'acknowledged');
  const rises = counted.filter(([, { risesBy }]) => risesBy === 'acknowledged');
  const [first] = falls;
  if (first && rises.length > 0) {
    check.attempt(['expect', first[0], 'fallsBy'], undefined, () => {
      throw new Mistake(
        'one reading rises and another falls by acknowledged, which is not supported by this version',
        'probe them in two scenarios',
      );
    });
  }
  return first ? negative(step) : step;
}

function readingExpectation(reading: string, raw: RawExpectation, check: Check): ReadingExpectation {
  const risesBy = check.attempt(['expect', reading], 'acknowledged', () => riseOf(raw));
  return { reading, risesBy, perPhase: raw.perPhase ?? false };
}

function riseOf({ risesBy, fallsBy }: RawExpectation): string {
  if (risesBy !== undefined && fallsBy !== undefined)
    throw new Mistake('a reading rises or falls, not both', 'keep one of risesBy and fallsBy');
  const by = risesBy ?? fallsBy;
  if (by === undefined)
    throw new Mistake('it is not said what is expected', 'such as { risesBy: acknowledged, perPhase: true }');
  if (by === 'acknowledged') return by;
  return fallsBy === undefined ? decimalOf(String(by)) : negative(decimalOf(String(by)));
}

function returnsOf(unique: string | undefined, returns: string | undefined): Selector | null {
  if (unique !== undefined && returns !== undefined && unique !== returns) {
    throw new Mistake('unique and write.returns look at different places', 'keep one of them');
  }
  const text = unique ?? returns;
  return text === undefined ? null : parseSelector(text);
}

function checkReadingName(name: string): void {
  if (name === 'unique' || isLaterKey(['expect'], name))
    throw new Mistake(`a reading cannot be called ${name}`, 'choose another name');
}

function checkIsRead(name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const near = nearest(name, [...names, 'unique']);
  const mend = near ? `did you mean ${near}?` : `add it to read, or expect one of: ${[...names, 'unique'].join(', ')}`;
  throw new Mistake(`there is no reading called ${JSON.stringify(name)}`, mend);
}

function checkJudged(names: readonly string[], returns: Selector | null): void {
  if (names.length > 0 || returns !== null) return;
  throw new Mistake(
    'nothing is read and no answer is looked at, so nothing can be judged',
    'add read: { total: { request: GET /… } }, or expect: { unique: $.n }',
  );
}
