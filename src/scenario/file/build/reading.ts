import type { ReadingInfo } from '../../../history/history.ts';
import type { ReadingDraft } from '../../parts/draft.ts';
import type { Selector } from '../../scenario.ts';
import { decimalOf } from '../../text/decimal.ts';
import { Mistake } from '../../text/mistake.ts';
import { checkCount, parseSelector } from '../../text/selector.ts';
import type { RawReading } from '../schema/reading.ts';
import { type BuildContext, selectorOf, time } from './context.ts';
import { requestOf } from './request.ts';

/** Times that hold for every reading which does not say otherwise. */
export interface CommonTimes {
  readonly timeoutMs: number;
  readonly settleMs: number;
}

export function readingOf(name: string, raw: RawReading, common: CommonTimes, context: BuildContext): ReadingDraft {
  const path = ['read', name];
  const { check } = context;
  const as = raw.as ?? 'number';
  // A list with nothing said of where it is is the whole body.
  const where = raw.take ?? (as === 'list' ? '$' : undefined);
  const take = where === undefined ? null : selectorOf(where, [...path, 'take'], check);
  check.attempt([...path, 'as'], undefined, () => checkCount(as, take));
  const { absent, distinct } = raw;
  return {
    name,
    request: requestOf(raw, path, common.timeoutMs, context),
    take,
    as,
    ...(distinct === undefined
      ? {}
      : { distinct: check.attempt([...path, 'distinct'], null, () => distinctOf(distinct, as)) }),
    ...(absent === undefined
      ? {}
      : { absent: check.attempt([...path, 'absent'], '0', () => decimalOf(String(absent))) }),
    ...(raw.times === undefined ? {} : { times: raw.times }),
    info: infoOf(raw, path, context),
    settleMs: time(raw.settle, [...path, 'settle'], common.settleMs, check),
  };
}

function distinctOf(raw: string | true, as: string): Selector | null {
  if (as === 'number') throw new Mistake('distinct is for what is counted', 'add as: count or as: list');
  return raw === true ? null : parseSelector(raw);
}

function infoOf({ adds, nudge }: RawReading, path: readonly string[], { check }: BuildContext): ReadingInfo {
  const by = adds === undefined ? '0' : check.attempt([...path, 'adds'], '0', () => decimalOf(String(adds)));
  return { ...(by === '0' ? {} : { adds: by }), ...(nudge ? { nudge: true } : {}) };
}
