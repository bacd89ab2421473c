import { add, compare, subtract, times } from '../../history/decimal.ts';
import type { ReadingExpectation } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import type { FormOf } from './forms.ts';
import { isOne } from './intents.ts';
import { apart, decimalOf, isLess, isWhole, shareOf, sizeOf } from './numbers.ts';
import { type Base, baseOf, restOf, restsOf } from './rest.ts';
import type { Saved } from './saved.ts';
import { type Way, wayOf } from './way.ts';

interface Moved {
  readonly expectation: ReadingExpectation;
  readonly base: Base;
  readonly to: Operation;
  readonly way: Way;
}

type WayForm = FormOf<'short' | 'surplus' | 'off' | 'uneven' | 'held-back' | 'crash' | 'kind'>;

/** Everything that is expected to move this reading, and how it did. */
export function movedIn(saved: Saved, { reading, from, to: end }: WayForm): readonly Moved[] {
  const to = restOf(saved, end, reading);
  const base = baseOf(saved, from, reading, to);
  const expectations = saved.header.expect.readings.filter((one) => one.reading === reading && one.risesBy !== null);
  must(expectations.length > 0, `nothing is expected of how ${reading} moves`);
  return expectations.map((expectation) => ({ expectation, base, to, way: wayOf(saved, expectation, base, to) }));
}

const isCounted = ({ header }: Saved, expectation: ReadingExpectation): boolean =>
  expectation.risesBy !== null &&
  !header.readings.includes(expectation.risesBy) &&
  !(header.object === 'custom' && isNumeric(expectation));

const isNumeric = ({ risesBy }: ReadingExpectation): boolean => risesBy !== null && /^-?\d/.test(risesBy);

/** Allowed by `within` is not wrong. */
const isBelow = ({ way: { rise, least }, expectation: { within = 0 } }: Moved): boolean =>
  isLess(rise, subtract(least, shareOf(least, within)));

const isAbove = ({ way, expectation: { within = 0 } }: Moved, most: Way['most']): boolean =>
  isLess(add(most, shareOf(most, within)), way.rise);

/** Less than the writes between make, and it was never made up for. */
export function isShort(saved: Saved, form: FormOf<'short'>): boolean {
  return movedIn(saved, form).some((moved) => {
    if (!isCounted(saved, moved.expectation) || !isBelow(moved)) return false;
    const later = restsOf(saved, moved.to, form.reading).filter(({ invoke }) => invoke > moved.to.invoke);
    return later.every((read) => {
      const way = wayOf(saved, moved.expectation, moved.base, read);
      return isLess(way.rise, way.least);
    });
  });
}

/** Less after a command than was acknowledged before it. */
export function isCrash(saved: Saved, form: FormOf<'crash'>): boolean {
  const ran = saved.marks.some(
    (mark) =>
      'ran' in mark &&
      mark.round === saved.byId.get(form.to)?.round &&
      mark.first <= (saved.byId.get(form.to)?.invoke ?? 0),
  );
  must(ran, 'no command was run before the second reading');
  return movedIn(saved, form).some((moved) => isCounted(saved, moved.expectation) && isBelow(moved));
}

const LIMITS: Readonly<Record<string, (way: Way) => Way['most']>> = {
  CP102: ({ mostWithRefused }) => mostWithRefused,
  CP103: ({ most }) => most,
  CP110: ({ most }) => most,
  CP114: ({ most }) => most,
};

/** More than all writes between could make, from the very first number on: what came late explains it as little. */
export function isSurplus(saved: Saved, form: FormOf<'surplus'>, code: string): boolean {
  const limitOf = LIMITS[code] ?? (({ mostWithRepeats }: Way) => mostWithRepeats);
  return movedIn(saved, form).some((moved) => {
    if (!isCounted(saved, moved.expectation) || !isAbove(moved, limitOf(moved.way))) return false;
    if (!hasCause(saved, moved, code)) return false;
    const [first = null] = restsOf(saved, moved.to, form.reading).filter((one) => !isReset(saved, one, moved.base));
    if (first === null || first === moved.base.read || moved.base.read === null || first.invoke >= moved.to.invoke)
      return true;
    const base = { read: first, value: decimalOf(first.value, `operation ${first.id}`) };
    const way = wayOf(saved, moved.expectation, base, moved.to);
    return isAbove({ ...moved, way }, limitOf(way));
  });
}

/** A request of a phase between may have set the number anew. */
const isReset = ({ header }: Saved, one: Operation, { read }: Base): boolean =>
  read !== null &&
  read.round === one.round &&
  header.phases.some(({ kind, index }) => kind === 'request' && one.phaseIndex < index && index <= read.phaseIndex);

/** Not the number that was asked for, whatever the unknown writes did. */
export function isOff(saved: Saved, form: FormOf<'off'>, code: string): boolean {
  return movedIn(saved, form).some((moved) => isOffTarget(saved, moved) && isCalled(saved, moved, code));
}

/** Losses fall short of what was acknowledged, and surpluses go beyond what may have counted; what was to be given back and was not is of something held. */
function isCalled(saved: Saved, moved: Moved, code: string): boolean {
  if (code === 'CP114') return true;
  const { object } = saved.header;
  const wanted = decimalOf(moved.expectation.risesBy, 'what was asked for');
  const { way } = moved;
  const isTurned = wanted.unscaled < 0n && !(moved.expectation.step ?? saved.header.step).startsWith('-');
  const along = isTurned ? { ...moved, way: { ...way, rise: times(way.rise, -1n) } } : moved;
  if (code === 'CP101') return isBelow(along);
  if (code !== 'CP117') return isAbove(along, way.most) && hasCause(saved, moved, code);
  const isUp = compare(decimalOf(moved.to.value, 'a value'), moved.base.value) > 0;
  return (object === 'custom' || object === 'reservation') && wanted.unscaled === 0n && isUp;
}

/** Refusals for CP103; for CP110 attempts, or an object that is to have its effect once; for CP114 others that were not to move it. */
function hasCause({ header }: Saved, { way: { intents }, expectation: { risesBy } }: Moved, code: string): boolean {
  if (code === 'CP103') return intents.some(({ comes }) => comes === 'no');
  if (code === 'CP110') return header.object === 'effect' || intents.some(({ attempts }) => attempts.length > 1);
  const isOther = intents.some((intent) => intent.comes === 'yes' && !isOne(intent, risesBy ?? 'acknowledged'));
  return code !== 'CP114' || isOther;
}

function isOffTarget(saved: Saved, { expectation, base, to, way }: Moved): boolean {
  const { risesBy, perPhase, phaseIndex, within = 0 } = expectation;
  if (risesBy === null || !isNumeric(expectation)) return false;
  const from = base.read?.phaseIndex ?? -1;
  const phases = new Set(
    saved.operations
      .filter(
        (one) => one.f !== 'read' && one.round === to.round && one.phaseIndex > from && one.phaseIndex <= to.phaseIndex,
      )
      .map((one) => one.phaseIndex),
  );
  if ((base.read?.round ?? to.round) !== to.round) return false;
  if (phaseIndex !== undefined) {
    if (phaseIndex <= from || phaseIndex > to.phaseIndex || [...phases].some((index) => index !== phaseIndex))
      return false;
  }
  if (phaseIndex === undefined && !perPhase && !isWholeRound(saved, from, to)) return false;
  const wanted = times(
    decimalOf(risesBy, 'what was asked for'),
    phaseIndex === undefined && perPhase ? BigInt(phases.size) : 1n,
  );
  const distance = subtract(decimalOf(to.value, `operation ${to.id}`), base.value);
  const slack =
    saved.header.object === 'custom' ? 0n : BigInt(way.intents.filter(({ comes }) => comes === 'maybe').length);
  const allowed = subtract(shareOf(wanted, within), times(way.step, -slack));
  return compare(apart(distance, wanted), allowed) > 0;
}

const isWholeRound = ({ operations }: Saved, from: number, to: Operation): boolean =>
  from === -1 &&
  operations.every((one) => one.f === 'read' || one.round !== to.round || one.phaseIndex <= to.phaseIndex);

/** No whole number of steps, or against its writes. */
export function isUneven(saved: Saved, form: FormOf<'uneven'>): boolean {
  return movedIn(saved, form).some(({ way, expectation }) => {
    const amounts = new Set(way.intents.flatMap(({ attempts }) => attempts.map(({ amount }) => amount)));
    must(amounts.size <= 1, 'the writes are of different amounts');
    const [amount] = amounts;
    const step = amount === undefined ? way.step : sizeOf(decimalOf(amount, 'an amount'));
    return isCounted(saved, expectation) && (!isWhole(way.rise, step) || way.rise.unscaled < 0n);
  });
}

/** Wrong where it was looked at, and right with what came later: late, and neither lost nor doubled. */
export function isHeldBack(saved: Saved, form: FormOf<'held-back'>): boolean {
  const late = restOf(saved, form.later, form.reading);
  return movedIn(saved, form).some((moved) => {
    must(late.invoke > moved.to.invoke && late.key === moved.to.key, 'the right number does not come later');
    const later = { ...moved, to: late, way: wayOf(saved, moved.expectation, moved.base, late) };
    return isWrong(saved, moved) && !isWrong(saved, later) && isJudgedThere(moved);
  });
}

const isWrong = (saved: Saved, moved: Moved): boolean =>
  isNumeric(moved.expectation) ? isOffTarget(saved, moved) : isBelow(moved) || isAbove(moved, moved.way.most);

/** Phases are judged by themselves, or the round is over. */
const isJudgedThere = ({ expectation, base, to }: Moved): boolean =>
  expectation.perPhase || expectation.phaseIndex !== undefined || (base.read?.round ?? to.round) === to.round;
