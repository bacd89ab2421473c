import type { Expectation } from '../history/history.ts';
import type { Scenario } from '../scenario/scenario.ts';

type Per = NonNullable<Expectation['uniquePer']>[number];

const SLOT = /\{\{\s*([\w.-]+)/g;

/**
 * What the writes of one round may name a counter of its own by: whose they are, or the phase they are of. Values handed
 * out by counters of their own may be the same.
 */
export function countersOf(scenario: Omit<Scenario, 'secrets'>): readonly Per[] {
  const { write, phases, identities, vars } = scenario;
  const own = phases.flatMap((phase) => (phase.write === null ? [] : [phase.write]));
  const texts = [write, ...own].map(({ request }) => JSON.stringify(request));
  const names = reached([...texts, JSON.stringify(identities?.headers ?? [])], vars);
  const theirs = ['identity', ...(identities?.setup ?? []).flatMap(({ take }) => Object.keys(take))];
  const isElsewhere = own.some(({ request }) => request.url !== write.request.url);
  return [
    ...(theirs.some((name) => names.has(name)) ? (['identity'] as const) : []),
    ...(names.has('phase') || isElsewhere ? (['phase'] as const) : []),
  ];
}

/** Every name in some texts, and in the variables that they are made of. */
function reached(texts: readonly string[], vars: Scenario['vars']): ReadonlySet<string> {
  const names = new Set<string>();
  const left = [...texts];
  for (let text = left.pop(); text !== undefined; text = left.pop()) {
    for (const [, name = ''] of text.matchAll(SLOT)) {
      if (names.has(name)) continue;
      names.add(name);
      if (Object.hasOwn(vars, name)) left.push(String(vars[name]));
    }
  }
  return names;
}
