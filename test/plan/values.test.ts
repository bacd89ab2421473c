import { describe, expect, it } from 'vitest';
import { fractionFrom } from '../../src/plan/random.ts';
import { intentKey, roundValues, writeValues } from '../../src/plan/render.ts';
import { planOf } from './plans.ts';

const PLAN = planOf(
  `
target: http://127.0.0.1:8080
vars: { n: 5, same: "{{n}}", id: "c-{{run_id}}-{{round}}", each: "{{id}}-{{i}}", tagged: "t-{{tag}}", from: "{{env.WHO}}" }
setup: [{ request: GET /tag, take: { tag: text } }]
write: { request: "POST /{{each}}" }
`,
  7,
  { WHO: 'somebody' },
);
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('values of a round', () => {
  it('are the built-in ones, the environment, what was taken, and variables made of them', () => {
    const { runId } = PLAN.header;
    expect(roundValues(PLAN, 2, { tag: 'x' })).toEqual({
      run_id: runId,
      round: 2,
      'env.WHO': 'somebody',
      from: 'somebody',
      tag: 'x',
      tagged: 't-x',
      n: 5,
      same: 5,
      id: `c-${runId}-2`,
    });
  });

  it('leave out what cannot be made yet', () => {
    expect(roundValues(PLAN, 1, {})).not.toHaveProperty('tagged');
    expect(roundValues(PLAN, 1, {})).not.toHaveProperty('each');
  });

  it('are not changed by what is called like a built-in value', () => {
    expect(roundValues(PLAN, 1, { round: '9', toString: 'x' })).toMatchObject({ round: 1, toString: 'x' });
  });
});

describe('values of a write', () => {
  it('add the number of the write and of its phase, and an id of each kind', () => {
    const values = writeValues(PLAN, 2, { tag: 'x' }, { phaseIndex: 1, i: 12 });
    expect(values).toMatchObject({ i: 12, phase: 1, round: 2, each: `c-${PLAN.header.runId}-2-12` });
    expect(values.uuid).toMatch(UUID_V4);
    expect(values.key).toMatch(UUID_V4);
  });

  it('are the same again, and differ from write to write and from round to round', () => {
    const ids = [1, 2, 3].flatMap((round) =>
      Array.from({ length: 50 }, (_, i) => writeValues(PLAN, round, {}, { phaseIndex: 0, i })).flatMap(
        ({ uuid, key }) => [uuid, key],
      ),
    );
    expect(new Set(ids).size).toBe(300);
    expect(writeValues(PLAN, 1, {}, { phaseIndex: 0, i: 0 })).toEqual(
      writeValues(PLAN, 1, {}, { phaseIndex: 0, i: 0 }),
    );
  });
});

describe('values of an attempt', () => {
  const at = (more: object) => writeValues(PLAN, 1, {}, { phaseIndex: 0, i: 3, ...more });

  it('keep the key and the number of their intent, under an id of their own', () => {
    const [first, second] = [at({}), at({ attempt: 1 })];
    expect([second.key, second.i]).toEqual([first.key, first.i]);
    expect(second.uuid).not.toBe(first.uuid);
    expect(first.key).toBe(intentKey(PLAN, 1, 3));
  });

  it('have a key of their own where one is asked for', () => {
    const keys = [0, 1, 2].map((attempt) => at({ attempt, newKey: attempt > 0 }).key);
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toBe(at({}).key);
  });

  it('know whose they are', () => {
    expect(at({})).not.toHaveProperty('identity');
    expect(at({ identity: 0 })).toMatchObject({ identity: 0 });
    expect(roundValues(PLAN, 1, {}, 2)).toMatchObject({ identity: 2 });
  });
});

describe('chance by the seed', () => {
  it('is spread over 0 to 1, and the same again', () => {
    const some = Array.from({ length: 1_000 }, (_, i) => fractionFrom(7, `x ${i}`));
    expect(Math.min(...some)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...some)).toBeLessThan(1);
    const mean = some.reduce((a, b) => a + b, 0) / some.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
    expect(fractionFrom(7, 'x 1')).toBe(some[1]);
    expect(fractionFrom(8, 'x 1')).not.toBe(some[1]);
  });
});
