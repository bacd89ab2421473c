import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { judgeQuota } from '../../../src/check/objects/quota.ts';
import { judgeReservation } from '../../../src/check/objects/reservation.ts';
import type { PhaseInfo } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { certified } from '../../support/certified.ts';
import { headerOf } from '../../support/history.ts';
import { codesOf, maybe, no, quotaOf, saw, stockOf, times, yes } from './recorded.ts';

const MS = 1e6;
const quota = (limit: number, operations: readonly Operation[], per = 'round') =>
  codesOf(judgeQuota(quotaOf(limit, per), operations));
const stock = (limit: number, operations: readonly Operation[], per = 'round') =>
  codesOf(judgeReservation(stockOf(limit, { limitPer: per }), operations));
const same = { intent: 'same' };

describe('A refusal while another attempt at the same is under way', () => {
  const waits = (f: 'admit' | 'reserve') => [yes(f, 0, 10, same), no(f, 2, 4, same)];

  it('is no word on the limit, for whoever asks again may be told to wait', () => {
    expect(quota(5, waits('admit'))).toEqual([]);
    expect(quota(5, [...waits('admit'), yes('admit', 20, 30)])).toEqual([]);
    expect(stock(5, waits('reserve'))).toEqual([]);
    expect(quota(5, [no('admit', 0, 10, same), no('admit', 2, 4, same)])).toEqual([]);
    const late = (one: Operation) => ({
      ...one,
      invoke: one.invoke + 5_000 * MS,
      complete: (one.complete ?? 0) + 5_000 * MS,
    });
    expect(quota(5, waits('admit').map(late), '1000ms')).toEqual([]);
  });

  it('is no word either when the other one had been let in before', () => {
    expect(quota(5, [maybe('admit', 0, same), no('admit', 20, 30, same)])).toEqual([]);
  });

  it('says as much as any other when all of them came later, or were over', () => {
    const later = [no('admit', 0, 10, same), yes('admit', 20, 30, same)];
    expect(quota(5, later)).toEqual(['CP105', 'CP104'].slice(0, 1));
    expect(quota(5, [no('admit', 0, 10, same), no('admit', 20, 30, same)])).toEqual(['CP105']);
    expect(stock(5, [no('reserve', 0, 10, same), yes('reserve', 20, 30, same)])).toEqual(['CP105']);
  });
});

describe('A refusal that is right only if each attempt at another intent used some of the limit', () => {
  const [a, b] = [{ intent: 'a' }, { intent: 'b' }];
  const twice = [yes('admit', 7, 11, a), no('admit', 8, 13, b), yes('admit', 12, 12, a)];
  const judge = (operations: readonly Operation[]) => {
    const spaced = { ...headerOf().phases[1], index: 0 } as PhaseInfo;
    const header = quotaOf(2, 'round', { phases: [spaced], readings: [], expect: { readings: [], unique: false } });
    const history = { header, operations: operations.map((one, id) => ({ ...one, id })), marks: [] };
    return certified(history, check(history));
  };

  it('is no fault by itself, for who does not know them for the same lets each of them in', () => {
    expect(judge(twice)).toMatchObject({ verdict: 'pass', findings: [] });
    expect(codesOf(judge([...twice.slice(0, 1), no('admit', 20, 21, b)]).findings)).toEqual(['CP105']);
  });

  it('is one of two that cannot both be right, where what it was for is let in later: no number says how many', () => {
    const result = judge([...twice, yes('admit', 15, 16, b)]);
    expect(result.findings).toMatchObject([{ code: 'CP104', count: { min: null, max: null } }]);
    expect(result.findings[0]?.message).toMatch(/^#1 was refused, and 1 write sent after that was admitted/);
    expect(result.findings[0]?.argument).toMatch(/if attempts of one intent count once there was room/);
  });

  it('is right where other intents make up the limit, and who is let in after it is one too many', () => {
    const both = [...twice.slice(0, 2), yes('admit', 0, 1, { intent: 'c' }), yes('admit', 15, 16, b)];
    const [finding] = judgeQuota(quotaOf(2), both.slice(0, 3));
    expect(finding).toBeUndefined();
    expect(judge(both).findings).toMatchObject([{ code: 'CP104', count: { min: 1, max: 1 } }]);
  });
});

describe('What is answered to a second attempt', () => {
  const again = (f: 'admit' | 'reserve', intent: string, first: number, second: number): readonly Operation[] => [
    maybe(f, first * MS, { intent }),
    yes(f, second * MS, (second + 1) * MS, { intent }),
  ];

  it('may have been let in by the first, in an earlier window', () => {
    const six = times(6, (i) => again('admit', `k${i}`, 100, 1_900)).flat();
    const five = times(5, (i) => yes('admit', (1_910 + i) * MS, (1_911 + i) * MS));
    expect(quota(5, [...six, ...five], '1000ms')).toEqual([]);
    expect(quota(5, [...six.filter(({ counts }) => counts === 'acknowledged'), ...five], '1000ms')).toEqual(['CP104']);
  });

  it('may be held from the first on, and have ended since', () => {
    const two = [...again('reserve', 'k', 0, 900), yes('reserve', 1_100 * MS, 1_101 * MS)];
    expect(stock(1, two, '1000ms')).toEqual([]);
    expect(stock(1, two.slice(1), '1000ms')).toEqual(['CP106']);
  });
});

describe('Where nobody knows how much was used before', () => {
  const failed = {
    ...saw('0', 0, 1, { role: 'before', phaseIndex: -1, outcome: 'info', value: null }),
    complete: null,
  };

  it('for every look ahead of the round failed, it may have been all', () => {
    const few = [yes('admit', 2, 3), no('admit', 4, 5)];
    expect(quota(5, [failed, ...few])).toEqual([]);
    expect(quota(5, [failed, saw('1', 1, 2, { role: 'before', phaseIndex: -1 }), ...few])).toEqual(['CP105']);
    expect(quota(5, few)).toEqual(['CP105']);
    expect(stock(5, [failed, yes('reserve', 2, 3), no('reserve', 4, 5)])).toEqual([]);
  });
});

describe('Of two machines', () => {
  const [a, b] = [
    { machine: 'a', round: 1 },
    { machine: 'b', round: 2 },
  ];

  it('one may have used a limit in its second round before another began its first', () => {
    const used = [yes('reserve', -3, -2, a), yes('reserve', 0, 1, b), no('reserve', 10, 11, a)];
    expect(stock(2, used)).toEqual([]);
    expect(
      stock(
        2,
        used.map((one) => ({ ...one, machine: 'a' })),
      ),
    ).toEqual(['CP105']);
  });
});
