import type { PhaseSpec, Scenario } from './scenario.ts';

/** How many writes a phase sends, each attempt of a retry or a replay counted. */
export function writesOf(phase: PhaseSpec): number {
  switch (phase.kind) {
    case 'concurrent':
    case 'spaced':
    case 'paced':
    case 'mixed':
    case 'replay':
      return phase.count;
    case 'lanes':
      return phase.lanes * phase.each;
    case 'retry':
      return phase.count * (phase.times + 1);
    case 'wait':
    case 'quiet':
    case 'run':
    case 'request':
      return 0;
  }
}

/** How many writes a round sends. */
export const writesInRound = ({ phases }: Pick<Scenario, 'phases'>): number =>
  phases.reduce((n, phase) => n + writesOf(phase), 0);
