import { ProbeError } from '../../errors.ts';
import { flagTime, wholeNumber } from '../../scenario/flags/values.ts';
import { LIMITS } from '../../scenario/parts/defaults.ts';
import type { PhaseSpec, Scenario } from '../../scenario/scenario.ts';
import { writesInRound } from '../../scenario/writes.ts';
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
    if (together !== null || inTurn !== null) refuseExact(scenario);
    const phases = scenario.phases.map(changed).filter((phase) => phase.kind !== 'spaced' || phase.count > 0);
    if (writesInRound({ phases }) > 0) return { ...scenario, phases };
    throw new ProbeError('usage', `${scenario.file}: --spaced 0 leaves no writes`, {
      mend: 'the file has spaced phases only',
    });
  };
}

/** A scenario that expects a number of its own would be wrong about any other count of writes. */
function refuseExact({ expect, file }: Scenario): void {
  const exact = expect.readings.find(({ risesBy }) => risesBy !== 'acknowledged');
  if (!exact) return;
  throw new ProbeError(
    'usage',
    `${file}: ${exact.reading} must rise by ${exact.risesBy}, so the number of its writes is fixed`,
    {
      mend: 'leave out -c and --spaced, or expect risesBy: acknowledged',
    },
  );
}
