import { ProbeError } from '../../errors.ts';
import type { Expectation } from '../../history/history.ts';
import { flagTime, wholeNumber } from '../../scenario/flags/values.ts';
import { LIMITS } from '../../scenario/parts/defaults.ts';
import type { PhaseSpec, Scenario } from '../../scenario/scenario.ts';
import { isDecimal } from '../../scenario/text/decimal.ts';
import { writesInRound, writesOf } from '../../scenario/writes.ts';
import type { CommandFlags } from './flags.ts';

type PhaseFlags = Pick<CommandFlags, 'concurrency' | 'spaced' | 'spacing'>;

/** What `-c`, `--spaced` and `--spacing` make of the phases of a scenario file. Throws a ProbeError (`usage`). */
export function phaseChange({ concurrency, spaced, spacing }: PhaseFlags): (scenario: Scenario) => Scenario {
  const together =
    concurrency === undefined ? null : wholeNumber('-c/--concurrency', concurrency, 1, LIMITS.concurrency);
  const inTurn = spaced === undefined ? null : wholeNumber('--spaced', spaced, 0, LIMITS.spaced);
  const everyMs = spacing === undefined ? null : flagTime('--spacing', spacing);
  const changed = (phase: PhaseSpec): PhaseSpec => {
    if (phase.kind === 'concurrent') return { ...phase, count: together ?? phase.count };
    if (phase.kind !== 'spaced') return phase;
    return { ...phase, count: inTurn ?? phase.count, everyMs: everyMs ?? phase.everyMs };
  };
  return (scenario) => {
    const all = scenario.phases.map(changed);
    const isKept = all.map((phase) => phase.kind !== 'spaced' || phase.count > 0);
    const after = {
      ...scenario,
      phases: all.filter((_, index) => isKept[index]),
      expect: moved(scenario.expect, isKept),
    };
    if (together !== null || inTurn !== null) refuseExact(after);
    if (writesInRound(after) > 0) return after;
    throw new ProbeError('usage', `${scenario.file}: --spaced 0 leaves no writes`, {
      mend: 'the file has spaced phases only',
    });
  };
}

/** Where phases are left out, what is expected of one goes with it, and those after it move up. */
function moved(expect: Expectation, isKept: readonly boolean[]): Expectation {
  const to = (index: number): number => isKept.slice(0, index).filter(Boolean).length;
  const fitted = <T extends { readonly phaseIndex?: number }>(all: readonly T[]): readonly T[] =>
    all.flatMap((one): readonly T[] => {
      const { phaseIndex } = one;
      if (phaseIndex === undefined) return [one];
      return isKept[phaseIndex] === false ? [] : [{ ...one, phaseIndex: to(phaseIndex) }];
    });
  return {
    ...expect,
    readings: fitted(expect.readings),
    ...(expect.counts === undefined ? {} : { counts: fitted(expect.counts) }),
    ...(expect.sums === undefined ? {} : { sums: fitted(expect.sums) }),
  };
}

/** A scenario that expects a number of its own would be wrong about too few writes, or about any other count of them. */
function refuseExact(scenario: Scenario): void {
  const exact = exactRise(scenario) ?? exactCount(scenario);
  if (exact === null) return;
  throw new ProbeError('usage', `${scenario.file}: ${exact}, so the number of its writes is fixed`, {
    mend: 'leave out -c and --spaced, or expect risesBy: acknowledged',
  });
}

function exactRise({ expect }: Scenario): string | null {
  const exact = expect.readings.find(({ risesBy }) => risesBy !== null && isDecimal(risesBy) && risesBy !== '0');
  return exact === undefined ? null : `${exact.reading} must rise by ${exact.risesBy}`;
}

function exactCount({ expect, phases }: Scenario): string | null {
  const writes = phases.map(writesOf).filter((count) => count > 0);
  const whole = writes.reduce((sum, count) => sum + count, 0);
  const exact = expect.counts?.find(({ count, equals, perPhase }) => {
    if (equals === undefined || !isDecimal(equals) || equals === '0') return false;
    return count !== 'acknowledged' || Number(equals) > (perPhase ? Math.min(...writes) : whole);
  });
  return exact === undefined ? null : `${exact.count} must be ${exact.equals}`;
}
