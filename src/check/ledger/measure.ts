import { type Decimal, parseDecimal, times } from '../../history/decimal.ts';
import type { HistoryHeader, ReadingExpectation } from '../../history/history.ts';
import { perOf } from '../objects/limit.ts';
import type { Judged } from './places.ts';
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
  /** What it counts ends after so long, at any time: a window or a lease, in nanoseconds; null: it does not. */
  readonly windowNs: number | null;
  /** The number that it is to rise by, in each phase, in one, or over the round; null: it is none. */
  readonly wanted: ({ readonly rise: Decimal } & Judged) | null;
}

const NUMBER_OF_WRITES = 'acknowledged';

/** What an expectation says of its reading; throws where its step is no decimal. */
export function measureOf(header: HistoryHeader, expectation: ReadingExpectation): Measure {
  const { risesBy, within = 0, perPhase, phaseIndex } = expectation;
  const rise = parseDecimal(risesBy ?? '');
  const isReading = risesBy !== null && header.readings.includes(risesBy);
  const plain = risesBy === null || isReading || (rise !== null && isOther(header, rise));
  return {
    step: stepOf(header, expectation, rise),
    counted: rise !== null || isReading ? NUMBER_OF_WRITES : (risesBy ?? ''),
    plain,
    within,
    windowNs: windowOf(header),
    wanted: rise === null ? null : { rise, perPhase, ...(phaseIndex === undefined ? {} : { phaseIndex }) },
  };
}

function windowOf(header: HistoryHeader): number | null {
  if (header.object !== 'quota' && header.object !== 'reservation') return null;
  const per = perOf(header);
  return per?.kind === 'window' ? per.ns : null;
}

/** A number of its own: any, where nobody says what the writes move; what is to be held no longer, of a stock. */
const isOther = ({ object }: HistoryHeader, { unscaled }: Decimal): boolean =>
  object === 'custom' || (object === 'reservation' && unscaled === 0n);

/** A number that it is to fall by says which way its writes move it. */
function stepOf(header: HistoryHeader, { step: own }: ReadingExpectation, rise: Decimal | null): Decimal {
  const step = parseDecimal(own ?? header.step);
  if (step === null) throw new Error(`the step ${own ?? header.step} is no decimal`);
  const isOther = own === undefined && rise !== null && rise.unscaled * step.unscaled < 0n;
  return isOther ? times(step, -1n) : step;
}

/** A share of a value, without its sign, to a millionth. */
export function shareOf({ unscaled, scale }: Decimal, share: number): Decimal {
  const part = unscaled * BigInt(Math.round(share * 1e6));
  return { unscaled: part < 0n ? -part : part, scale: scale + 6 };
}
