import { describe, it } from 'vitest';
import { type Broken, expectOneError, HEAD, REST } from './broken-file.ts';

const BROKEN: readonly Broken[] = [
  { what: 'an empty file', yaml: '‸', says: /empty/, mend: /version: 1/ },
  { what: 'a file of comments', yaml: '‸# nothing yet\n', says: /empty/, mend: /version: 1/ },
  { what: 'a list instead of a map', yaml: '‸- version: 1\n', says: /takes a map, not a list/, mend: /^$/ },
  { what: 'a text instead of a map', yaml: '‸hello\n', says: /takes a map, not "hello"/, mend: /^$/ },
  {
    what: 'a key given twice',
    yaml: `${HEAD}‸target: http://127.0.0.1:1\n${REST}`,
    says: /"target" is there twice/,
    mend: /keep one/,
  },
  { what: 'a tab as indentation', yaml: `${HEAD}write:\n‸\trequest: POST /x\n`, says: /tab/, mend: /spaces/ },
  {
    what: 'a bracket that is not closed',
    yaml: `${HEAD}load: [{ phase: concurrent, count: 3 }\n‸write: {}\n`,
    says: /not valid YAML/,
    mend: /not closed/,
  },
  { what: 'two documents', yaml: `${HEAD}‸---\nversion: 1\n`, says: /more than one/, mend: /remove/ },
  { what: 'a tag', yaml: `${HEAD}name: ‸!env NAME\n${REST}`, says: /tag/, mend: /quote/ },
  { what: 'an alias without an anchor', yaml: `${HEAD}write: ‸*common\n`, says: /no anchor/, mend: /&common/ },
  {
    what: 'an alias bomb',
    yaml: `‸a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: [*b, *b, *b, *b, *b, *b, *b, *b]\n`,
    says: /aliases/,
    mend: /write the parts out/,
  },
  {
    what: 'an alias of itself',
    yaml: 'a: &a\n  b: ‸*a\n',
    says: /stands inside of what it names/,
    mend: /write the part out/,
  },
  { what: 'brackets without end', yaml: `‸${'['.repeat(100_000)}`, says: /too deep/, mend: /few levels/ },
  { what: 'dashes without end', yaml: `‸${'- '.repeat(100_000)}`, says: /too deep/, mend: /few levels/ },
];

describe('a scenario file whose YAML is not sound', () => {
  it.each(BROKEN)('$what: one error, with its place and its mend', (broken) => expectOneError(broken));
});
