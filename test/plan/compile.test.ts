import { describe, expect, it } from 'vitest';
import { compile } from '../../src/plan/compile.ts';
import { planOf, scenarioOf } from './plans.ts';

const YAML = `
name: Likes
target: http://bob:hunter22@127.0.0.1:8080
vars: { id: "likes-{{run_id}}-{{round}}" }
write: { request: "POST /posts/{{id}}?token={{env.TOKEN}}&i={{i}}" }
step: 2
load:
  - { phase: spaced, count: 3, every: 20ms }
  - { phase: concurrent, count: 16, connections: 4, name: burst }
rounds: 5
settle: 300ms
`;
const ENV = { TOKEN: 'tok-12345' };

describe('a compiled plan', () => {
  it('has a header that says all a check needs', () => {
    const { header } = planOf(YAML, 42, ENV);
    expect(header).toMatchObject({
      format: 'counter-probe-history',
      version: 1,
      object: 'counter',
      initial: null,
      step: '2',
      scenario: 'Likes',
      seed: 42,
      require: 'eventual',
      phases: [
        { index: 0, kind: 'spaced', name: 'spaced', count: 3, everyMs: 20 },
        { index: 1, kind: 'concurrent', name: 'burst', count: 16, everyMs: null },
      ],
      rounds: 5,
      readings: ['total'],
      settleMs: 300,
      minOverlap: null,
    });
    expect(header.target).toBe(`http://127.0.0.1:8080/posts/likes-${header.runId}-{{round}}`);
  });

  it('is the same for the same scenario and seed', () => {
    expect(planOf(YAML, 42, ENV)).toEqual(planOf(YAML, 42, ENV));
  });

  it('has a short run id of its own for each seed', () => {
    const ids = Array.from(
      { length: 500 },
      (_, seed) => planOf('write: { request: "POST http://127.0.0.1/" }', seed).header.runId,
    );
    expect(new Set(ids).size).toBe(500);
    for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{8}$/);
  });

  it('names no secret in its header', () => {
    const scenario = scenarioOf(
      YAML.replace('/posts/{{id}}', '/{{env.TOKEN}}/{{id}}').replace('Likes', '"with tok-12345"'),
      ENV,
    );
    const header = JSON.stringify(compile(scenario, 1).header);
    expect(header).not.toContain('tok-12345');
    expect(header).not.toContain('hunter22');
    expect(header).toContain('http://127.0.0.1:8080/[secret]/likes-');
  });

  it('shows a page that setup takes by its name', () => {
    const yaml =
      'target: http://h\nsetup: [{ request: POST /u, take: { page: "header:Location" } }]\nwrite: { request: "GET {{page}}" }';
    expect(planOf(yaml).header.target).toBe('http://h/{{page}}');
  });

  it('keeps how each phase is driven, and everything secret', () => {
    const plan = planOf(YAML, 1, ENV);
    expect(plan.phases).toMatchObject([
      { how: { connections: 'fresh' } },
      { info: { index: 1 }, how: { connections: 4, holdMs: 100 } },
    ]);
    expect(plan.secrets).toEqual(expect.arrayContaining(['tok-12345', 'hunter22']));
    expect(Object.keys(plan).sort()).toEqual([
      'connection',
      'deadlineMs',
      'env',
      'header',
      'outcome',
      'phases',
      'quietMs',
      'readings',
      'returns',
      'rounds',
      'secrets',
      'settleMs',
      'setup',
      'vars',
      'write',
    ]);
  });

  it('ends with one write more where a reading asks for a nudge', () => {
    const base = scenarioOf(YAML, ENV);
    const readings = base.readings.map((reading) => ({ ...reading, info: { nudge: true } as const }));
    const { header, phases } = compile({ ...base, readings }, 1);
    expect(header.phases.at(-1)).toEqual({ index: 2, kind: 'spaced', name: 'nudge', count: 1, everyMs: 0 });
    expect(phases.map(({ nudge }) => nudge)).toEqual([undefined, undefined, true]);
    expect(header.readingInfo).toEqual({ total: { nudge: true } });
  });
});
