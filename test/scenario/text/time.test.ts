import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration, parseSeconds } from '../../../src/scenario/text/time.ts';

describe('a duration', () => {
  it.each([
    ['0', 0],
    ['50ms', 50],
    ['1.2s', 1_200],
    ['1.1s', 1_100],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['24h', 86_400_000],
    ['0.5ms', 0.5],
    ['25h', null],
    ['50', null],
    ['-1s', null],
    ['1 s', null],
    ['1S', null],
    ['1e3ms', null],
    ['.5s', null],
    ['', null],
    ['1d', null],
  ])('%j is %j milliseconds', (text, timeMs) => {
    expect(parseDuration(text)).toBe(timeMs);
  });

  it('of whole milliseconds is exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400_000 }), (timeMs) => {
        expect(parseDuration(`${timeMs}ms`)).toBe(timeMs);
        expect(parseDuration(`${timeMs / 1_000}s`)).toBe(timeMs);
      }),
    );
  });

  it('is null or a number of milliseconds up to a day, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const timeMs = parseDuration(text);
        expect(timeMs === null || (timeMs >= 0 && timeMs <= 86_400_000)).toBe(true);
      }),
    );
  });
});

describe("curl's seconds", () => {
  it.each([
    ['10', 10_000],
    ['1.5', 1_500],
    ['0', 0],
    ['500ms', 500],
    ['2m', 120_000],
    ['ten', null],
    ['-1', null],
  ])('%j is %j milliseconds', (text, timeMs) => {
    expect(parseSeconds(text)).toBe(timeMs);
  });
});
