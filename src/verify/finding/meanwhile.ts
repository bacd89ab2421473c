import { add, compare, type Decimal, parseDecimal, times } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import { once } from '../once.ts';
import { must } from '../refused.ts';
import { breachesOf, exactly, isNamed, type Range } from './bounds.ts';
import type { FormOf } from './forms.ts';
import { type Intent, intentsOf } from './intents.ts';
import { decimalOf, ZERO } from './numbers.ts';
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
    const stray = unheardBefore(saved, `${read.round}`);
    const made = (n: number): Decimal => add(baseAhead(saved, read), times(stepOf(saved, read), BigInt(n)));
    const [least, most] = [made(answered), made(answered + open + stray)].sort(compare);
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

const unheardBefore = once(
  ({ operations }: Saved, round: string): number =>
    operations.filter((one) => one.round < Number(round) && one.counts === 'unknown' && isSent(one)).length,
);

/** The number ahead of the round of a read: as it was read, or told; 0 where nobody says. */
function baseAhead({ header, operations }: Saved, { round, reading }: Operation): Decimal {
  const isLook = (one: Operation): boolean =>
    one.f === 'read' && one.round === round && one.reading === reading && one.phaseIndex < 0;
  const look = operations.find((one) => isLook(one) && one.outcome === 'ok' && one.role !== 'during');
  return parseDecimal(look?.value ?? header.initial ?? '') ?? ZERO;
}

const stepOf = ({ header }: Saved, { reading }: Operation): Decimal =>
  decimalOf(header.expect.readings.find((one) => one.reading === reading)?.step ?? header.step, 'the step');
