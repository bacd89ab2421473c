import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { describeSelector, guess } from '../../../src/drive/answer/guess.ts';
import { take } from '../../../src/drive/answer/take.ts';
import type { Answer } from '../../../src/drive/http/exchange.ts';
import type { Selector } from '../../../src/plan/plan.ts';

const answer = (body: string | Buffer, headers: Answer['headers'] = []): Answer => ({
  status: 200,
  headers,
  body: Buffer.from(body),
});
const path = (query: string): Selector => ({ kind: 'jsonpath', query });
const texts = (selector: Selector, of: Answer): unknown => {
  const taken = take(selector, of);
  return 'found' in taken ? taken.found.map((node) => node.text) : taken.missing;
};

describe('a selector finds', () => {
  it.each<[string, Selector, Answer, unknown]>([
    ['a member', path('$.value'), answer('{"value":3}'), ['3']],
    ['every digit of a number beyond 2^53', path('$.n'), answer('{"n":9007199254740993}'), ['9007199254740993']],
    ['a decimal as it was written', path('$.n'), answer('{"n":5.00}'), ['5.00']],
    ['a text that holds a number', path('$.n'), answer('{"n":"11"}'), ['11']],
    ['each item of a list', path('$[*]'), answer('[1,2,3]'), ['1', '2', '3']],
    ['a null as what it is', path('$.n'), answer('{"n":null}'), ['null']],
    [
      'a member by pointer, with escapes',
      { kind: 'pointer', pointer: '/a~1b/m~0n/0' },
      answer('{"a/b":{"m~n":[7]}}'),
      ['7'],
    ],
    ['a header, whatever its case', { kind: 'header', name: 'X-Total' }, answer('', [['x-total', '4']]), ['4']],
    ['the group of a pattern', { kind: 'regex', pattern: '^n (\\d+)$' }, answer('m 1\nn 22\n'), ['22']],
    ['the whole match of a pattern without a group', { kind: 'regex', pattern: '\\d+' }, answer('n 22'), ['22']],
    ['the text, trimmed and without a byte-order mark', { kind: 'text' }, answer('\uFEFF 12\n'), ['12']],
    ['a value in a gzip body', path('$.n'), answer(gzipSync('{"n":1}'), [['content-encoding', 'gzip']]), ['1']],
  ])('%s', (_what, selector, of, expected) => {
    expect(texts(selector, of)).toEqual(expected);
  });

  it.each<[string, Selector, Answer, string]>([
    [
      'no match that would never be done',
      { kind: 'regex', pattern: '(\\d+)*x' },
      answer('1'.repeat(60)),
      'the pattern took too long',
    ],
    [
      'no match of a long text',
      { kind: 'regex', pattern: '\\d+\\d+x' },
      answer('1'.repeat(100_000)),
      'the pattern took too long',
    ],
    ['no member', path('$.value'), answer('{"n":3}'), 'there is nothing at $.value'],
    ['no JSON', path('$.value'), answer('<html>'), 'the body is not JSON'],
    ['no JSON in an empty body', path('$.value'), answer(''), 'the body is not JSON'],
    ['no header', { kind: 'header', name: 'X' }, answer(''), 'there is no header X'],
    ['no inherited member', { kind: 'pointer', pointer: '/toString' }, answer('{}'), 'there is nothing at /toString'],
    ['nothing in a bomb of brackets', path('$..n'), answer('['.repeat(200_000)), 'the body is not JSON'],
    [
      'nothing in an unknown encoding',
      { kind: 'text' },
      answer('x', [['content-encoding', 'zz']]),
      'the body has the unknown content encoding zz',
    ],
  ])('%s, and says so', (_what, selector, of, expected) => {
    expect(texts(selector, of)).toBe(expected);
  });
});

describe('a number is found by itself', () => {
  it.each([
    ['a bare number', '42\n', 'text'],
    ['a bare decimal', '4.2', 'text'],
    ['the only number of a document', '{"a":{"hits":[7]},"name":"x"}', '$.a.hits[0]'],
    ['the only number under an odd name', '{"it\'s":{"a b":7}}', "$['it\\'s']['a b']"],
    ['a member named value beside others', '{"limit":5,"value":2}', '$.value'],
    ['a member named count that is a text', '{"count":"2","limit":5,"x":1}', '$.count'],
    ['a known name before the only number', '{"version":1,"count":"12"}', '$.count'],
    ['a number with a point of its own before one that is none', '{"balance":5.00,"account":"7"}', '$.balance'],
    ['nothing in a bomb of objects', `${'{"a":'.repeat(3_800)}1${'}'.repeat(3_800)}`, null],
    ['a number beyond 2^53 under a known name', '{"n":9007199254740993}', '$.n'],
    ['nothing among several', '{"a":1,"b":2}', null],
    ['nothing in a text', 'hits: 5', null],
    ['nothing in an empty body', '', null],
  ])('%s', (_what, body, expected) => {
    const selector = guess(answer(body));
    expect(selector && describeSelector(selector)).toBe(expected);
    if (selector) expect(take(selector, answer(body))).toHaveProperty('found');
  });
});
