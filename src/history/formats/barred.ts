import { isSame } from '../decimal.ts';
import type { History, HistoryHeader, ReadingExpectation } from '../history.ts';
import { movesOtherwise } from '../moves.ts';
import { isImported } from '../returned.ts';
import { isOverRounds } from '../split.ts';
import type { FormatName } from './format.ts';

/** What a format has no place for, and would be answered falsely without; null: nothing of that kind. */
export function barredFrom(history: History, format: FormatName): string | null {
  const { header } = history;
  const own = isImported(header)
    ? null
    : (ofObject(header) ?? ofLimit(history) ?? ofReadings(header) ?? ofWrites(history));
  return own ?? (format === 'corpus' ? ofCorpus(history) : null);
}

function ofCorpus(history: History): string | null {
  if (isOfClocksApart(history)) return 'clocks of several machines that may be off from each other';
  const isOther = history.operations.some(({ f }) => f === 'reserve' || f === 'release' || f === 'effect');
  return isOther ? 'calls to reserve, release or effect' : null;
}

/** Between machines the order of times is then not known. */
export function isOfClocksApart({ header, operations }: Pick<History, 'header' | 'operations'>): boolean {
  const [first] = operations;
  return header.clock.errorNs > 0 && operations.some(({ machine }) => machine !== first?.machine);
}

const SORTS: Readonly<Record<string, string>> = {
  reservation: 'things that are reserved and given back',
  effect: 'effects that take place once for each key',
};

const ofObject = ({ object }: HistoryHeader): string | null => SORTS[object] ?? null;

function ofLimit({ header, operations }: History): string | null {
  const { limit, limitPer, setup, step } = header;
  if (limit === null) return null;
  if (limitPer !== null && limitPer !== 'round')
    return `a limit of each ${isWindow(limitPer) ? 'window of time' : limitPer}`;
  if (!isSame(step, '1')) return 'a limit on a number that does not go up by 1';
  return !setup && isOverRounds(operations)
    ? 'a limit of each round on a number that goes on through all of them'
    : null;
}

const isWindow = (per: string): boolean => per !== 'phase' && per !== 'identity';

function ofReadings({ readings, readingInfo = {}, expect, step, object }: HistoryHeader): string | null {
  if (readings.length > 1) return 'several readings of one number';
  if (Object.values(readingInfo).some(({ adds }) => adds !== undefined)) return 'readings that move the number';
  if (!expect.readings.every((one) => isPlain(one, step)))
    return 'a number that is not to rise by what was acknowledged';
  const isUnheld = readings.length > 0 && expect.readings.length === 0;
  return isUnheld && (object !== 'counter' || asksElse({ expect }).length > 0)
    ? 'a number that is not held to anything'
    : null;
}

const isPlain = ({ risesBy, step, within, phaseIndex, ...bounds }: ReadingExpectation, own: string): boolean =>
  risesBy === 'acknowledged' &&
  (step === undefined || isSame(step, own)) &&
  within === undefined &&
  phaseIndex === undefined &&
  !['equals', 'atLeast', 'atMost'].some((bound) => bound in bounds);

function ofWrites(history: History): string | null {
  const { header, operations } = history;
  const intents = operations.flatMap(({ intent }) => (intent === undefined ? [] : [intent]));
  if (new Set(intents).size < intents.length) return 'writes that were sent more than once and count once';
  return !header.setup && isOverRounds(operations) && movesOtherwise(history)
    ? 'different amounts in rounds between which the number may have been set anew'
    : null;
}

/** What is asked beside the number: no format but ours has a place for it. */
export function asksElse({ expect }: Pick<HistoryHeader, 'expect'>): readonly string[] {
  const { unique, readings: _, uniquePer: __, ...more } = expect;
  const others = Object.entries(more).filter(([, asked]) => !Array.isArray(asked) || asked.length > 0);
  return [...(unique ? ['unique'] : []), ...others.map(([name]) => name)];
}
