import { formatDecimal } from '../history/decimal.ts';
import { printable } from '../history/printable.ts';
import type { PhaseResult, ScenarioResult } from '../verdict/report.ts';
import { rise } from './quantity.ts';

const LONGEST = 40;

/** What became of writes that were sent more than once for one thing meant, a line for each phase of the first round that has them. */
export function retryLines({ phases }: ScenarioResult): readonly string[] {
  const told = phases.filter(({ intents, writes }) => intents !== undefined && writes.sent > intents);
  const [first] = told;
  return told.filter(({ round }) => round === first?.round).map(line);
}

function line(phase: PhaseResult): string {
  const { name, intents = 0, abandoned = 0, writes } = phase;
  const went = rise(phase);
  const parts = [
    `${count(intents, 'key')} sent ${writes.sent} times`,
    ...(abandoned > 0 ? [`${abandoned} of them hung up on`] : []),
    ...outcomes(phase),
    ...(went === null ? [] : [`the value moved by ${formatDecimal(went)}`]),
  ];
  return `${printable(name, LONGEST)}, round ${phase.round}: ${parts.join(', ')}.`;
}

function outcomes({ writes }: PhaseResult): readonly string[] {
  const { acknowledged, rejected, unknown } = writes;
  return [
    ...(acknowledged > 0 ? [`${acknowledged} acknowledged`] : []),
    ...(rejected > 0 ? [`${rejected} refused`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ];
}

const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;
