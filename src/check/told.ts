import { type Decimal, formatDecimal } from '../history/decimal.ts';
import { type Facts, peakOf } from './ledger/facts.ts';
import type { Leg } from './ledger/leg.ts';
import { listed, moved, plural, wereWrites } from './words.ts';

/** `In concurrent and spaced together, 20 writes were acknowledged and the value rose from 0 to 11`. */
export function told(facts: Facts, leg: Leg, reading: string): string {
  const where = leg.phases.length > 1 ? `in ${listed(leg.phases.map((p) => p.info.name))} together, ` : '';
  const more = leg.unknown > 0 ? `, ${leg.unknown} more may have counted` : '';
  const value = `${valueName(facts, reading)} ${moved(leg.before.value, leg.after.value)}`;
  const text = `${where}${wereWrites(leg.acknowledged)} acknowledged${more}${more === '' ? '' : ','} and ${value}${inSteps(facts.step, leg)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const valueName = ({ header }: Facts, reading: string): string =>
  header.readings.length > 1 ? `the value of ${reading}` : 'the value';

function inSteps(step: Decimal, { rise }: Leg): string {
  const unit = formatDecimal(step);
  if (unit === '1' || rise === null || rise === 0n) return '';
  return ` (${plural(rise, 'step')} of ${unit})`;
}

/** Whether the writes of a leg overlapped, and what that says about a loss. */
export function raceWords({ keptWithoutOverlap }: Facts, leg: Leg): string {
  const peak = peakOf(leg);
  if (peak <= 1) return 'No race: these writes never overlapped.';
  if (keptWithoutOverlap)
    return `Up to ${peak} were in flight together; writes that did not overlap were all kept, so it takes a race.`;
  return `Up to ${peak} of them were in flight together.`;
}
