import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeQuota } from '../../../src/check/objects/quota.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { isExplainable } from '../../support/oracle.ts';
import { runs } from '../../support/runs.ts';
import { codesOf, maybe, no, quotaOf, saw, times, yes } from './recorded.ts';
import { smallQuotas, writtenQuota } from './small.ts';

const MS = 1e6;
const judged = (limit: number, operations: readonly Operation[], per = 'round') =>
  codesOf(judgeQuota(quotaOf(limit, per), operations));

describe('a quota of five a round', () => {
  it('accepts five admitted and seven refused at once', () => {
    const burst = [...times(5, () => yes('admit', 0, 10)), ...times(7, () => no('admit', 0, 10))];
    expect(judged(5, burst)).toEqual([]);
  });

  it('rejects six admitted, whatever the clock says', () => {
    const [finding, ...rest] = judgeQuota(
      quotaOf(5),
      times(6, (i) => yes('admit', i * 5, i * 7)),
    );
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ code: 'CP104', count: { min: 1, max: 1 }, proof: { form: 'over' } });
    expect(finding?.message).toMatch(/6 writes were admitted where the limit is 5 a round: 1 too many/);
  });

  it('rejects a refusal before five were sent', () => {
    const [finding] = judgeQuota(quotaOf(5), [...times(4, () => yes('admit', 0, 10)), no('admit', 0, 10)]);
    expect(finding).toMatchObject({ code: 'CP105', count: { min: 1, max: 1 }, proof: { form: 'room' } });
    expect(finding?.argument).toMatch(/no more than 4 writes/);
  });

  it('is judged soon where very many share no limit', () => {
    // Each by an identity of its own: to hold each refusal against every write takes minutes.
    const each = times(40_000, (i) => [
      yes('admit', 4 * i, 4 * i + 1, { identity: i }),
      no('admit', 4 * i + 2, 4 * i + 3, { identity: i }),
    ]).flat();
    const found = judgeQuota(quotaOf(2, 'identity'), each);
    expect(found.length).toBe(40_000);
    expect(found.at(-1)).toMatchObject({ code: 'CP105', witness: each.slice(-2) });
  });

  it('says nothing where a write of unknown effect may have been the fifth', () => {
    expect(judged(5, [...times(4, () => yes('admit', 0, 10)), maybe('admit', 0), no('admit', 0, 10)])).toEqual([]);
  });

  it('rejects one that is let in after the door was shut', () => {
    const before = saw('1', 0, 1, { role: 'before', phaseIndex: -1 });
    const shut = [before, ...times(4, () => yes('admit', 2, 10)), no('admit', 11, 12), yes('admit', 20, 30)];
    const [unasked, later] = [{ readings: [], unique: false }, yes('admit', 20, 30, { phaseIndex: 1 })];
    const byAnswers = (operations: readonly Operation[]) =>
      codesOf(judgeQuota(quotaOf(5, 'round', { expect: unasked }), operations));
    expect(byAnswers(shut)).toEqual(['CP104']);
    expect(byAnswers([...shut.slice(0, -1), later])).toEqual([]);
    expect(judged(5, [...shut.slice(0, -1), later])).toEqual(['CP104']);
  });

  it('lets one in after a refusal where an unheard one may have held its place and been undone', () => {
    const undone = [maybe('admit', 0), no('admit', 1, 2), yes('admit', 3, 4)];
    expect(judged(1, undone)).toEqual([]);
  });

  it('counts attempts of one intent once', () => {
    const again = times(6, (i) => yes('admit', i, i + 1, { intent: i < 2 ? 'same' : `k${i}` }));
    expect(judged(5, again)).toEqual([]);
  });

  it('counts what was used up ahead of the round', () => {
    const before = saw('3', 0, 1, { role: 'before', phaseIndex: -1 });
    const two = [yes('admit', 2, 3), yes('admit', 2, 3), no('admit', 4, 5)];
    expect(judged(5, [before, ...two])).toEqual([]);
    expect(judged(5, two)).toEqual(['CP105']);
  });

  it('takes a key that lives on through rounds for used up, unless a setup sets it anew', () => {
    const first = times(5, () => yes('admit', 0, 10));
    const second = no('admit', 20, 30, { round: 2 });
    expect(judged(5, [...first, second])).toEqual([]);
    expect(codesOf(judgeQuota(quotaOf(5, 'round', { setup: true }), [...first, second]))).toEqual(['CP105']);
  });

  it('judges nothing where admissions are given back', () => {
    expect(judged(1, [yes('admit', 0, 1), yes('release', 2, 3), yes('admit', 4, 5)])).toEqual([]);
  });

  it('keeps count of a limit that no double can hold', () => {
    const header = quotaOf(5, 'round', { limit: '90071992547409931' });
    expect(codesOf(judgeQuota(header, [yes('admit', 0, 1)]))).toEqual([]);
  });
});

describe('a refusal with room', () => {
  const refused = no('admit', 10, 20, { phaseIndex: 0, identity: 1 });
  const others = {
    own: yes('admit', 0, 5, { identity: 1 }),
    touching: yes('admit', 20, 25, { identity: 1 }),
    later: yes('admit', 21, 25, { identity: 1 }),
    elsewhere: yes('admit', 0, 5, { phaseIndex: 1, identity: 1 }),
    another: yes('admit', 0, 5, { identity: 2 }),
    earlier: yes('admit', -9, -5, { round: 0, identity: 1 }),
    read: saw('1', 0, 1, { identity: 1 }),
    notSent: no('admit', 0, 5, { counts: 'notSent', identity: 1 }),
  };
  const shown = (per: string, changes = {}) =>
    judgeQuota(quotaOf(9, per, changes), [...Object.values(others), refused]).map(({ code, count, witness }) => ({
      code,
      count,
      shown: witness.map(
        (one) =>
          Object.entries(others).find(([, { id }]) => id === one.id)?.[0] ?? (one.id === refused.id ? 'it' : '?'),
      ),
    }));
  const accused = (names: readonly string[]) => [{ code: 'CP105', count: { min: 1, max: 1 }, shown: names }];

  it('is shown with all that may have used up its limit, and nothing else', () => {
    const round = ['own', 'elsewhere', 'another', 'touching', 'it'];
    expect(shown('round', { setup: true })).toEqual(accused(round));
    expect(shown('round')).toEqual(accused(['earlier', ...round]));
    expect(shown('identity', { setup: true })).toEqual(accused(['own', 'elsewhere', 'touching', 'it']));
    expect(shown('phase')).toEqual(accused(['own', 'another', 'touching', 'it']));
  });
});

it('judges phases and identities by themselves', () => {
  const two = (changes: (i: number) => Partial<Operation>) => times(4, (i) => yes('admit', i, i + 1, changes(i)));
  expect(
    judged(
      2,
      two((i) => ({ phaseIndex: i % 2 })),
      'phase',
    ),
  ).toEqual([]);
  expect(
    judged(
      2,
      two((i) => ({ identity: i % 2 })),
      'identity',
    ),
  ).toEqual([]);
  expect(
    judged(
      1,
      two((i) => ({ phaseIndex: i % 2 })),
      'phase',
    ),
  ).toEqual(['CP104', 'CP104']);
  expect(
    judged(
      1,
      two((i) => ({ identity: i % 2 })),
      'identity',
    ),
  ).toEqual(['CP104', 'CP104']);
});

describe('a quota of five in two seconds', () => {
  const per = '2000ms';
  const at = (ms: number, f = yes) => f('admit', ms * MS, (ms + 5) * MS);

  it('accepts twice the limit across an edge', () => {
    expect(
      judged(
        5,
        times(10, (i) => at(1_900 + i * 10)),
        per,
      ),
    ).toEqual([]);
  });

  it('rejects more than twice the limit in less than a window', () => {
    expect(
      judged(
        5,
        times(11, (i) => at(i * 10)),
        per,
      ),
    ).toEqual(['CP104']);
  });

  it('rejects more than three times the limit in less than two windows', () => {
    const spread = times(16, (i) => at(i * 200));
    expect(judged(5, spread, per)).toEqual(['CP104']);
    expect(judged(5, spread.slice(0, 15), per)).toEqual([]);
  });

  it('rejects a refusal that no window explains, and none that one does', () => {
    const four = times(4, (i) => at(5_000 + i));
    expect(judged(5, [...four, at(5_900, no)], per)).toEqual(['CP105']);
    expect(judged(5, [at(4_000), ...four, at(5_900, no)], per)).toEqual([]);
  });

  it('says nothing of a refusal whose window reaches back before the run', () => {
    expect(judged(5, [at(100, no)], per)).toEqual([]);
  });
});

describe('what was not heard of', () => {
  const four = (at: number, changes = {}) => [
    ...times(4, () => yes('admit', at, at + 1, changes)),
    no('admit', at + 2, at + 3, changes),
  ];

  it('may come after the setup of a later round of its key, and count there', () => {
    const [late, second] = [maybe('admit', 0), four(10, { round: 2 })];
    const setUp = (one: Operation) => codesOf(judgeQuota(quotaOf(5, 'round', { setup: true }), [one, ...second]));
    expect(setUp(late)).toEqual([]);
    expect(setUp({ ...late, key: 'other' })).toEqual(['CP105']);
  });

  it('may come when the limit of its phase has turned, and count there', () => {
    const second = four(10, { phaseIndex: 1 });
    expect(judged(5, [maybe('admit', 0), ...second], 'phase')).toEqual([]);
    expect(judged(5, [yes('admit', 0, 1), ...second], 'phase')).toEqual(['CP105']);
  });
});

it('takes windows for new where a setup sets their key anew', () => {
  const rounds = times(3, (i) => times(5, () => yes('admit', i * 10 * MS, (i * 10 + 1) * MS, { round: i + 1 }))).flat();
  expect(codesOf(judgeQuota(quotaOf(5, '2000ms', { setup: true }), rounds))).toEqual([]);
  expect(judged(5, rounds, '2000ms')).toEqual(['CP104']);
});

it('takes a limit for used up where what is left is read as less than nothing', () => {
  const before = saw('-1', 0, 1, { role: 'before', phaseIndex: -1 });
  const header = quotaOf(5, 'round', { step: '-1' });
  expect(codesOf(judgeQuota(header, [before, yes('admit', 2, 3), no('admit', 4, 5)]))).toEqual([]);
  expect(codesOf(judgeQuota(header, [{ ...before, value: '5' }, yes('admit', 2, 3), no('admit', 4, 5)]))).toEqual([
    'CP105',
  ]);
});

it('accuses none that an order explains, and where all is known all others', () => {
  let [right, wrong] = [0, 0];
  fc.assert(
    fc.property(smallQuotas, (ops) => {
      const explained = isExplainable(ops, { limit: 2 });
      explained ? right++ : wrong++;
      const accused = judged(2, ops.map(writtenQuota)).length > 0;
      if (accused) expect(explained).toBe(false);
      // What was not heard may have held a place for a while and been undone, which no order of calls says.
      else if (ops.every(({ certain }) => certain)) expect(explained).toBe(true);
    }),
    { numRuns: runs(1_000) },
  );
  expect(Math.min(right, wrong)).toBeGreaterThan(300);
});

/** A quota as it is: when each call took effect is within its times, as they are recorded by clocks that are off. */
type Kind = 'fixed' | 'sliding' | 'bucket';
const calls = fc.record({
  kind: fc.constantFrom<Kind>('fixed', 'sliding', 'bucket'),
  phase: fc.nat(999),
  gaps: fc.array(fc.tuple(fc.nat(300), fc.nat(120), fc.nat(120), fc.constantFrom('ok', 'ok', 'lost'), fc.nat(1)), {
    minLength: 5,
    maxLength: 60,
  }),
  skew: fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 })),
});

function admitted(kind: Kind, phase: number, at: number, earlier: readonly number[]): boolean {
  if (kind === 'fixed')
    return earlier.filter((t) => Math.floor((t + phase) / 1_000) === Math.floor((at + phase) / 1_000)).length < 3;
  if (kind === 'sliding') return earlier.filter((t) => t > at - 1_000).length < 3;
  let [tokens, last] = [3, 0];
  for (const t of [...earlier, at]) {
    tokens = Math.min(3, tokens + ((t - last) * 3) / 1_000) - (t === at ? 0 : 1);
    last = t;
  }
  return tokens >= 1;
}

it('never accuses a window that is kept, wherever it begins and however it is kept', () => {
  fc.assert(
    fc.property(calls, ({ kind, phase, gaps, skew }) => {
      const taken: number[] = [];
      let now = 3_000;
      const operations = gaps.map(([gap, before, after, fate, machine]) => {
        now += gap + 1;
        const isIn = admitted(kind, phase, now, taken);
        if (isIn) taken.push(now);
        const off = (skew[machine] as number) * MS;
        const [from, to] = [(now - before) * MS + off, (now + after) * MS + off];
        const where = { machine: `m${machine}` };
        if (fate === 'lost') return maybe('admit', from, where);
        return isIn ? yes('admit', from, to, where) : no('admit', from, to, where);
      });
      const header = quotaOf(3, '1000ms', { clock: { unit: 'ns', errorNs: 20 * MS } });
      const found = codesOf(judgeQuota(header, operations));
      expect(found).toEqual([]);
    }),
    { numRuns: 400 },
  );
});
