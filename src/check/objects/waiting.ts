import type { Operation } from '../../history/operation.ts';
import type { Times } from './times.ts';
import { groupedBy, intentOf, mayCount, wasSent } from './writes.ts';

/**
 * Tells refusals that are no word on a limit: another attempt at the same was under way, or may have been let in before.
 * Who asks again meanwhile may be told to wait.
 */
export function toldToWait(writes: readonly Operation[], { sent, latest }: Times): (refused: Operation) => boolean {
  const intents = groupedBy(
    writes.filter((one) => one.intent !== undefined && wasSent(one)),
    intentOf,
  );
  return (refused) =>
    (intents.get(intentOf(refused)) ?? []).some((other) => {
      if (other === refused || sent(other) > latest(refused)) return false;
      return mayCount(other) || latest(other) >= sent(refused);
    });
}
