import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, safeJson } from '../../src/history/printable.ts';

describe('printable text', () => {
  it.each([
    ['plain, ünicode and 計数', 'plain, ünicode and 計数'],
    ['\u001b[31mred', '\\u{1b}[31mred'],
    ['a\r\nb\tc', 'a\\u{d}\\u{a}b\\u{9}c'],
    ['a\u0000\u007f\u009b', 'a\\u{0}\\u{7f}\\u{9b}'],
    ['\u202eevil\u2066', '\\u{202e}evil\\u{2066}'],
    ['zero\u200bwidth\ufeff', 'zero\\u{200b}width\\u{feff}'],
    ['tag\u{e0041}', 'tag\\u{e0041}'],
    ['\u2028', '\\u{2028}'],
    ['lone \ud800 half', 'lone \\u{d800} half'],
    ['pair 😀', 'pair 😀'],
  ])('%j becomes %j', (text, safe) => {
    expect(printable(text)).toBe(safe);
  });

  it('is cut with an ellipsis, an escape never in two', () => {
    expect(printable('abcdef', 6)).toBe('abcdef');
    expect(printable('abcdefg', 6)).toBe('abcde…');
    expect(printable('abc\u001bdef', 6)).toBe('abc…');
    expect(printable('😀😀😀', 2)).toBe('😀…');
  });

  it('holds nothing unsafe and no more than it may, whatever comes', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (t, max) => {
        const safe = printable(t, max);
        expect([...safe].length).toBeLessThanOrEqual(max);
        expect(safe).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

it('JSON is the same value without anything unsafe to show', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = safeJson(JSON.stringify(text));
      expect(JSON.parse(json)).toBe(text);
      expect(printable(json, Number.POSITIVE_INFINITY)).toBe(json);
    }),
  );
});
