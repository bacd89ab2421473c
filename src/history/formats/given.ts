import { startOf } from '../base.ts';
import { parseDecimal } from '../decimal.ts';
import type { History } from '../history.ts';
import { isOfClocksApart } from './barred.ts';
import type { FormatName, ReadOptions } from './format.ts';

/** What a file in another format does not say, and must be given to whoever checks it; left out where it is plain. */
export interface Given extends ReadOptions {
  readonly require?: string;
  readonly clockErrorNs?: number;
}

export function givenWith(history: History, format: FormatName): Given {
  if (format === 'ndjson') return {};
  const { limit, require, clock } = history.header;
  const initial = format === 'corpus' ? '0' : startOf(history);
  return {
    ...(initial !== null && parseDecimal(initial)?.unscaled === 0n ? {} : { initial }),
    ...(limit === null || format === 'corpus' ? {} : { limit }),
    ...(require === 'eventual' ? {} : { require }),
    ...(isOfClocksApart(history) ? { clockErrorNs: clock.errorNs } : {}),
  };
}
