import { describe, expect, it } from 'vitest';
import { fastestOf, ratioCells, type TimedGroup } from '../../src/compare/ratio.ts';

/** Counters by the typical write of each turn, in milliseconds. */
const group = (typicalMs: Readonly<Record<string, readonly number[]>>): TimedGroup =>
  new Map(Object.entries(typicalMs).map(([id, times]) => [id, { turns: times.map((ms) => [ms, ms, ms]), why: null }]));
const turns = (ms: number, count = 10): readonly number[] => Array.from({ length: count }, () => ms);
const told = (...groups: readonly TimedGroup[]) => Object.fromEntries(ratioCells(groups));

describe('the ratio to the fastest', () => {
  it('is that of the same turn, so that a slow spell falls on both', () => {
    const spell = [1, 1, 1, 9, 9, 9, 9, 9, 9, 9];
    const cells = told(group({ quick: spell, slow: spell.map((ms) => 2 * ms) }));
    expect(cells.slow).toMatchObject({ tested: true, ratio: 2, low: 2, high: 2, turns: 10, fastest: 'quick' });
    expect(cells.quick).toMatchObject({ ratio: 1, low: 1, high: 1 });
  });

  it('has its spread from turn to turn as its bound', () => {
    const slow = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const { slow: cell } = told(group({ quick: turns(1), slow }));
    expect(cell).toMatchObject({ ratio: 5.5, low: 2, high: 9, bound: '2.0 to 9.0 at 95 %, 10 turns beside quick' });
  });

  it('says where neither was shown to be faster', () => {
    const { b } = told(group({ a: turns(10), b: [9, 9, 9, 11, 11, 11, 11, 11, 11, 11] }));
    expect(b).toMatchObject({ low: 0.9, bound: expect.stringContaining('neither is shown to be faster') });
  });

  it('has no bound where the turns are few', () => {
    expect(told(group({ a: turns(1, 3), b: turns(2, 3) })).b).toMatchObject({
      ...{ ratio: 2, low: null, high: null },
      bound: '3 turns beside a: too few to bound it',
    });
  });

  it('is not tested of one alone, nor of one that had no turn', () => {
    expect(told(group({ a: turns(1) })).a).toEqual({ tested: false, why: 'nothing was timed beside it' });
    expect(told(group({ a: turns(1), b: turns(2), c: [] })).c).toMatchObject({ tested: false });
    expect(told()).toEqual({});
  });

  it('goes from group to group by the fastest of the first one', () => {
    const first = group({ a: turns(2), b: turns(4) });
    expect(fastestOf(first)).toBe('a');
    const cells = told(first, group({ a: turns(6), c: turns(18) }));
    expect(cells).toMatchObject({ a: { ratio: 1 }, b: { ratio: 2 }, c: { ratio: 3, fastest: 'a' } });
  });

  it('is 1 of the fastest of all, also where that is in a later group', () => {
    const cells = told(group({ a: turns(2), b: turns(4) }), group({ a: turns(2), c: turns(1) }));
    expect(cells).toMatchObject({
      a: { ratio: 2, low: 2, fastest: 'c' },
      b: { ratio: 4 },
      c: { ratio: 1, bound: 'the fastest of those timed in turns with it' },
    });
  });

  it('is bounded by what is known of both where a later group has the fastest', () => {
    const wide = [1, 1, 2, 2, 2, 2, 2, 2, 4, 4];
    const cells = told(group({ a: turns(4), b: turns(8) }), group({ a: turns(4), c: wide }));
    expect(cells.b).toMatchObject({
      ...{ ratio: 4, low: 2, high: 8, fastest: 'c' },
      bound: '2.0 to 8.0 at 95 %, both beside a, 10 turns',
    });
    expect(cells.a).toMatchObject({
      ratio: 2,
      low: 1,
      bound: expect.stringContaining('neither is shown to be faster'),
    });
  });
});
