import { type Columns, INCREMENT, incrementsIn, READ } from '../exact/columns.ts';
import { evidenceOf } from '../exact/evidence.ts';
import { fewestLost } from '../exact/witness/lost.ts';
import { smallestWitness } from '../exact/witness/smallest.ts';
import { sizeOf, type Witness } from '../exact/witness/witness.ts';

/** The most operations that are easy to count. */
const MOST = 12;

export interface Weakened {
  /** Only what its own client did and saw is taken for certain. */
  readonly ownOnly: boolean;
  /** Nanoseconds that a read may be old. */
  readonly ageNs: number;
}

/**
 * The smallest contradiction with what one read shows. Other reads are taken to show how high the value was and not how
 * low, so that whatever is wrong with them does not matter. Null where there is none.
 */
export function proofOfRead(columns: Columns, row: number, { ownOnly, ageNs }: Weakened): Witness | null {
  const { columns: relied } = evidenceOf(columns);
  const [kind, certain] = [relied.kind.slice(), relied.certain.slice()];
  const [start, end] = [relied.start.slice(), relied.end.slice()];
  const [low, high] = [relied.low.slice(), relied.high.slice()];
  const client = columns.process[row];
  for (let other = 0; other < columns.size; other++) {
    if (kind[other] === READ) high[other] = Number.POSITIVE_INFINITY;
    if (!ownOnly || columns.process[other] === client) continue;
    if (kind[other] === READ) low[other] = Number.NEGATIVE_INFINITY;
    else certain[other] = 0;
    if (kind[other] === INCREMENT) end[other] = Number.POSITIVE_INFINITY;
  }
  kind[row] = READ;
  low[row] = columns.low[row] as number;
  high[row] = columns.high[row] as number;
  start[row] = (columns.start[row] as number) - ageNs;
  return plainest({ ...relied, kind, certain, start, end, low, high }, row);
}

/** Writes that are missing are easier to see than values that lie too far apart. */
function plainest(columns: Columns, row: number): Witness | null {
  const smallest = smallestWitness(columns);
  if (smallest?.form !== 'jump') return smallest;
  const lost = fewestLost(columns, [row], incrementsIn(columns));
  return lost !== null && sizeOf(lost) <= MOST ? lost : smallest;
}
