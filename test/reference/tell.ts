import { afterAll, describe, expect, test } from 'vitest';
import { probe } from '../../src/probe.ts';
import type { Design, RunningDesign } from '../../src/reference/design.ts';
import { availability } from '../../src/reference/registry.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { certified } from '../support/certified.ts';
import { isOfNewerNode } from './backends.ts';
import { designOf } from './client.ts';
import { type Story, stories } from './stories.ts';

/** Those made for a look at leisure are hurried: what they ask stays the same. */
const LEISURELY = [
  'ten-writes-became-one',
  'ten-writes-became-one-fast',
  'path-counted-by-a-beacon',
  'twelve-requests-five-allowed',
];

function hurried(scenario: Scenario): Scenario {
  const phases = scenario.phases.map((phase) => (phase.kind === 'spaced' ? { ...phase, everyMs: 20 } : phase));
  return { ...scenario, phases };
}

/** Each is started once for all stories. */
const running = new Map<string, Promise<RunningDesign>>();
afterAll(() => Promise.all([...running.values()].map(async (server) => (await server).close())));

async function urlOf(design: Design): Promise<string> {
  const { why } = await availability(design);
  if (why !== null) throw new Error(why);
  const server = running.get(design.id) ?? design.start({ port: 0 });
  running.set(design.id, server);
  return (await server).url;
}

async function heard({ name, path }: Story, design: Design) {
  const isSlow = LEISURELY.includes(name);
  const overrides = isSlow ? { rounds: 1, settleMs: 600 } : {};
  const scenario = loadScenario(path, { env: {}, vars: { base_url: await urlOf(design) }, overrides });
  // A seed of its own, for the same one gives the same keys again, and a server that is shared would know them.
  const seed = stories.findIndex((story) => story.name === name) + 1;
  const { history, result: found } = await probe(isSlow ? hurried(scenario) : scenario, { seed });
  const result = certified(history, found);
  return { verdict: result.verdict, codes: result.findings.map(({ code }) => code) };
}

/** Left out by name where it cannot run, and never in CI unless Node itself is too old. */
async function leaveOut(design: Design, skip: (why: string) => void): Promise<void> {
  const { why } = await availability(design);
  if (why !== null && (!process.env.CI || isOfNewerNode(design))) skip(why);
}

/** Tells each of these stories to every design that is wrong or right in it. */
export function tell(told: readonly Story[]): void {
  describe.each(told)('$name', (story) => {
    test.for(story.wrong)('finds what is wrong with $id', { timeout: 60_000 }, async ({ id, codes }, { skip }) => {
      await leaveOut(designOf(id), skip);
      const { verdict, codes: found } = await heard(story, designOf(id));
      expect(verdict).toBe('fail');
      expect(found.filter((code) => codes.includes(code))).not.toEqual([]);
    });

    test.for(story.right)('accuses $id of nothing', { timeout: 60_000 }, async ({ id }, { skip }) => {
      await leaveOut(designOf(id), skip);
      expect(await heard(story, designOf(id))).toEqual({ verdict: 'pass', codes: [] });
    });
  });
}
