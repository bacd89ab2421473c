import { printable } from '../../history/printable.ts';
import type { PhaseSpec } from '../../scenario/scenario.ts';

/** What a phase would do, in a few words, with its name. */
export function toldPhase(phase: PhaseSpec): string {
  const aborted =
    phase.abort === null ? '' : `, ${percent(phase.abort.share)} of them hung up on after ${phase.abort.afterMs}ms`;
  return `${deed(phase)}${aborted} (${printable(phase.name, 40)})`;
}

function deed(phase: PhaseSpec): string {
  switch (phase.kind) {
    case 'concurrent':
      return `${writes(phase.count)} released together${over(phase.connections)}`;
    case 'spaced':
      return `${writes(phase.count)} one after another, ${phase.everyMs}ms apart`;
    case 'paced':
      return `${writes(phase.count)}, one every ${rounded(phase.everyMs)}ms${phase.arrivals === 'poisson' ? ' in the mean' : ''}, whatever the answers`;
    case 'lanes':
      return `${phase.lanes} clients of ${writes(phase.each)}, each as soon as it was answered`;
    case 'mixed':
      return `${writes(phase.count)} of ${phase.lanes === 1 ? '1 client' : `${phase.lanes} clients`} with reads among them, and ${phase.readers} that only read`;
    case 'retry':
      return `${writes(phase.count)} whose ${phase.lose} is lost ${phase.times} x, sent again with ${phase.key === 'same' ? 'the same' : 'a new'} key`;
    case 'replay':
      return `1 write sent ${phase.count} x with one key, ${phase.when.replace('-', ' ')}`;
    case 'wait':
      return `a wait of ${phase.forMs}ms`;
    case 'quiet':
      return `${phase.forMs}ms without a write, watched`;
    case 'run':
      return 'a command';
    case 'request':
      return 'a request';
  }
}

const over = (connections: number | 'fresh' | null): string =>
  typeof connections === 'number' ? ` over ${connections} connections` : '';
const percent = (share: number): string => `${rounded(share * 100)}%`;
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
const writes = (count: number): string => (count === 1 ? '1 write' : `${count} writes`);
