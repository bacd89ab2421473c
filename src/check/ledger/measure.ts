import { type Decimal, parseDecimal } from '../../history/decimal.ts';
import type { HistoryHeader, ReadingExpectation } from '../../history/history.ts';
import type { Counted } from './tally.ts';

/** How a reading is followed. */
export interface Measure {
  /** How far one counted write moves it. */
  readonly step: Decimal;
  readonly counted: Counted;
  /** The writes are not taken to move it, so that only what it shows is judged. */
  readonly plain: boolean;
  /** Share of the change that it may be off by. */
  readonly within: number;
}

const NUMBER_OF_WRITES = 'acknowledged';

/** What an expectation says of its reading; throws where its step is no decimal. */
export function measureOf(header: HistoryHeader, expectation: ReadingExpectation): Measure {
  const { risesBy, step: own = header.step, within = 0 } = expectation;
  const step = parseDecimal(own);
  if (step === null) throw new Error(`the step ${own} is no decimal`);
  const isNumber = risesBy === null || parseDecimal(risesBy) !== null;
  const isReading = risesBy !== null && header.readings.includes(risesBy);
  const plain = risesBy === null || isReading || (header.object === 'custom' && isNumber);
  return { step, counted: isNumber || isReading ? NUMBER_OF_WRITES : (risesBy ?? ''), plain, within };
}

/** A share of a value, without its sign, to a millionth. */
export function shareOf({ unscaled, scale }: Decimal, share: number): Decimal {
  const part = unscaled * BigInt(Math.round(share * 1e6));
  return { unscaled: part < 0n ? -part : part, scale: scale + 6 };
}
