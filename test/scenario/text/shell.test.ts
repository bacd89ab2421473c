import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellQuote, splitWords } from '../../../src/scenario/text/shell.ts';

describe('a command line', () => {
  it.each<[string, readonly string[]]>([
    ['', []],
    ["curl  -H 'A: b c'  x", ['curl', '-H', 'A: b c', 'x']],
    ['a"b c"d', ['ab cd']],
    [`"it's" 'say "x"'`, ["it's", 'say "x"']],
    ['"\\"q\\" \\n \\$x"', ['"q" \\n $x']],
    ['a\\ b \\\n c', ['a b', 'c']],
    ["'' x", ['', 'x']],
    ["'it'\\''s'", ["it's"]],
  ])('%j', (line, words) => {
    expect(splitWords(line)).toEqual(words);
  });

  it.each([
    ["'a", /a ' is not closed/],
    ['"a', /a " is not closed/],
    ['a\\', /stands at the end/],
  ])('%j is none', (line, message) => {
    expect(() => splitWords(line)).toThrow(message);
  });

  it('has the words that were quoted for it', () => {
    const word = fc.string().filter((text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text));
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(splitWords(words.map(shellQuote).join(' '))).toEqual(words);
      }),
    );
  });
});
