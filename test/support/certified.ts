import { certificateFor } from '../../src/cli/check/certify.ts';
import type { History } from '../../src/history/history.ts';
import type { ScenarioResult } from '../../src/verdict/report.ts';

/** The result itself; throws where it fails, and no proof of that is found which the verifier takes. */
export function certified(history: History, result: ScenarioResult): ScenarioResult {
  if (result.verdict !== 'fail') return result;
  const { certificate, unproven: without } = certificateFor({ history, sha256: '' }, result);
  if (certificate?.verdict !== 'violation') throw new Error(`a fail without a certificate: ${without.join(', ')}`);
  return result;
}
