import { describe, it } from 'vitest';
import { type Broken, expectOneError, HEAD, REST } from './broken-file.ts';

const BROKEN: readonly Broken[] = [
  {
    what: 'a time without a unit',
    yaml: `${HEAD}${REST}load:\n  - { phase: spaced, count: 2, every: ‸50 }\n`,
    says: /every takes a time .* not 50/,
    mend: /^$/,
  },
  { what: 'a time of a week', yaml: `${HEAD}${REST}settle: ‸168h\n`, says: /"168h" is not a time/, mend: /up to 24h/ },
  {
    what: 'no time for a request',
    yaml: `${HEAD}write: { request: POST /x, timeout: ‸0 }\nread: { n: { request: GET /n } }\n`,
    says: /needs some time/,
    mend: /above 0/,
  },
  {
    what: 'a count that is none',
    yaml: `${HEAD}${REST}load:\n  - { phase: concurrent, count: ‸ten }\n`,
    says: /load\[0\]\.count takes a whole number from 1 to 10,000, not "ten"/,
    mend: /^$/,
  },
  {
    what: 'too many at once',
    yaml: `${HEAD}${REST}load:\n  - { phase: concurrent, count: ‸10001 }\n`,
    says: /1 to 10,000, not 10001/,
    mend: /^$/,
  },
  { what: 'too many rounds', yaml: `${HEAD}${REST}rounds: ‸10001\n`, says: /rounds takes a whole number/, mend: /^$/ },
  {
    what: 'a phase without a count',
    yaml: `${HEAD}${REST}load:\n  - ‸{ phase: concurrent }\n`,
    says: /load\[0\]\.count is missing/,
    mend: /whole number/,
  },
  {
    what: 'a name of two phases',
    yaml: `${HEAD}${REST}load:\n  - { phase: spaced, count: 1, name: a }\n  - { phase: concurrent, count: 2, name: ‸a }\n`,
    says: /two phases are called "a"/,
    mend: /a name of its own/,
  },
  { what: 'no phases', yaml: `${HEAD}${REST}load: ‸[]\n`, says: /at least one phase/, mend: /^$/ },
  {
    what: 'a status that is none',
    yaml: `${HEAD}${REST}outcome: { acknowledged: ‸2yy }\n`,
    says: /acknowledged takes statuses/,
    mend: /^$/,
  },
  {
    what: 'a status range that runs backwards',
    yaml: `${HEAD}${REST}outcome: { acknowledged: ‸299-200 }\n`,
    says: /"299-200" is not a set/,
    mend: /400-499/,
  },
  {
    what: 'a status that is a yes and a no',
    yaml: `${HEAD}${REST}outcome: ‸{ acknowledged: [200, 409], rejected: 4xx }\n`,
    says: /409 counts as acknowledged and as rejected/,
    mend: /one of them/,
  },
  {
    what: 'a JSONPath that is none',
    yaml: `${HEAD}write: { request: POST /x }\nread:\n  n: { request: GET /n, take: ‸"$.a[" }\n`,
    says: /not a JSONPath \(character \d+\)/,
    mend: /RFC 9535/,
  },
  {
    what: 'a bare name as a selector',
    yaml: `${HEAD}write: { request: POST /x }\nread:\n  n: { request: GET /n, take: ‸value }\n`,
    says: /"value" is not a selector/,
    mend: /did you mean \$\.value\?/,
  },
  {
    what: 'a regex that does not compile',
    yaml: `${HEAD}write: { request: POST /x }\nread:\n  n: { request: GET /n, take: ‸"regex:(\\\\d+" }\n`,
    says: /does not compile/,
    mend: /JavaScript/,
  },
  {
    what: 'a regex with two groups',
    yaml: `${HEAD}write: { request: POST /x }\nread:\n  n: { request: GET /n, take: ‸"regex:(a)(b)" }\n`,
    says: /has 2 groups/,
    mend: /one group/,
  },
  {
    what: 'a pointer with a bad escape',
    yaml: `${HEAD}write: { request: POST /x }\nread:\n  n: { request: GET /n, take: ‸/a~2 }\n`,
    says: /not a JSON Pointer/,
    mend: /~0/,
  },
  {
    what: 'a count of nothing said',
    yaml: `${HEAD}write: { request: POST /x }\nread:\n  n: { request: GET /n, as: ‸count }\n`,
    says: /said what/,
    mend: /\$\[\*\]/,
  },
  {
    what: 'an expectation of a reading that is not there',
    yaml: `${HEAD}${REST}expect:\n  ‸totl: { risesBy: acknowledged }\n`,
    says: /no reading called "totl"/,
    mend: /did you mean total\?/,
  },
  {
    what: 'an expectation that says nothing',
    yaml: `${HEAD}${REST}expect:\n  total: ‸{ perPhase: true }\n`,
    says: /not said what is expected/,
    mend: /risesBy/,
  },
  {
    what: 'a reading that rises and falls',
    yaml: `${HEAD}${REST}expect:\n  total: ‸{ risesBy: 1, fallsBy: 1 }\n`,
    says: /not both/,
    mend: /keep one/,
  },
  {
    what: 'nothing to judge',
    yaml: `‸${HEAD}write: { request: POST /x }\n`,
    says: /nothing can be judged/,
    mend: /add read/,
  },
  { what: 'a step of nothing', yaml: `${HEAD}${REST}step: ‸0\n`, says: /moves nothing/, mend: /such as 1/ },
];

describe('a scenario file with wrong values', () => {
  it.each(BROKEN)('$what: one error, with its place and its mend', (broken) => expectOneError(broken));
});
