import { describe, expect, it } from 'vitest';
import { roundValues, writeValues } from '../../src/plan/render.ts';
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
