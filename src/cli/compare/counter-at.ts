import { scenarioFromFlags } from '../../scenario/flags.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** The counter of a reference design that is served at a URL: one for each round, with a key in every write. */
export function counterAt(url: string, id: string): Scenario {
  const counter = `${url}/counters/{{id}}`;
  const flags = { url: `${counter}/increment`, request: 'POST', read: counter, take: '$.value' };
  const header = ['Idempotency-Key: {{key}}'];
  const scenario = scenarioFromFlags({ ...flags, header, var: ['id=compare-{{run_id}}-{{round}}'] }, { env: {} });
  return { ...scenario, name: id };
}
