import { type Decimal, formatDecimal, parseDecimal } from '../../history/decimal.ts';
import type { Quantity } from '../../history/history.ts';
import { printable } from '../../history/printable.ts';
import { answersOf } from './answers.ts';
import { entriesOf } from './by-round.ts';
import { isCached } from './cached.ts';
import type { Facts } from './facts.ts';
import type { RoundReading } from './ledger.ts';
import type { RoundRun } from './rounds.ts';
import type { Start } from './stand.ts';

/** What a value is compared with: anything from `least` to `most`. */
export interface Resolved {
  readonly kind: 'number' | 'count' | 'reading';
  readonly least: Decimal;
  readonly most: Decimal;
  /** `10`, `acknowledged (9 to 10)`, `rows (10)`. */
  readonly words: string;
}

/** How a reading stood after a phase of a round, at rest and beyond doubt; null where it did not. */
export function valueAt({ ledgers }: Facts, round: RoundRun, reading: string, place: number): Start | null {
  const entry = entriesOf(ledgers, round).find(({ expectation }) => expectation.reading === reading);
  if (entry === undefined || entry.doubt !== null) return null;
  const stand = standAt(entry, place);
  if (stand?.kind !== 'number' || stand.moving || (stand.read !== null && isCached(stand.read))) return null;
  return stand;
}

/** The last that was looked at; `place` -1: ahead of the first phase. */
const standAt = ({ base, stands }: RoundReading, place: number) =>
  stands.slice(0, place + 1).findLast(({ kind }) => kind !== 'unlooked') ?? base;

/** What a quantity comes to in a round up to the end of a phase; null where it cannot be told. */
export function resolved(facts: Facts, round: RoundRun, quantity: Quantity, place: number): Resolved | null {
  const number = parseDecimal(quantity);
  if (number !== null) return { kind: 'number', least: number, most: number, words: formatDecimal(number) };
  const name = printable(quantity, 60);
  if (facts.header.readings.includes(quantity)) {
    const stand = valueAt(facts, round, quantity, place);
    if (stand === null) return null;
    return { kind: 'reading', least: stand.value, most: stand.value, words: `${name} (${formatDecimal(stand.value)})` };
  }
  const writes = round.phases.slice(0, place + 1).flatMap((phase) => phase.writes);
  const { least, most } = answersOf(writes, quantity);
  const range = least === most ? `${least}` : `${least} to ${most}`;
  return { kind: 'count', least: whole(least), most: whole(most), words: `${name} (${range})` };
}

const whole = (n: number): Decimal => ({ unscaled: BigInt(n), scale: 0 });
