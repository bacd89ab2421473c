import type { History } from '../history/history.ts';
import type { ScenarioResult } from '../verdict/report.ts';

/** Judges a recorded history: pure, the same anywhere. `file`, `history`, `replay` and `target.design` are left empty. */
export function check(_history: History): ScenarioResult {
  throw new Error('not built yet');
}
