import { expect, test } from 'vitest';
import { probe } from '../../src/probe.ts';
import { designs } from '../../src/reference/registry.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import { describeEach } from './backends.ts';
import { stories } from './stories.ts';

const ROUNDS = 10;
const story = stories.find(({ name }) => name === 'failover-keeps-what-was-acknowledged');

async function roundsOf(url: string) {
  const vars = { base_url: url };
  const scenario = loadScenario(story?.path ?? '', { env: {}, vars, overrides: { rounds: ROUNDS, settleMs: 100 } });
  return (await probe(scenario, { seed: 1 })).result;
}

describeEach(
  designs.filter(({ id }) => id === 'redis-failover' || id === 'redis-wait-min-replicas'),
  (design) => {
    const expected = design.right
      ? 'keeps all that it acknowledged'
      : 'loses the ten that the replica was not sent, and CP115 says so';
    test(`${expected}, in ${ROUNDS} failovers of ${ROUNDS}`, { timeout: 120_000 }, async () => {
      const server = await design.start({});
      const result = await roundsOf(server.url).finally(server.close);
      const lost = result.findings.filter(({ code }) => code === 'CP115');
      if (design.right) expect([result.verdict, result.findings]).toEqual(['pass', []]);
      else {
        expect(result).toMatchObject({ verdict: 'fail', rounds: { wrong: ROUNDS } });
        expect(lost.map(({ message }) => message)).toEqual([expect.stringContaining('10 were')]);
      }
    });
  },
);
