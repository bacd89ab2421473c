import { asksOverlap, type HistoryHeader, type PhaseInfo } from '../../history/history.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { PhaseRun, RoundRun } from '../ledger/rounds.ts';
import { duration } from '../words.ts';

/**
 * CP303: a burst that never was one. In every round its writes were too few in flight together, or its release took
 * longer than was asked. A burst that the target began to answer before its release is never counted as one.
 */
export const smallOverlap: Checker = ({ header, rounds }) =>
  header.phases
    .filter((info) => asksOverlap(info) && info.count > 1)
    .flatMap((info) => {
      const bursts = rounds.map((round) => burstOf(round, info)).filter((burst) => burst.run.counts.sent > 0);
      return bursts.length === 0 ? [] : [...tooFew(header, info, bursts), ...tooSlow(header, info, bursts)].slice(0, 1);
    });

interface Burst {
  readonly run: PhaseRun;
  readonly peak: number;
  readonly early: boolean;
  readonly spreadMs: number | null;
}

function burstOf({ round, phases }: RoundRun, { index }: PhaseInfo): Burst {
  const run = phases[index];
  if (run === undefined) throw new Error(`round ${round} lacks phase ${index}`);
  const { release, peak } = run;
  const spreadMs = release === null ? null : (release.last - release.first) / 1e6;
  return { run, peak, early: release?.early ?? false, spreadMs };
}

/** What was asked for is asked of bursts; a key that is sent a few times can only overlap itself so often. */
function leastOf({ minOverlap }: HistoryHeader, { kind, count }: PhaseInfo): number {
  if (minOverlap === null) return Math.max(2, Math.ceil(count / 2));
  return kind === 'replay' ? Math.min(minOverlap, count) : minOverlap;
}

function tooFew(header: HistoryHeader, info: PhaseInfo, bursts: readonly Burst[]): readonly Claim[] {
  const least = leastOf(header, info);
  if (bursts.some(({ peak, early }) => !early && peak >= least)) return [];
  const best = bursts.reduce((a, b) => (b.peak > a.peak ? b : a));
  const early = bursts.filter((burst) => burst.early).length;
  const earlyWords =
    early === 0 ? '' : `; in ${early} of ${bursts.length} rounds the target answered before the release`;
  return [
    claim(
      best,
      info,
      `At most ${best.peak} of ${best.run.counts.sent} writes were in flight together, and ${least} must be${earlyWords}`,
      'Writes that do not overlap cannot lose a race: a clean result would show nothing.',
    ),
  ];
}

function tooSlow({ maxSpreadMs }: HistoryHeader, info: PhaseInfo, bursts: readonly Burst[]): readonly Claim[] {
  const bound = maxSpreadMs;
  // Sent while another is in flight, they are meant to leave one after another.
  if (
    bound === null ||
    info.when === 'in-flight' ||
    bursts.some(({ spreadMs }) => spreadMs !== null && spreadMs <= bound)
  )
    return [];
  const best = bursts.reduce((a, b) => ((b.spreadMs ?? Infinity) < (a.spreadMs ?? Infinity) ? b : a));
  return [
    claim(
      best,
      info,
      `The burst was released over ${duration(best.spreadMs ?? 0)} at best, and ${duration(bound)} is the most that was asked for`,
      'The first write may have been over before the last one left.',
    ),
  ];
}

const claim = ({ run }: Burst, phase: PhaseInfo, message: string, argument: string): Claim => ({
  code: 'CP303',
  // No round reached it.
  round: null,
  phase,
  count: UNCOUNTED,
  message,
  argument,
  witness: run.writes.slice(0, 2),
});
