import pLimit, { type LimitFunction } from 'p-limit';
import { afterAll, describe, expect, test } from 'vitest';
import type { History } from '../../src/history/history.ts';
import { probe } from '../../src/probe.ts';
import type { Design, RunningDesign } from '../../src/reference/design.ts';
import { availability } from '../../src/reference/registry.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import type { ScenarioResult } from '../../src/verdict/report.ts';
import { certified } from '../support/certified.ts';
import { designOf, WIDE } from './client.ts';
import { countersAtOnce } from './counters-at-once.ts';
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

/** How many rounds of a story a wrong design is told, and a right one. */
export interface Rounds {
  readonly wrong: number;
  readonly right: number;
}

/** What is told first of the stories that a design is in. */
const FIRST = ['five-checkouts-one-painting', 'twelve-requests-five-allowed', 'redirect-survives-its-counter'];
const inOrder = stories.toSorted((a, b) => Number(FIRST.includes(b.name)) - Number(FIRST.includes(a.name)));
const isIn = ({ wrong, right }: Story, id: string): boolean => [...wrong, ...right].some((cast) => cast.id === id);

/** A counter is asked many rounds by detects.test.ts; every other design in the first of its stories. */
const MANY: Rounds = { wrong: 10, right: 20 };
const isItsOwn = (story: Story, { id }: Design): boolean =>
  !countersAtOnce.some((counter) => counter.id === id) && inOrder.find((one) => isIn(one, id)) === story;

/** Each is started once for all stories, and asked one of them at a time: some kill it, or set its clock. */
const running = new Map<string, Promise<RunningDesign>>();
const turns = new Map<string, LimitFunction>();
afterAll(() => Promise.all([...running.values()].map(async (server) => (await server).close())));

/** Kept so short that two caches with different numbers are seen to differ a few times only: to and fro tells no amounts. */
const BRIEF = { ttlMs: 100 };
const optionsOf = ({ id, object }: Design) =>
  object === 'payment' ? WIDE : id === 'workers-kv-two-locations' ? BRIEF : {};

async function urlOf(design: Design): Promise<string> {
  const { why } = await availability(design);
  if (why !== null) throw new Error(why);
  const server = running.get(design.id) ?? design.start(optionsOf(design));
  running.set(design.id, server);
  return (await server).url;
}

async function heard(story: Story, design: Design, every: Rounds | null) {
  const isSlow = LEISURELY.includes(story.name);
  const many = every ?? (isItsOwn(story, design) ? MANY : null);
  const overrides = {
    ...(isSlow ? { rounds: 1, settleMs: 600 } : {}),
    ...(many === null ? {} : { rounds: design.right ? many.right : many.wrong }),
  };
  const scenario = loadScenario(story.path, { env: {}, vars: { base_url: await urlOf(design) }, overrides });
  // A seed of its own, for the same one gives the same keys again, and a server that is shared would know them.
  const seed = stories.indexOf(story) + 1;
  const { history, result } = await probe(isSlow ? hurried(scenario) : scenario, { seed });
  heardOf.push({ story, id: design.id, history, result });
  const { verdict, rounds, findings } = result;
  const said = findings.map(({ code, message }) => `${code}: ${message}`);
  return { verdict, rounds, codes: findings.map(({ code }) => code as string), said };
}

/** All that was heard. It is certified when all is told: that takes long, and servers and prober here are one process. */
const heardOf: {
  readonly story: Story;
  readonly id: string;
  readonly history: History;
  readonly result: ScenarioResult;
}[] = [];

/** Few enough side by side: what is judged of one stops the clock of the others, and their servers. Most of it is waiting. */
const atATime = pLimit(4);

function inTurn<T>({ id }: Design, ask: () => Promise<T>): Promise<T> {
  const turn = turns.get(id) ?? pLimit(1);
  turns.set(id, turn);
  return turn(() => atATime(ask));
}

/** Left out by name where it cannot run, and never in CI. */
async function leaveOut(design: Design, skip: (why: string) => void): Promise<void> {
  const { why } = await availability(design);
  if (why !== null && !process.env.CI) skip(why);
}

/**
 * Tells each of these stories to every design that is wrong or right in it. Every round must end the same: a wrong one is
 * caught in each, a right one accused in none. `every`: as many rounds of every story.
 */
export function tell(told: readonly Story[], every: Rounds | null = null, timeout = 600_000): void {
  describe.concurrent.each(told)('$name', { timeout }, (story) => {
    test.for(story.wrong)('finds what is wrong with $id', async ({ id, codes }, { skip }) => {
      const design = designOf(id);
      await leaveOut(design, skip);
      const { verdict, rounds, codes: found, said } = await inTurn(design, () => heard(story, design, every));
      expect({ verdict, wrong: rounds.wrong }, said.join('\n')).toEqual({ verdict: 'fail', wrong: rounds.planned });
      expect(
        codes.filter((all) => all.every((code) => found.includes(code))),
        said.join('\n'),
      ).not.toEqual([]);
    });

    test.for(story.right)('accuses $id of nothing', async ({ id }, { skip }) => {
      const design = designOf(id);
      await leaveOut(design, skip);
      const { verdict, rounds, said } = await inTurn(design, () => heard(story, design, every));
      expect({ verdict, said, run: rounds.run }).toEqual({ verdict: 'pass', said: [], run: rounds.planned });
    });
  });

  describe.each(told)('$name', (story) => {
    test.for([...story.wrong, ...story.right])('is proved where $id fails', { timeout }, ({ id }, { skip }) => {
      const heard = heardOf.filter((one) => one.story === story && one.id === id);
      if (heard.length === 0) skip('it was not told');
      for (const { history, result } of heard) certified(history, result);
    });
  });
}
