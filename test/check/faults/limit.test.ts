import { describe, expect, it } from 'vitest';
import type { PhaseInfo } from '../../../src/history/history.ts';
import { headerOf, type PhaseSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const limited = (limit: string, limitPer: string, object: 'quota' | 'reservation' = 'quota') =>
  headerOf({ object, limit, limitPer, minOverlap: 2, readings: [], expect: { readings: [], unique: false } });
const round = (...phases: readonly PhaseSketch[]) => [{ phases }];
const f = (kind: 'admit' | 'reserve') => () => ({ f: kind });

describe('a limit: of N sent the smaller of N and the limit are admitted', () => {
  it('passes where it is just so over the round, whoever is refused', () => {
    expect(judge(round({ acknowledged: 5, rejected: 7, each: f('admit') }, {}), limited('5', 'round')).verdict).toBe(
      'pass',
    );
    const fewer = round({ acknowledged: 3, each: f('admit') }, {});
    expect(judge(fewer, limited('5', 'round')).verdict).toBe('pass');
  });

  it('is exceeded (CP104), once', () => {
    const result = judge(round({ acknowledged: 12, each: f('admit') }, {}), limited('5', 'round'));
    expect(codesOf(result)).toEqual(['CP104']);
    expect(findingOf(result, 'CP104')).toMatchObject({ count: { min: 7, max: 7 }, silent: true });
    expect(findingOf(result, 'CP104').argument).toBe(
      'Count the writes of the round that were acknowledged: there are 12, and 5 are right.',
    );
  });

  it('is sold more than once (CP106), once', () => {
    const result = judge(
      round({ acknowledged: 2, rejected: 3, each: f('reserve') }, {}),
      limited('1', 'round', 'reservation'),
    );
    expect(codesOf(result)).toEqual(['CP106']);
  });

  it('is not used up (CP105), once', () => {
    const result = judge(round({ acknowledged: 4, rejected: 8, each: f('admit') }, {}), limited('5', 'round'));
    expect(codesOf(result)).toEqual(['CP105']);
    expect(findingOf(result, 'CP105').silent).toBe(false);
  });

  it.each([
    ['quota', 'admit', '5'],
    ['reservation', 'reserve', '1'],
  ] as const)('is not tested (CP309) where a %s lets nobody through in any round', (object, kind, limit) => {
    const none = { phases: [{ rejected: 8, each: f(kind) }, {}] };
    const header = limited(limit, 'round', object);
    expect(codesOf(judge([none, none], header))).toEqual(['CP309']);
    const some = { phases: [{ acknowledged: 1, rejected: 7, each: f(kind) }, {}] };
    const setUp = judge([some, none], { ...header, setup: true });
    expect(codesOf(setUp)).toContain('CP105');
    expect(codesOf(judge([none], { ...header, limit: '0' }))).toEqual([]);
  });

  it('is in doubt where one that was not heard may come after a setup, or when the limit has turned', () => {
    const [open, few] = [
      { acknowledged: 2, unknown: 1, each: f('admit') },
      { acknowledged: 4, rejected: 3, each: f('admit') },
    ];
    const rounds = [open, few].map((phase) => ({ key: 'k', phases: [phase, {}] }));
    expect(codesOf(judge(rounds, { ...limited('5', 'round'), setup: true }))).not.toContain('CP105');
    expect(codesOf(judge(round(open, few), limited('5', 'phase')))).not.toContain('CP105');
    const heard = { acknowledged: 3, each: f('admit') };
    expect(codesOf(judge(round(heard, few), limited('5', 'phase')))).toContain('CP105');
  });

  it('is in doubt (CP302) where an answer that was not heard decides', () => {
    for (const acknowledged of [4, 5]) {
      const result = judge(
        round({ acknowledged, unknown: 1, rejected: 6, each: f('admit') }, {}),
        limited('5', 'round'),
      );
      expect(codesOf(result)).toEqual(['CP302']);
    }
  });

  it('is of each phase', () => {
    const right = round(
      { acknowledged: 5, rejected: 5, each: f('admit') },
      { acknowledged: 5, rejected: 1, each: f('admit') },
    );
    expect(judge(right, limited('5', 'phase')).verdict).toBe('pass');
    const wrong = round(
      { acknowledged: 7, rejected: 3, each: f('admit') },
      { acknowledged: 5, rejected: 1, each: f('admit') },
    );
    expect(findingOf(judge(wrong, limited('5', 'phase')), 'CP104').phase).toBe('concurrent');
  });

  it('is of each identity', () => {
    const each = (i: number) => ({ f: 'admit' as const, identity: i < 10 ? i % 2 : (i + 1) % 2 });
    expect(judge(round({ acknowledged: 10, rejected: 2, each }, {}), limited('5', 'identity')).verdict).toBe('pass');
    const uneven = (i: number) => ({ f: 'admit' as const, identity: i < 4 ? 0 : 1 });
    const result = judge(round({ acknowledged: 10, rejected: 2, each: uneven }, {}), limited('5', 'identity'));
    expect(codesOf(result)).toEqual(['CP104']);
    expect(findingOf(result, 'CP104').message).toMatch(/^Of one identity, 6 of 8 writes/);
  });
});

it('holds each identity to its limit on each key by itself', () => {
  const each = (i: number) => ({ f: 'admit' as const, identity: 0, key: `k${i % 2}` });
  const spaced = { ...headerOf().phases[1], index: 0 } as PhaseInfo;
  const of = (acknowledged: number) =>
    judge(
      [{ phases: [{ acknowledged, each }] }],
      headerOf({
        ...{ object: 'quota', limit: '5', limitPer: 'identity', phases: [spaced], readings: [] },
        expect: { readings: [], unique: false },
      }),
    );
  expect(of(10)).toMatchObject({ verdict: 'pass', findings: [] });
  expect(codesOf(of(11))).toEqual(['CP104']);
});

describe('a limit that is none, or more than can be sent', () => {
  const one = round({ acknowledged: 2, each: f('admit') }, {});

  it('is not exceeded where it is below 0', () => {
    expect(codesOf(judge(one, limited('-1', 'round')))).not.toContain('CP104');
    expect(codesOf(judge(one, limited('-0.5', 'round')))).not.toContain('CP104');
  });

  it('is kept by everybody where it is beyond all numbers that can be counted with', () => {
    expect(judge(one, limited('1e400', 'round'))).toMatchObject({ verdict: 'pass', findings: [] });
    expect(
      codesOf(judge(round({ rejected: 1, acknowledged: 1, each: f('admit') }, {}), limited('1e400', 'round'))),
    ).toEqual(['CP105']);
  });
});
