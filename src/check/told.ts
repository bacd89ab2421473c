import { formatDecimal, times } from '../history/decimal.ts';
import { printable } from '../history/printable.ts';
import { sendingPhases } from './claim.ts';
import { type Facts, peakOf } from './ledger/facts.ts';
import type { Leg } from './ledger/leg.ts';
import { listed, moved, plural, wereWrites } from './words.ts';

/** `In concurrent and spaced together, 20 writes were acknowledged and the value rose from 0 to 11`. */
export function told(facts: Facts, leg: Leg, reading: string): string {
  const phases = sendingPhases(leg);
  const where = phases.length > 1 ? `in ${listed(phases.map((p) => p.info.name))} together, ` : '';
  const more = leg.unknown > 0 ? `, ${leg.unknown} more may have counted` : '';
  const value = `${valueName(facts, reading)} ${moved(leg.before.value, leg.after.value)}`;
  const text = `${where}${didCount(leg)}${more}${more === '' ? '' : ','} and ${value}${inSteps(leg)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `10 writes were acknowledged`, `2 intents were acknowledged`, `3 writes were created`. */
function didCount({ acknowledged, measure, repeats }: Leg): string {
  const { counted } = measure;
  const isPlain = counted === 'acknowledged' || counted === 'keys';
  const were =
    repeats > 0 ? `${plural(acknowledged, 'intent')} ${acknowledged === 1 ? 'was' : 'were'}` : wereWrites(acknowledged);
  return `${were} ${isPlain ? 'acknowledged' : counted === 'rejected' ? 'refused' : `answered as ${printable(counted, 60)}`}`;
}

export const valueName = ({ header }: Facts, reading: string): string =>
  header.readings.length > 1 ? `the value of ${reading}` : 'the value';

function inSteps({ rise, measure }: Leg): string {
  const unit = formatDecimal(measure.step);
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

/** What the writes of a leg can make at most. */
export function mostWords({ measure, acknowledged, unknown, distance, repeats }: Leg): string {
  const most = acknowledged + unknown;
  const [unit, due] = [measure.step, times(measure.step, BigInt(most))].map(formatDecimal);
  return `${plural(most, repeats > 0 ? 'intent' : 'write')} of ${unit} each move the value by ${due} at most; it moved by ${formatDecimal(distance)}.`;
}
