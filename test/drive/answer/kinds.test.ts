import { describe, expect, it } from 'vitest';
import { AnswerKinds } from '../../../src/drive/answer/kinds.ts';

const kindsOf = (...bodies: readonly (string | null)[]) => {
  const kinds = new AnswerKinds((text) => text);
  return bodies.map((body) => kinds.add(200, body));
};
const isNew = (...bodies: readonly (string | null)[]): readonly boolean[] =>
  kindsOf(...bodies).map((kind) => kind.isNew);

describe('the kinds of answers that say yes', () => {
  it('are told by the keys of their bodies, and not by what these hold', () => {
    expect(kindsOf('{"n":1}', '{"n":2}', '{"errors":["busy"]}', '{"n":3}', '{"errors":["late"]}')).toEqual([
      { isNew: true, shape: null },
      { isNew: false, shape: null },
      { isNew: true, shape: '{errors}' },
      { isNew: false, shape: null },
      { isNew: false, shape: '{errors}' },
    ]);
  });

  it.each([
    ['a no', '{"ok":true}', '{"ok":false}', true],
    ['an empty list', '{"errors":["busy"]}', '{"errors":[]}', true],
    ['nothing for something', '{"data":{"n":1}}', '{"data":null}', true],
    ['no body', '{"n":1}', '', true],
    ['a page', '{"n":1}', '<html>log in</html>', true],
    ['a list', '{"n":1}', '[1]', true],
    ['another order', '{"a":1,"b":2}', '{"b":3,"a":4}', false],
    ['another number', '1', '20', false],
    ['another text', 'done', 'done as well', false],
    ['an id as a key', '{"0f8fad5b-d9cb":1}', '{"7c9e6679-7425":1}', false],
    ['a zero', '{"n":1}', '{"n":0}', false],
  ])('%s is another kind, or none', (_, first, second, differs) => {
    expect(isNew(first, second)).toEqual([true, differs]);
  });

  it('are of one status each', () => {
    const kinds = new AnswerKinds((text) => text);
    expect(kinds.add(200, '{"n":1}')).toEqual({ isNew: true, shape: null });
    expect(kinds.add(201, '{"id":1}')).toEqual({ isNew: true, shape: null });
  });

  it('are taken for the first one where a body is too long to be looked at', () => {
    expect(isNew('{"n":1}', null, null)).toEqual([true, false, false]);
    expect(isNew(null, '{"n":1}', '{"n":2}')).toEqual([true, false, false]);
  });

  it('are few: the rest is one kind without an example', () => {
    const many = kindsOf(...Array.from({ length: 30 }, (_, i) => `{"${String.fromCharCode(97 + i)}":1}`));
    expect(many.filter((kind) => kind.isNew)).toHaveLength(8);
    expect(many.at(-1)).toEqual({ isNew: false, shape: 'other' });
  });
});
