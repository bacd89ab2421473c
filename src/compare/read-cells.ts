import type { Cell, OwnWrites, ReadAge } from '../verdict/comparison.ts';
import { type Measured, notTested, type RateOf, rateWords, told, untold } from './measured.ts';
import { quantile } from './quantile.ts';
import { type AgedRead, type AgedReads, agedReads } from './reads.ts';

const LOSES = 'writes were lost even one after another, so a value does not tell which of them it misses';

/** What is asked of reads beside writes. */
export interface ReadCells {
  readonly ownWrite: Cell<OwnWrites>;
  readonly staleness: Cell<ReadAge>;
}

/** Whether writes were lost, so that a longer pause between them has to be tried. */
export const losesWrites = ({ result }: Measured): boolean =>
  result.phases.some(({ lost, duplicated }) => lost.min !== 0 || duplicated.max !== 0);

export function readCells(measured: Measured, everyMs: number, rateOf: RateOf): ReadCells {
  const why = untold(measured) ?? (losesWrites(measured) ? notTested(LOSES) : null);
  const aged = why === null ? agedReads(measured) : null;
  if (aged === null || aged.reads.length === 0) {
    const none = why ?? notTested('the values that were read do not tell which writes they miss');
    return { ownWrite: none, staleness: none };
  }
  return { ownWrite: ownCell(measured, aged.reads, rateOf), staleness: ageCell(aged, everyMs, rateOf) };
}

function ownCell({ result }: Measured, reads: readonly AgedRead[], rateOf: RateOf): Cell<OwnWrites> {
  const seen = !result.findings.some(({ code }) => code === 'CP113');
  if (seen && !result.consistency.satisfied.includes('read-your-writes')) {
    return notTested(result.findings[0]?.message ?? 'it was not decided');
  }
  const own = reads.filter((read) => read.own);
  const missed = own.filter(({ behind }) => behind > 0).length;
  const found = { seen, reads: own.length, missed };
  const elsewhere = !seen && missed === 0 ? ', but reads on another connection of the same client did' : '';
  return told(found, rateWords(missed, own.length, ['own read', 'missed it'], rateOf) + elsewhere);
}

function ageCell({ reads, writes, missedWrites }: AgedReads, everyMs: number, rateOf: RateOf): Cell<ReadAge> {
  const ages = reads.map(({ ageMs }) => ageMs).sort((a, b) => a - b);
  const staleReads = reads.filter(({ behind }) => behind > 0).length;
  const found: ReadAge = {
    ...{ writes, missedWrites, reads: reads.length, staleReads, everyMs },
    p50Ms: quantile(ages, 0.5),
    maxMs: ages.at(-1) ?? 0,
    maxBehind: Math.max(...reads.map(({ behind }) => behind)),
  };
  // Reads that follow closely on one another are no trials of their own; the writes are.
  const bound = rateWords(missedWrites, writes, ['write', 'missed by a later read'], rateOf);
  return told(found, `${bound}; ${staleReads} of ${reads.length} reads stale`);
}
