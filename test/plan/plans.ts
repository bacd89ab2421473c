import { compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { parseScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

export const scenarioOf = (yaml: string, env: Record<string, string> = {}): Scenario =>
  parseScenario(
    `version: 1\nread: { total: { request: "GET http://127.0.0.1:8080/total" } }\n${yaml}`,
    'x.probe.yaml',
    { env },
  );

export const planOf = (yaml: string, seed = 7, env: Record<string, string> = {}): Plan =>
  compile(scenarioOf(yaml, env), seed);
