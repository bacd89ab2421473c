import { describe, expect, it } from 'vitest';
import { ungrouped } from '../../src/history/grouped.ts';

describe('a number written in groups of three', () => {
  it.each([
    ['1,003', '1003'],
    ['-12,345,678', '-12345678'],
    ['1 003', '1003'],
    ['1\u00a0003', '1003'],
    ['1\u2009003', '1003'],
    ['1\u202f003', '1003'],
    ["1'003", '1003'],
    ['1\u2019003\u2019004', '1003004'],
    ['1,003.50', '1003.50'],
    ['9,007,199,254,740,993', '9007199254740993'],
  ])('%s is %s', (text, digits) => {
    expect(ungrouped(text)).toBe(digits);
  });

  it.each(['1003', '1.003', '1,03', '1,0034', '0,500', ',003', '1,003 004', '1,,003', '1,003,', 'a1,003', '1234,567'])(
    '%s is none',
    (text) => {
      expect(ungrouped(text)).toBeNull();
    },
  );
});
