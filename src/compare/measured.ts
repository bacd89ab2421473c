import type { History } from '../history/history.ts';
import type { Cell, NotTested } from '../verdict/comparison.ts';
import type { ScenarioResult } from '../verdict/report.ts';

/** One measurement as the pipeline judged it. */
export interface Measured {
  readonly result: ScenarioResult;
  readonly history: History;
}

/** How often something goes wrong, from k wrong of n, at 95 %. */
export type RateOf = (wrong: number, of: number) => { readonly low: number; readonly high: number };

/** How far one write moves the number that was read; a decimal string. */
export const stepOf = ({ history: { header } }: Measured): string => header.expect.readings[0]?.step ?? header.step;

export const notTested = (why: string): NotTested => ({ tested: false, why });

export const told = <Found extends object>(found: Found, bound: string): Cell<Found> => ({
  ...found,
  tested: true,
  bound,
});

/** Why a measurement tells nothing; null when it was judged. */
export function untold({ result, history }: Measured): NotTested | null {
  if (history.marks.some((mark) => 'stopped' in mark && mark.why === 'interrupted')) return notTested('interrupted');
  if (result.verdict !== 'inconclusive') return null;
  const [first] = result.findings;
  return notTested(first === undefined ? 'it could not be told' : `${first.code} ${first.message}`);
}

/** `0 of 20 reads wrong, at most 14 % at 95 %`: of each `thing` what was wrong with it. */
export function rateWords(wrong: number, of: number, [thing, what]: readonly [string, string], rateOf: RateOf): string {
  const { low, high } = rateOf(wrong, of);
  const bound = wrong === 0 ? `at most ${percent(high)}` : `${percent(low)} to ${percent(high)}`;
  return `${wrong} of ${of} ${thing}${of === 1 ? '' : 's'} ${what}, ${bound} at 95 %`;
}

function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 1 ? value.toPrecision(1) : Math.round(value)} %`;
}
