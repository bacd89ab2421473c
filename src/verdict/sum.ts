import type { WriteCounts } from './report.ts';

/** The sum of each count. */
export function sumOfWrites(all: readonly WriteCounts[]): WriteCounts {
  const sum = (of: keyof WriteCounts): number => all.reduce((n, writes) => n + writes[of], 0);
  return {
    sent: sum('sent'),
    acknowledged: sum('acknowledged'),
    rejected: sum('rejected'),
    unknown: sum('unknown'),
    notSent: sum('notSent'),
  };
}
