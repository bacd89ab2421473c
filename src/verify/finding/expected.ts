import { add, compare, type Decimal, parseDecimal, subtract, times } from '../../history/decimal.ts';
import { isStop } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import { type Breach, breachesOf, exactly, isNamed, type Range, whole } from './bounds.ts';
import type { FormOf } from './forms.ts';
import { intentsOf } from './intents.ts';
import { apart, decimalOf, shareOf, sizeOf, ZERO } from './numbers.ts';
import { restOf, restsOf } from './rest.ts';
import { isSent, type Saved } from './saved.ts';

/** What a count that is off is called, by what is counted, of what object, and on which side it is off. */
function codeOf({ object }: Saved['header'], count: string, { way }: Breach): string {
  const isYes = count === 'acknowledged' || count === 'keys';
  if (!isYes && count !== 'rejected') return 'CP114';
  if (isYes === (way === 'over')) return MORE[object];
  return isYes || object === 'quota' || object === 'reservation' ? 'CP105' : 'CP114';
}

const MORE = { quota: 'CP104', reservation: 'CP106', effect: 'CP110', counter: 'CP114', custom: 'CP114' } as const;

/** How many of some writes have an outcome: for certain, and if each that was not heard had it. */
function countOf(writes: readonly Operation[], name: string): Range & { readonly notSent: number } {
  const intents = intentsOf(writes);
  const notSent = writes.filter((one) => one.f !== 'read' && one.counts === 'notSent').length;
  if (name === 'keys') {
    const yes = intents.filter(({ comes }) => comes === 'yes').length;
    return { least: whole(yes), most: whole(yes + intents.filter(({ comes }) => comes === 'maybe').length), notSent };
  }
  const unheard = intents.reduce((n, { attempts, comes }) => {
    const open = attempts.filter(({ counts }) => counts === 'unknown');
    const givenUp = open.filter(({ abandoned }) => abandoned !== undefined).length;
    return n + (open.length - givenUp) + (comes === 'maybe' && open.length === givenUp ? 1 : 0);
  }, 0);
  if (name === 'unknown') return { ...exactly(whole(unheard)), notSent };
  const having = writes.filter(({ counts, labels }) => counts === name || labels?.includes(name) === true).length;
  return { least: whole(having), most: whole(having + unheard), notSent };
}

/** A count of answers is not what was asked for. */
export function isMiscounted(saved: Saved, form: FormOf<'count'>, code: string): boolean {
  const { header, operations, marks } = saved;
  const asked = header.expect.counts?.[form.expectation];
  must(asked !== undefined, 'the history does not ask for this count');
  must((form.phaseIndex !== null) === (asked.perPhase || asked.phaseIndex !== undefined), 'it is not counted there');
  must(asked.phaseIndex === undefined || asked.phaseIndex === form.phaseIndex, 'it is not counted in this phase');
  const writes = operations.filter(
    (one) =>
      one.f !== 'read' && one.round === form.round && (form.phaseIndex === null || one.phaseIndex === form.phaseIndex),
  );
  must(writes.length > 0, 'there is nothing to count');
  const { least, most, notSent } = countOf(writes, asked.count);
  const unfinished = marks.some((mark) => isStop(mark) && mark.round === form.round);
  const value = { least, most: unfinished ? add(most, whole(writes.length * 1_000_000)) : add(most, whole(notSent)) };
  const breaches = breachesOf(value, asked, (quantity) => {
    const number = parseDecimal(quantity);
    return number === null ? countOf(writes, quantity) : exactly(number);
  });
  return breaches.some((breach) => codeOf(header, asked.count, breach) === code);
}

/** A number at rest lies outside its bounds. */
export function isOutOfBounds(saved: Saved, { expectation: index, read: id }: FormOf<'bounds'>, code: string): boolean {
  const asked = saved.header.expect.readings[index];
  must(asked !== undefined, 'the history does not ask for this');
  const read = restOf(saved, id, asked.reading);
  mustBePlace(saved, read, asked);
  const value = decimalOf(read.value, `operation ${id}`);
  const unknown = intentsOf(saved.operations.filter(({ round }) => round === read.round)).filter(
    ({ comes }) => comes === 'maybe',
  );
  const reach = times(sizeOf(decimalOf(asked.step ?? saved.header.step, 'the step')), BigInt(unknown.length));
  const first = restsOf(saved, read, asked.reading).find((one) => one.round === read.round);
  const base = decimalOf(first?.value ?? saved.header.initial ?? '0', 'the base');
  const breaches = breachesOf(exactly(value), asked, (quantity) => {
    const isReading = saved.header.readings.includes(quantity);
    const range = rangeAt(saved, quantity, read);
    if (range === null) return null;
    const share = shareOf(subtract(range.least, base), asked.within ?? 0);
    const slack = isReading || saved.header.object === 'custom' ? share : add(share, reach);
    return { least: subtract(range.least, slack), most: add(range.most, slack) };
  });
  return isNamed(saved, code, breaches);
}

/** What a quantity comes to where a number was read: a number, another reading there, or a count of the writes up to it. */
function rangeAt(saved: Saved, quantity: string, read: Operation): Range | null {
  const number = parseDecimal(quantity);
  if (number !== null) return exactly(number);
  if (saved.header.readings.includes(quantity)) {
    const other = saved.operations.findLast(
      (one) =>
        one.f === 'read' &&
        one.reading === quantity &&
        isBeside(saved, one, read) &&
        one.role !== 'during' &&
        one.outcome === 'ok',
    );
    return other === undefined ? null : exactly(decimalOf(other.value, `operation ${other.id}`));
  }
  const writes = saved.operations.filter(
    (one) => one.f !== 'read' && one.round === read.round && one.phaseIndex <= read.phaseIndex,
  );
  return countOf(writes, quantity);
}

const isBeside = (saved: Saved, one: Operation, read: Operation): boolean =>
  one.round === read.round && lastWrites(saved, one) === lastWrites(saved, read);

/** The last phase with writes up to a read. */
function lastWrites({ operations }: Saved, { round, phaseIndex }: Operation): number {
  const phases = operations.filter((one) => isSent(one) && one.round === round && one.phaseIndex <= phaseIndex);
  return phases.reduce((last, one) => Math.max(last, one.phaseIndex), -1);
}

/** After the last phase with writes, or after each, as the history asks. */
function mustBePlace(
  saved: Saved,
  read: Operation,
  { perPhase, phaseIndex }: { readonly perPhase: boolean; readonly phaseIndex?: number },
): void {
  must(read.phaseIndex >= 0, 'nothing was written yet');
  if (phaseIndex !== undefined) must(read.phaseIndex === phaseIndex, 'it is not judged after this phase');
  else if (!perPhase) {
    const later = saved.operations.some(
      (one) => isSent(one) && one.round === read.round && one.phaseIndex > read.phaseIndex,
    );
    must(!later, 'it is judged after the last write');
  }
}

/** Numbers at rest do not add up. */
export function isNotTheSum(saved: Saved, { expectation: index, reads }: FormOf<'sum'>): boolean {
  const asked = saved.header.expect.sums?.[index];
  must(asked !== undefined && asked.of.length === reads.length, 'the history does not ask for this sum');
  const parts = asked.of.map((reading, i) => restOf(saved, reads[i] as number, reading));
  const [first] = parts;
  must(first !== undefined && parts.every((one) => isBeside(saved, one, first)), 'the numbers were not read together');
  mustBePlace(saved, first, asked);
  const total = parts.map((one) => decimalOf(one.value, `operation ${one.id}`)).reduce(add, ZERO);
  const range = (quantity: string): Range | null => rangeAt(saved, quantity, first);
  return breachesOf(exactly(total), { equals: asked.equals }, range).length > 0;
}

/** The change of a number was to be that of another, and was not. */
export function isUnlike(saved: Saved, { reading, from, to: id }: FormOf<'unlike'>): boolean {
  const asked = saved.header.expect.readings.find(
    (one) => one.reading === reading && saved.header.readings.includes(one.risesBy ?? ''),
  );
  must(asked !== undefined && from !== null, `${reading} was not to change like another`);
  const ends = [restOf(saved, from, reading), restOf(saved, id, reading)] as const;
  must(ends[0].invoke < ends[1].invoke && ends[0].key === ends[1].key, 'the two do not follow each other');
  const changeOf = (name: string): Decimal | null => {
    const [a, b] = ends.map((read) =>
      saved.operations.findLast(
        (one) => one.reading === name && one.outcome === 'ok' && one.role !== 'during' && isBeside(saved, one, read),
      ),
    );
    return a === undefined || b === undefined
      ? null
      : subtract(decimalOf(b.value, 'a value'), decimalOf(a.value, 'a value'));
  };
  const [own, wanted] = [changeOf(reading), changeOf(asked.risesBy ?? '')];
  return own !== null && wanted !== null && compare(apart(own, wanted), shareOf(wanted, asked.within ?? 0)) > 0;
}
