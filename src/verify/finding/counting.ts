import { type Decimal, formatDecimal, parseDecimal, subtract, times } from '../../history/decimal.ts';
import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { copyOf } from '../../history/reader/table.ts';
import { once } from '../once.ts';
import { must } from '../refused.ts';
import { orderOf } from './in-order.ts';
import { decimalOf } from './numbers.ts';

/** Whether a reading moves the number itself, as the header says. */
export const isCounting = ({ header }: Pick<History, 'header'>, reading: string): boolean =>
  Number(header.readingInfo?.[reading]?.adds ?? 0) !== 0;

/**
 * The operations with the numbers that writes alone would have made: what the readings before each one added is taken
 * off. One that may have come before another or after it shows no number then.
 */
export function withoutReadings(history: History): readonly Operation[] {
  const { header, operations } = history;
  const shown = new Map<Operation, string | null>();
  for (const reading of header.readings.filter((name) => isCounting(history, name))) {
    const unit = unitOf(history, reading);
    const own = operations.filter(({ f, reading: name }) => f === 'read' && name === reading);
    for (const looks of countersIn(own, header.setup)) {
      const [first] = looks as [Operation];
      const itself = showsItself(history, parseDecimal(first.value ?? ''), unit) ? 1n : 0n;
      const answered = looks.filter(({ outcome }) => outcome === 'ok');
      const order = orderOf(answered, header.clock.errorNs);
      for (const read of answered) {
        const value = parseDecimal(read.value ?? '');
        const place = order(read);
        if (value !== null)
          shown.set(read, place === null ? null : formatDecimal(subtract(value, times(unit, itself + place))));
      }
    }
  }
  return shown.size === 0 ? operations : operations.map((one) => withValue(one, shown.get(one)));
}

const withValue = (one: Operation, value: string | null | undefined): Operation =>
  value === undefined ? one : { ...copyOf(one), value };

/** Looks at one counter each, the first to be made first. */
function countersIn(looks: readonly Operation[], setup: boolean): readonly (readonly Operation[])[] {
  const counters = new Map<string, Operation[]>();
  for (const look of looks.toSorted((a, b) => a.invoke - b.invoke || a.id - b.id)) {
    const place = JSON.stringify([look.key, setup ? look.round : 0]);
    const own = counters.get(place);
    if (own) own.push(look);
    else counters.set(place, [look]);
  }
  return [...counters.values()];
}

/**
 * Refuses where a look at a counter that counts itself had no answer, so that nobody knows whether it did. `isLess`: it is
 * to be shown that the number is too low, and looks only add to it.
 */
export function mustKnowReadings(history: History, reading: string, of: Operation, isLess: boolean): void {
  const { readingInfo, setup } = history.header;
  if (!isCounting(history, reading) || (isLess && Number(readingInfo?.[reading]?.adds) > 0)) return;
  const place = JSON.stringify([reading, of.key, setup ? of.round : 0]);
  must(!openLooks(history, '').has(place), `a look at ${reading} may have moved it`);
}

const openLooks = once((history: History, _: string): ReadonlySet<string> => {
  const { header, operations } = history;
  const open = operations.filter(({ f, outcome, sent }) => f === 'read' && outcome !== 'ok' && sent !== null);
  return new Set(open.map(({ reading, key, round }) => JSON.stringify([reading, key, header.setup ? round : 0])));
});

function unitOf({ header }: History, reading: string): Decimal {
  const step = header.expect.readings.find((one) => one.reading === reading)?.step ?? header.step;
  const [adds, unit] = [header.readingInfo?.[reading]?.adds, step].map((text) => decimalOf(text, 'a step'));
  const [a, b] = [adds, unit] as [Decimal, Decimal];
  return { unscaled: a.unscaled * b.unscaled, scale: a.scale + b.scale };
}

/** Where the number before is known, the first reading tells whether it shows what it adds. */
function showsItself({ header }: History, first: Decimal | null, unit: Decimal): boolean {
  const initial = parseDecimal(header.initial ?? '');
  if (first === null || initial === null) return false;
  const rest = subtract(subtract(first, initial), unit);
  return rest.unscaled === 0n;
}
