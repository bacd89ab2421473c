import { drive } from '../../src/drive/drive.ts';
import type { ProgressEvent } from '../../src/drive/progress.ts';
import { isOperation, type Mark } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { compile } from '../../src/plan/compile.ts';
import { parseScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

export interface Driven {
  readonly operations: readonly Operation[];
  readonly writes: readonly Operation[];
  readonly reads: readonly Operation[];
  readonly marks: readonly Mark[];
  readonly progress: readonly ProgressEvent[];
}

/** Drives a scenario given as YAML; `{{base_url}}` is the server. */
export async function driven(
  yaml: string,
  url: string,
  signal = new AbortController().signal,
  deadlineMs = 60_000,
): Promise<Driven> {
  const text = `version: 1\nname: test\ntarget: "${url}"\n${yaml}`;
  return drivenScenario(parseScenario(text, 'test.probe.yaml', { env: {} }), signal, deadlineMs);
}

export async function drivenScenario(
  scenario: Scenario,
  signal = new AbortController().signal,
  deadlineMs = 60_000,
): Promise<Driven> {
  const operations: Operation[] = [];
  const marks: Mark[] = [];
  const progress: ProgressEvent[] = [];
  await drive(
    { ...compile(scenario, 7), deadlineMs },
    {
      record: (entry) => (isOperation(entry) ? operations.push(entry) : marks.push(entry)),
      goOn: () => true,
      progress: (event) => progress.push(event),
      signal,
    },
  );
  const writes = operations.filter((one) => one.f !== 'read');
  const reads = operations.filter((one) => one.f === 'read');
  return { operations, writes, reads, marks, progress };
}
