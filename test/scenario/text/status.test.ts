import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches, parseStatuses, shared, without } from '../../../src/scenario/text/status.ts';

describe('a set of statuses', () => {
  it.each([
    ['200', [[200, 200]]],
    ['2xx', [[200, 299]]],
    [
      '2XX, 409',
      [
        [200, 299],
        [409, 409],
      ],
    ],
    [
      '409,200,201',
      [
        [200, 201],
        [409, 409],
      ],
    ],
    ['400-499,450-520', [[400, 520]]],
    ['', null],
    ['2x', null],
    ['0xx', null],
    ['99', null],
    ['1000', null],
    ['299-200', null],
    ['200,,201', null],
    ['all', null],
  ])('%j', (text, ranges) => {
    expect(parseStatuses(text)).toEqual(ranges);
  });

  const range = fc
    .tuple(fc.integer({ min: 100, max: 999 }), fc.integer({ min: 100, max: 999 }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  const set = fc
    .array(range, { minLength: 1, maxLength: 6 })
    .map((ranges) => parseStatuses(ranges.map(([low, high]) => `${low}-${high}`).join(',')) ?? []);
  const status = fc.integer({ min: 90, max: 1010 });

  it('holds exactly what its ranges hold', () => {
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 6 }), status, (ranges, code) => {
        const parsed = parseStatuses(ranges.map(([low, high]) => `${low}-${high}`).join(',')) ?? [];
        expect(matches(parsed, code)).toBe(ranges.some(([low, high]) => low <= code && code <= high));
      }),
    );
  });

  it('without another holds what is in the one only', () => {
    fc.assert(
      fc.property(set, set, status, (a, b, code) => {
        expect(matches(without(a, b), code)).toBe(matches(a, code) && !matches(b, code));
      }),
    );
  });

  it('shares a status with another exactly when nothing is lost by naming it', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        const both = shared(a, b);
        if (both === null) expect(without(a, b)).toEqual(a);
        else expect(matches(a, both) && matches(b, both)).toBe(true);
      }),
    );
  });
});
