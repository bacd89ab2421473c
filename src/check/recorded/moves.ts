import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { isOverRounds, splitByKey } from '../../history/split.ts';
import type { Finding } from '../../verdict/finding.ts';
import type { ScenarioResult } from '../../verdict/report.ts';
import { undecided } from './findings.ts';

/** What puts the number itself in doubt: another writer, a setup that failed, several backends, a cache, no rest. */
const DOUBTS: ReadonlySet<string> = new Set(['CP304', 'CP307', 'CP310', 'CP311', 'CP313']);

/**
 * Why a run with amounts of their own is not given to the exact check, which takes a counter from its start to its end
 * and holds it to the sum of all that was acknowledged; empty: nothing speaks against it. `base`: the doubts of a run.
 */
export function barriersTo(history: History, { findings }: ScenarioResult): readonly Finding[] {
  const doubts = findings.filter(({ code }) => DOUBTS.has(code));
  if (doubts.length > 0) return doubts;
  const why = whyNot(history);
  return why === null
    ? []
    : [undecided(splitByKey(history).length, `increments of other amounts than the step, ${why}`)];
}

function whyNot({ header, operations }: History): string | null {
  const { object, expect, readingInfo = {}, setup } = header;
  if (object !== 'counter') return 'of what is no plain counter';
  const isPlain = expect.readings.every(
    ({ risesBy, step, within, phaseIndex, ...bounds }) =>
      risesBy === 'acknowledged' &&
      step === undefined &&
      within === undefined &&
      phaseIndex === undefined &&
      !['equals', 'atLeast', 'atMost'].some((bound) => bound in bounds),
  );
  const { unique, readings: _, ...more } = expect;
  const asksMore = unique || Object.values(more).some((one) => !Array.isArray(one) || one.length > 0);
  if (!isPlain || asksMore || Object.values(readingInfo).some(({ adds }) => adds !== undefined))
    return 'where more is asked than that readings rise by what was acknowledged';
  if (operations.some(isAttempt)) return 'where one write may have been sent more than once';
  return !setup && isOverRounds(operations) ? 'in rounds, between which the number may have been set anew' : null;
}

const isAttempt = ({ intent }: Operation): boolean => intent !== undefined;
