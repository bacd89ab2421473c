import { byStatus, outcomeOf } from '../../parts/outcome.ts';
import type { Condition, OutcomeSpec } from '../../scenario.ts';
import { Mistake } from '../../text/mistake.ts';
import type { Check, Path } from '../../text/source.ts';
import type { RawCondition, RawConditions, RawOutcome } from '../schema/outcome.ts';
import { type RawStatuses, selectorOf, statusesOf } from './context.ts';

/** Names of counts that are there without being said. */
const TAKEN = ['unknown', 'keys', 'notSent', 'unique', 'limit', 'sumsTo', 'sameBody', 'unharmed', 'during', 'status'];

export function rawOutcome(raw: RawOutcome | undefined, check: Check): OutcomeSpec {
  const { acknowledged, rejected, ...others } = raw ?? {};
  for (const name of Object.keys(others)) check.attempt(['outcome', name], undefined, () => checkName(name), 'key');
  const named = Object.entries(others).map(([name, given]) => ({
    name,
    any: read(name, given, check) ?? [],
  }));
  return check.attempt(['outcome'], outcomeOf(null, null), () =>
    outcomeOf(read('acknowledged', acknowledged, check), read('rejected', rejected, check), named),
  );
}

function checkName(name: string): void {
  if (TAKEN.includes(name)) throw new Mistake(`an outcome cannot be called ${name}`, 'choose another name');
  if (!/^[A-Za-z_][\w-]*$/.test(name)) {
    throw new Mistake(
      `${JSON.stringify(name)} is not a name for an outcome`,
      'letters, digits, _ and -, beginning with a letter',
    );
  }
}

function read(name: string, given: RawConditions | undefined, check: Check): readonly Condition[] | null {
  if (given === undefined) return null;
  const path: Path = ['outcome', name];
  if (!Array.isArray(given)) return [conditionOf(given, path, check)];
  const plain = given.filter((one): one is number | string => typeof one !== 'object');
  const maps = given.flatMap((one, index) =>
    typeof one === 'object' ? [conditionOf(one, [...path, index], check)] : [],
  );
  return [...(plain.length > 0 ? [byStatus(statusesOf(plain, path, check))] : []), ...maps];
}

function conditionOf(raw: RawStatuses | RawCondition, path: Path, check: Check): Condition {
  if (typeof raw !== 'object' || Array.isArray(raw)) return byStatus(statusesOf(raw as RawStatuses, path, check));
  const { status, where, absent, equals, matches } = raw as RawCondition;
  check.attempt(path, undefined, () => checkCondition(raw as RawCondition));
  if (matches !== undefined) check.attempt([...path, 'matches'], undefined, () => void compiled(matches));
  return {
    status: status === undefined ? null : statusesOf(status, [...path, 'status'], check),
    where: where === undefined ? null : selectorOf(where, [...path, 'where'], check),
    ...(absent ? { absent } : {}),
    ...(equals === undefined ? {} : { equals: String(equals) }),
    ...(matches === undefined ? {} : { matches }),
  };
}

function checkCondition({ status, where, absent, equals, matches }: RawCondition): void {
  const [first, second] = Object.entries({ absent: absent || undefined, equals, matches }).flatMap(([key, value]) =>
    value === undefined ? [] : [key],
  );
  if (where === undefined && first !== undefined)
    throw new Mistake(`${first} has nowhere to look`, 'add where: $.path, or where: header:Name');
  if (second !== undefined) throw new Mistake(`a condition has ${first} and ${second}`, 'keep one of them');
  if (status === undefined && where === undefined)
    throw new Mistake('the condition says nothing', 'such as { status: 200, where: $.errors, absent: true }');
  if (String(equals ?? matches ?? '').includes('{{'))
    throw new Mistake('a condition takes no {{name}}', 'look for a text that is always the same');
}

function compiled(pattern: string): RegExp {
  try {
    return new RegExp(pattern);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : '';
    throw new Mistake(`matches does not compile: ${why}`, 'it is a JavaScript regular expression');
  }
}
