import { describe, expect, it } from 'vitest';
import { parseSelector } from '../../../src/scenario/text/selector.ts';

describe('a selector', () => {
  it.each([
    ['$.value', { kind: 'jsonpath', query: '$.value' }],
    ['$', { kind: 'jsonpath', query: '$' }],
    ["$['a b'][?@.n > 1]", { kind: 'jsonpath', query: "$['a b'][?@.n > 1]" }],
    ['/a/b~1c', { kind: 'pointer', pointer: '/a/b~1c' }],
    ['header:ETag', { kind: 'header', name: 'ETag' }],
    ['header: ETag', { kind: 'header', name: 'ETag' }],
    ['regex:Views: (\\d+)', { kind: 'regex', pattern: 'Views: (\\d+)' }],
    ['regex:\\d+', { kind: 'regex', pattern: '\\d+' }],
    ['regex:(?:a|b)(?<n>\\d+)', { kind: 'regex', pattern: '(?:a|b)(?<n>\\d+)' }],
    ['text', { kind: 'text' }],
  ])('%s', (text, selector) => {
    expect(parseSelector(text)).toEqual(selector);
  });

  it.each([
    ['$.', /not a JSONPath/, /RFC 9535/],
    ['$.a[', /not a JSONPath/, /RFC 9535/],
    ['value', /not a selector/, /did you mean \$\.value/],
    ['.data.n', /not a selector/, /did you mean \$\.data\.n/],
    ['header:', /does not name a header/, /header:Location/],
    ['header:a b', /does not name a header/, /header:Location/],
    ['regex:', /no pattern/, /such as/],
    ['regex:[', /does not compile/, /JavaScript/],
    ['regex:(a)(b)', /2 groups/, /\(\?:/],
    ['/a~', /not a JSON Pointer/, /~0/],
    ['$.{{id}}', /holds a \{\{name\}\}/, /no values/],
    ['xpath://a', /not a selector/, /selector is/],
  ])('%s is refused with its mend', (text, message, mend) => {
    expect(() => parseSelector(text)).toThrow(message);
    expect(() => parseSelector(text)).toThrow(expect.objectContaining({ mend: expect.stringMatching(mend) }));
  });
});
