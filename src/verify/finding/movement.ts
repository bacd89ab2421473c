import { add, compare, subtract, times } from '../../history/decimal.ts';
import type { ReadingExpectation } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import type { FormOf } from './forms.ts';
import { type Intent, isOne } from './intents.ts';
import { intentsOn } from './near.ts';
import { apart, decimalOf, isLess, isWhole, shareOf, sizeOf, ZERO } from './numbers.ts';
import { type Base, baseOf, firstRestOf, isFirstOf, lastRestOf, mayGoOn, restOf, restsOf, shownOf } from './rest.ts';
import { operationsIn, precedes, type Saved } from './saved.ts';
import { leastFrom, madeBefore, riseTo, type Way, wayOf } from './way.ts';

interface Moved {
  readonly expectation: ReadingExpectation;
  readonly base: Base;
  readonly to: Operation;
  readonly way: Way;
}

type WayForm = FormOf<'short' | 'surplus' | 'off' | 'uneven' | 'held-back' | 'crash' | 'kind'>;

/** Everything that is expected to move this reading, and how it did. */
export function movedIn(saved: Saved, { form, reading, from, to: end }: WayForm): readonly Moved[] {
  const isShortage = form === 'short';
  const to = restOf(saved, end, reading, isShortage);
  const base = baseOf(saved, from, reading, to, isShortage);
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
  return movedIn(saved, form).some(
    (moved) => isCounted(saved, moved.expectation) && isBelow(moved) && !isMadeUp(saved, moved),
  );
}

/** Whether some number that was not read before has room for all of it and all acknowledged by then, at rest or not; `isTurned`: it falls. */
function isMadeUp(saved: Saved, { expectation, base, to, way }: Moved, isTurned = false): boolean {
  const leastTo = leastFrom(saved, expectation, base, to);
  return shownOf(saved, to, expectation.reading).some((read) => {
    if (read === to || precedes(saved, read, to)) return false;
    const [least, rise] = [leastTo(read), riseTo(saved, expectation, base, read)];
    return !isLess(isTurned ? times(rise, -1n) : rise, isLess(least, way.least) ? way.least : least);
  });
}

/** Less after a command than was acknowledged before it, and it did not come back. */
export function isCrash(saved: Saved, form: FormOf<'crash'>): boolean {
  const ran = saved.marks.some(
    (mark) =>
      'ran' in mark &&
      mark.round === saved.byId.get(form.to)?.round &&
      mark.first <= (saved.byId.get(form.to)?.invoke ?? 0),
  );
  must(ran, 'no command was run before the second reading');
  return movedIn(saved, form).some(
    (moved) => isCounted(saved, moved.expectation) && isBelow(moved) && !isMadeUp(saved, moved),
  );
}

const LIMITS: Readonly<Record<string, (way: Way) => Way['most']>> = {
  CP102: ({ mostWithRefused }) => mostWithRefused,
  CP103: ({ most }) => most,
  CP107: ({ most }) => most,
  CP110: ({ most }) => most,
  CP114: ({ most }) => most,
};

/** More than all writes between could make, from the very first number on: what came late explains it as little. */
export function isSurplus(saved: Saved, form: FormOf<'surplus'>, code: string): boolean {
  const limitOf = LIMITS[code] ?? (({ mostWithRepeats }: Way) => mostWithRepeats);
  return movedIn(saved, form).some(
    (moved) =>
      isCounted(saved, moved.expectation) &&
      isAbove(moved, limitOf(moved.way)) &&
      hasCause(saved, moved, code) &&
      isMoreThanAll(saved, moved, limitOf),
  );
}

/** How a movement is looked at: as it is, or turned where what was asked for goes against the step. */
type Turn = (moved: Moved) => Moved;

const asItIs: Turn = (moved) => moved;
const turned: Turn = (moved) => ({ ...moved, way: { ...moved.way, rise: times(moved.way.rise, -1n) } });

/** Whether no write from before explains what is too much, wherever the counting begins. */
function isMoreThanAll(saved: Saved, moved: Moved, limitOf: (way: Way) => Way['most'], turn = asItIs): boolean {
  const { expectation, base, to } = moved;
  if (base.read === null) return true;
  const [first = base.read] = restsOf(saved, to, expectation.reading).filter((one) => !isReset(saved, one, base));
  const read = first.invoke >= to.invoke ? base.read : first;
  const whole = turn(wayFrom(saved, moved, read, to));
  const most = add(limitOf(whole.way), owedBy(saved, expectation, read));
  return isAbove(whole, most) && !isFromOld(saved, moved, limitOf, turn);
}

/** The same movement from another number, or to another. */
function wayFrom(saved: Saved, moved: Moved, read: Operation, to: Operation): Moved {
  const base = { read, value: decimalOf(read.value, `operation ${read.id}`) };
  return { ...moved, base, to, way: wayOf(saved, moved.expectation, base, to) };
}

/**
 * Whether it is what the writes of all rounds make of one number that was never set anew, which nothing says that it was:
 * a round that begins where the first one did may begin with an old number, if one look alone showed it. The last number
 * must be explained like that as well.
 */
function isFromOld(saved: Saved, moved: Moved, limitOf: (way: Way) => Way['most'], turn: Turn): boolean {
  const { expectation, to } = moved;
  const first = firstRestOf(saved, to, expectation.reading);
  const last = first && lastRestOf(saved, to, expectation.reading);
  if (first === null || last === null) return false;
  const [here, there] = [to, last].map((end) => turn(wayFrom(saved, moved, first, end))) as [Moved, Moved];
  return !isAbove(here, limitOf(here.way)) && (!isBelow(there) || isMadeUp(saved, there, turn === turned));
}

/** What was acknowledged before the first number at rest may come out after it: none before that tells how much of it had. */
function owedBy(saved: Saved, expectation: ReadingExpectation, first: Operation): Way['most'] {
  if (first.phaseIndex < 0 && isFirstOf(saved, first)) return ZERO;
  return madeBefore(saved, expectation, first, mayGoOn(saved, first, expectation.reading));
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
  const mostOf = ({ most }: Way): Way['most'] => most;
  // What an earlier round may have left is no word on this one.
  if (code === 'CP114') {
    const isFirst = moved.base.read === null || isFirstOf(saved, moved.base.read);
    return isFirst || !isAbove(moved, moved.way.most) || isMoreThanAll(saved, moved, mostOf);
  }
  const { object } = saved.header;
  const wanted = decimalOf(moved.expectation.risesBy, 'what was asked for');
  const isTurned = wanted.unscaled < 0n && !(moved.expectation.step ?? saved.header.step).startsWith('-');
  const turn = isTurned ? turned : asItIs;
  const along = turn(moved);
  // What was to stand still and moved on is no loss.
  if (code === 'CP101') {
    const isLoss = isBelow(along) && (wanted.unscaled !== 0n || along.way.rise.unscaled < 0n);
    return isLoss && !isMadeUp(saved, moved, isTurned);
  }
  if (code !== 'CP117')
    return isAbove(along, moved.way.most) && hasCause(saved, moved, code) && isMoreThanAll(saved, moved, mostOf, turn);
  const isUp = compare(decimalOf(moved.to.value, 'a value'), moved.base.value) > 0;
  return (object === 'custom' || object === 'reservation') && wanted.unscaled === 0n && isUp;
}

/** Refusals for CP103, and of a quota for CP107; for CP110 attempts, or an object that is to have its effect once; for CP114 others that were not to move it. */
function hasCause(saved: Saved, { to, way, expectation: { risesBy } }: Moved, code: string): boolean {
  const { intents, hasRefused } = way;
  const { object } = saved.header;
  if (code === 'CP103' || code === 'CP107') return (object === 'quota') === (code === 'CP107') && hasRefused;
  if (code === 'CP110')
    return object === 'effect' || intentsOn(saved, to.key).some((one) => isRepeated(saved, one, to));
  const isOther = intents.some((intent) => intent.comes === 'yes' && !isOne(intent, risesBy ?? 'acknowledged'));
  return code !== 'CP114' || isOther;
}

/** It was sent again before the number was read, be it for what another attempt had done long before. */
const isRepeated = (saved: Saved, { attempts }: Intent, to: Operation): boolean =>
  attempts.filter((one) => !precedes(saved, to, one)).length > 1;

function isOffTarget(saved: Saved, { expectation, base, to, way }: Moved): boolean {
  const { risesBy, perPhase, phaseIndex, within = 0 } = expectation;
  if (risesBy === null || !isNumeric(expectation)) return false;
  const from = base.read?.phaseIndex ?? -1;
  const phases = new Set(
    operationsIn(saved, to.round)
      .filter((one) => one.f !== 'read' && one.phaseIndex > from && one.phaseIndex <= to.phaseIndex)
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
  const slack = saved.header.object === 'custom' ? 0n : BigInt(way.unsure);
  const allowed = subtract(shareOf(wanted, within), times(way.step, -slack));
  return compare(apart(distance, wanted), allowed) > 0;
}

const isWholeRound = (saved: Saved, from: number, to: Operation): boolean =>
  from === -1 && operationsIn(saved, to.round).every((one) => one.f === 'read' || one.phaseIndex <= to.phaseIndex);

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
