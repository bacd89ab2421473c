import { ProbeError } from '../../errors.ts';
import type { History } from '../history.ts';
import type { Operation } from '../operation.ts';
import { copyOf } from '../reader/table.ts';
import { returnsValues } from '../returned.ts';
import { isOverRounds } from '../split.ts';
import { barredFrom } from './barred.ts';
import type { FormatName } from './format.ts';

/** What the formats of others hold no more than ours does. */
const KEEPING = '--to ndjson keeps everything';

export const noPlaceFor = (format: FormatName, what: string): ProbeError =>
  new ProbeError('usage', `${format} has no place for ${what}: whoever checks it would be misled`, { mend: KEEPING });

/**
 * A history as a format of others can tell it: a number of its own has a key of its own, and what writes returned is the
 * number after them. Throws a ProbeError (`usage`) where a checker of that format would answer falsely.
 */
export function carried(history: History, format: FormatName): History {
  const barrier = barredFrom(history, format);
  if (barrier !== null) throw noPlaceFor(format, barrier);
  return withoutOtherValues(history);
}

/** The same, for formats in which one key is one number: where each round sets it anew, the key names the round. */
export function keyed(history: History): History {
  const { header, operations } = history;
  if (!header.setup || !isOverRounds(operations)) return history;
  const inRound = (operation: Operation): Operation => ({ ...copyOf(operation), key: roundOf(operation) });
  return { ...history, header: { ...header, setup: false }, operations: operations.map(inRound) };
}

/** No two of them are the same: the last part is the round. */
const roundOf = ({ key, round }: Operation): string => (key === '' ? `round ${round}` : `${key} · round ${round}`);

function withoutOtherValues(history: History): History {
  if (returnsValues(history.header)) return history;
  const operations = history.operations.map((operation) =>
    operation.f === 'read' || operation.value === null ? operation : { ...copyOf(operation), value: null },
  );
  return { ...history, operations };
}
