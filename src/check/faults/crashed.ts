import { formatDecimal } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import type { Range } from '../../verdict/report.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';
import type { Leg } from '../ledger/leg.ts';
import type { PhaseRun, RoundRun } from '../ledger/rounds.ts';
import { tallyOf } from '../ledger/tally.ts';
import { isLegUnsure } from '../ledger/unsure.ts';
import { valueName } from '../told.ts';
import { plural, rangeWords, were } from '../words.ts';

const MAX_WRITES = 8;

/** CP115: writes that were acknowledged before a command was run, and are gone after it. CP307: the command failed. */
export const crashed: Checker = (facts) => [
  ...facts.rounds.flatMap(failedCommands),
  ...facts.ledgers.flatMap((entry) => crashLosses(entry).map((loss) => claim(facts, entry, loss))),
];

/** What is missing after a command of a round that was there, or was acknowledged, before it. */
export interface CrashLoss {
  readonly phase: PhaseRun;
  readonly leg: Leg;
  /** Acknowledged before the command, in this round. */
  readonly acknowledged: number;
  readonly lost: Range;
}

/**
 * A writes acknowledged before a command and a number R steps above the beginning after it: A - R are missing at least,
 * less those that were before, and less those that writes after the command may have lost themselves.
 */
export function crashLosses({
  round,
  legs,
  doubt,
  expectation,
  missing: atTheEnd,
}: RoundReading): readonly CrashLoss[] {
  if (doubt !== null || expectation.risesBy === null) return [];
  const losses: CrashLoss[] = [];
  let missing = 0n;
  const done: PhaseRun[] = [];
  for (const leg of legs) {
    const phase = leg.phases.find(({ info }) => wasRun(round, info.index));
    const { rise, measure, fault } = leg;
    if (rise === null || fault !== null || measure.plain || isLegUnsure(leg)) return losses;
    const before = missing;
    missing += BigInt(leg.acknowledged) - rise;
    if (phase !== undefined) {
      const at = leg.phases.indexOf(phase);
      const earlier = tallyOf([...done, ...leg.phases.slice(0, at)], measure.counted);
      const own = tallyOf(leg.phases.slice(at), measure.counted).acknowledged;
      const gone = missing - atLeastZero(before);
      // What is there again in the end was not lost.
      const least = Math.min(clamp(gone - BigInt(own), earlier.acknowledged), atTheEnd ?? earlier.acknowledged);
      const most = clamp(gone + BigInt(earlier.unknown), earlier.acknowledged);
      if (least > 0) losses.push({ phase, leg, acknowledged: earlier.acknowledged, lost: { min: least, max: most } });
    }
    done.push(...leg.phases);
  }
  return losses;
}

const wasRun = ({ runs }: RoundRun, index: number): boolean => runs.some(({ phaseIndex }) => phaseIndex === index);

const atLeastZero = (value: bigint): bigint => (value < 0n ? 0n : value);
const clamp = (value: bigint, most: number): number => Number(value > BigInt(most) ? BigInt(most) : atLeastZero(value));

function claim(facts: Facts, { round, expectation }: RoundReading, loss: CrashLoss): Claim {
  const { phase, leg, acknowledged, lost } = loss;
  const value = valueName(facts, expectation.reading);
  const [was, is] = [leg.before.value, leg.after.value].map(formatDecimal);
  const command = phase.info.name;
  return {
    code: 'CP115',
    reading: expectation.reading,
    round: round.round,
    phase: phase.info,
    count: lost,
    message: `${plural(acknowledged, 'write')} ${acknowledged === 1 ? 'was' : 'were'} acknowledged before the command of phase ${command}; ${value} was ${was} before it and ${is} after it: ${rangeWords(lost)} ${were(lost)} lost`,
    argument: `The command of phase ${command} was run between the last of these answers and the reading after it. Each of the writes had been answered with a yes by then, and ${is} has no room for all of them.`,
    witness: witnessOf(round, loss),
  };
}

function witnessOf(round: RoundRun, { leg, phase }: CrashLoss): readonly Operation[] {
  const writes = round.phases
    .filter(({ info }) => info.index < phase.info.index)
    .flatMap((earlier) => earlier.writes)
    .filter(({ counts }) => counts === 'acknowledged');
  const { read } = leg.before;
  const all = [...writes.slice(0, MAX_WRITES), ...(read === null ? [] : [read]), leg.after.read];
  return all.sort((a, b) => a.invoke - b.invoke);
}

function failedCommands({ round, runs, phases, stop }: RoundRun): readonly Claim[] {
  if (stop?.why === 'interrupted' || stop?.why === 'deadline') return [];
  return runs
    .filter(({ exitCode }) => exitCode !== 0)
    .map(({ phaseIndex, exitCode }) => ({
      code: 'CP307',
      round,
      phase: phases[phaseIndex]?.info ?? null,
      count: UNCOUNTED,
      message: `The command of phase ${phases[phaseIndex]?.info.name ?? phaseIndex} ${exitCode === null ? 'did not end in its time' : `ended with exit code ${exitCode}`}`,
      argument: 'What it was to do to the target was perhaps not done, so what writes outlive was not tested.',
      witness: [],
    }));
}
