import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';

/** Between when and when an operation took effect, in true time as far as one machine's clock tells it. */
export interface Times {
  readonly earliest: (operation: Operation) => number;
  /** Infinity for one whose fate is unknown. */
  readonly latest: (operation: Operation) => number;
}

/**
 * Within one machine times are exact; where several took part each may be off by the error of the clocks, and so the
 * span of every operation is wider by it on both sides: what took place within stays within.
 */
export function timesOf({ clock }: Pick<HistoryHeader, 'clock'>, operations: readonly Operation[]): Times {
  const machines = new Set(operations.map(({ machine }) => machine ?? ''));
  const error = machines.size > 1 ? clock.errorNs : 0;
  return {
    earliest: ({ invoke }) => invoke - error,
    latest: ({ complete }) => (complete === null ? Number.POSITIVE_INFINITY : complete + error),
  };
}
