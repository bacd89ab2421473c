import { SEPARATED } from '../../history/grouped.ts';
import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import type { Note } from '../../verdict/report.ts';
import { isOnePage } from '../doubts/one-page.ts';
import type { Facts } from '../ledger/facts.ts';

const MAX_TEXT = 120;

/** How numbers were made of what was read, where that is not plain; once for each way. */
export function forms({ rounds }: Facts): readonly Note[] {
  const reads = rounds.flatMap(({ before, phases }) => [before, ...phases.map((phase) => phase.reads)]);
  const separated = firstOf(reads, isSeparated);
  const page = firstOf(reads, isOnePage);
  return [
    ...(separated === undefined
      ? []
      : [{ code: 'separators', message: `Numbers are written in groups of three: ${toldOf(separated)}.` }]),
    ...(page === undefined
      ? []
      : [
          {
            code: 'one-page',
            message: `The list that was counted goes on elsewhere: ${toldOf(page)}. A count of one page stands still when the page is full: ask for more at once, or for a number.`,
          },
        ]),
  ];
}

function firstOf(reads: readonly (readonly Operation[])[], is: (read: Operation) => boolean): Operation | undefined {
  return reads.find((some) => some.some(is))?.find(is);
}

const isSeparated = ({ outcome, reason }: Operation): boolean =>
  outcome === 'ok' && (reason?.startsWith(SEPARATED) ?? false);

const toldOf = ({ reason, value }: Operation): string =>
  `${printable(reason ?? '', MAX_TEXT)} (counted as ${printable(value ?? '', MAX_TEXT)})`;
