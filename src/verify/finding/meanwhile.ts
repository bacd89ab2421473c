import { add, compare, type Decimal, parseDecimal, subtract, times, wholeSteps } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import { once } from '../once.ts';
import { must } from '../refused.ts';
import { breachesOf, exactly, isNamed, type Range } from './bounds.ts';
import type { FormOf } from './forms.ts';
import { type Intent, intentsOf } from './intents.ts';
import { decimalOf } from './numbers.ts';
import { isSent, isYes, mayCount, operationOf, precedes, type Saved } from './saved.ts';

/** A number that was read while writes were in flight lies outside its bounds. */
export function isOutsideMeanwhile(
  saved: Saved,
  { expectation: index, read: id }: FormOf<'during'>,
  code: string,
): boolean {
  const asked = saved.header.expect.during?.[index];
  const read = operationOf(saved, id);
  must(asked !== undefined && read.f === 'read' && read.reading === asked.reading, 'the history does not ask for this');
  must(read.role === 'during' && read.outcome === 'ok', `operation ${id} was not read while writes were in flight`);
  const shown = exactly(decimalOf(read.value, `operation ${id}`));
  const breaches = breachesOf(shown, asked, (quantity) => meanwhile(saved, quantity, read));
  return isNamed(saved, code, breaches);
}

function meanwhile(saved: Saved, quantity: string, read: Operation): Range | null {
  const number = parseDecimal(quantity);
  if (number !== null) return exactly(number);
  if (quantity === 'acknowledged') {
    const intents = intentsIn(saved, `${read.round}`);
    const isDone = (one: Operation): boolean => isYes(one) && precedes(saved, one, read);
    const answered = intents.filter(({ attempts }) => attempts.some(isDone)).length;
    const mayBe = (one: Operation): boolean => mayCount(one) && !precedes(saved, read, one);
    const open = intents.filter(({ attempts }) => !attempts.some(isDone) && attempts.some(mayBe)).length;
    const base = baseAhead(saved, read, read.round);
    if (base === null) return null;
    const made = (n: number): Decimal => add(base, times(stepOf(saved, read), BigInt(n)));
    const [least, most] = [made(answered), made(answered + open + strayAt(saved, read, base))].sort(compare);
    return { least: least as Decimal, most: most as Decimal };
  }
  if (!saved.header.readings.includes(quantity)) return null;
  const values = saved.operations
    .filter(
      (one) =>
        one.round === read.round &&
        one.reading === quantity &&
        one.outcome === 'ok' &&
        !precedes(saved, one, read) &&
        !precedes(saved, read, one),
    )
    .map((one) => decimalOf(one.value, `operation ${one.id}`))
    .sort(compare);
  const [least, most] = [values[0], values.at(-1)];
  return least === undefined || most === undefined ? null : { least, most };
}

const intentsIn = once((saved: Saved, round: string): readonly Intent[] =>
  intentsOf(saved.operations.filter((one) => one.round === Number(round) && isSent(one))),
);

/** What all looks ahead of a round showed, or, of the first, what is told; null where they differ or nobody looked. */
function baseAhead({ header, operations }: Saved, { key, reading }: Operation, round: number): Decimal | null {
  const isLook = (one: Operation): boolean =>
    one.f === 'read' && one.round === round && one.reading === reading && one.phaseIndex < 0;
  const looks = operations.filter((one) => isLook(one) && one.outcome === 'ok' && one.role !== 'during');
  if (looks.length > 0)
    return looks.every(({ value }) => value === looks[0]?.value) ? parseDecimal(looks[0]?.value ?? '') : null;
  const isFirst = header.setup || !operations.some((one) => one.key === key && one.round < round);
  return isFirst && header.initial !== null ? parseDecimal(header.initial) : null;
}

/** How many writes of earlier rounds may still land: those that may count, less what the number had risen by when the round began. */
function strayAt(saved: Saved, read: Operation, base: Decimal): number {
  if (saved.header.setup) return 0;
  const earlier = saved.operations.filter((one) => isSent(one) && one.key === read.key && one.round < read.round);
  const sent = intentsOf(earlier).filter(({ comes }) => comes !== 'no').length;
  const first = earlier.reduce((least, { round }) => Math.min(least, round), read.round);
  const from = baseAhead(saved, read, first);
  const shown = from === null ? null : wholeSteps(subtract(base, from), stepOf(saved, read));
  return shown === null ? sent : Math.max(0, sent - Number(shown));
}

const stepOf = ({ header }: Saved, { reading }: Operation): Decimal =>
  decimalOf(header.expect.readings.find((one) => one.reading === reading)?.step ?? header.step, 'the step');
