import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addedTo, parseTemplate, wholeSlot, writtenSlot } from '../../../src/scenario/text/template.ts';

describe('a template', () => {
  it.each<[string, readonly object[]]>([
    ['', []],
    ['a', [{ text: 'a' }]],
    ['{{n}}', [{ name: 'n' }]],
    ['{{ n }}', [{ name: 'n' }]],
    ['a{{n}}b{{env.X}}', [{ text: 'a' }, { name: 'n' }, { text: 'b' }, { name: 'env.X' }]],
    ['{{n + 1}}', [{ name: 'n', plus: '1' }]],
    ['{{n+1}}', [{ name: 'n', plus: '1' }]],
    ['{{n - 0.5}}', [{ name: 'n', plus: '-0.5' }]],
    ['{{n-1}}', [{ name: 'n-1' }]],
    ['v{{version + 10}}', [{ text: 'v' }, { name: 'version', plus: '10' }]],
  ])('%j', (text, pieces) => {
    expect(parseTemplate(text)).toEqual(pieces);
  });

  it.each([
    ['{{n * 2}}', /cannot be worked out/],
    ['{{n + m}}', /cannot be worked out/],
    ['{{n + 1 + 1}}', /cannot be worked out/],
    ['{{1 + n}}', /not a name/],
    ['{{}}', /not a name/],
    ['{{n', /no name and \}\} after it/],
  ])('%j is none', (text, message) => {
    expect(() => parseTemplate(text)).toThrow(message);
  });

  it('may be one value as a whole', () => {
    expect(wholeSlot('{{n + 1}}')).toEqual({ name: 'n', plus: '1' });
    expect(wholeSlot('{{n}}')).toEqual({ name: 'n' });
    expect(wholeSlot('x{{n}}')).toBeNull();
  });

  it('is written as it is read', () => {
    for (const text of ['{{n}}', '{{n + 1}}', '{{n - 0.5}}']) {
      expect(parseTemplate(text).map((piece) => ('text' in piece ? piece.text : writtenSlot(piece)))).toEqual([text]);
    }
  });
});

describe('a sum', () => {
  it.each<[string | number | boolean, string, string | number | null]>([
    [1, '1', 2],
    ['41', '1', 42],
    [' 7 ', '-1', 6],
    ['0.1', '0.2', 0.3],
    ['9007199254740992', '1', '9007199254740993'],
    ['1.10', '1', 2.1],
    ['one', '1', null],
    [true, '1', null],
    ['', '1', null],
  ])('of %j and %s is %j', (value, plus, sum) => {
    expect(addedTo(value, plus)).toBe(sum);
  });

  it('is exact at any size', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 0n, max: 1_000_000n }), (value, plus) => {
        expect(BigInt(addedTo(String(value), String(plus)) ?? 'x')).toBe(value + plus);
      }),
    );
  });
});
