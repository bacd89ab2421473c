import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import { isCached } from '../ledger/cached.ts';
import type { PhaseRun, RoundRun } from '../ledger/rounds.ts';
import { listed, plural } from '../words.ts';

const MAX_EVIDENCE = 120;
const MAX_SHOWN = 4;

/** CP311: a cache answered reads, or writes that were acknowledged. The amounts of that phase say nothing then. */
export const cached: Checker = ({ rounds }) => rounds.flatMap(claimsOf);

function claimsOf(round: RoundRun): readonly Claim[] {
  const [first] = round.phases;
  // The number ahead of the first write is where its phase starts from.
  const base = round.before.filter((read) => read.outcome === 'ok').slice(0, 1);
  return round.phases.flatMap((phase) => claimOf(round, phase, phase === first ? base.filter(isCached) : []));
}

function claimOf({ round }: RoundRun, phase: PhaseRun, base: readonly Operation[]): readonly Claim[] {
  const found = [...base, ...phase.cached];
  const [first] = found;
  if (first === undefined) return [];
  const reads = found.filter(({ f }) => f === 'read').length;
  const of = { writes: phase.counts.acknowledged, reads: phase.reads.length + base.length };
  const parts = [
    ...(found.length > reads ? [`${found.length - reads} of ${plural(of.writes, 'acknowledged write')}`] : []),
    ...(reads > 0 ? [`${reads} of ${plural(of.reads, 'reading')}`] : []),
  ];
  const were = found.length === 1 ? 'was' : 'were';
  return [
    {
      code: 'CP311',
      round,
      phase: phase.info,
      count: UNCOUNTED,
      message: `In ${phase.info.name}, ${listed(parts)} ${were} answered from a cache: ${printable(first.cached ?? '', MAX_EVIDENCE)}`,
      argument:
        'A write that a cache answers never reaches the counter, and a number that a cache gives may be an old one, so what is missing need not be lost.',
      witness: found.slice(0, MAX_SHOWN),
    },
  ];
}
