import { describe, expect, it } from 'vitest';
import { isProbeError, type ProbeError } from '../../src/errors.ts';
import { type LoadOptions, parseScenario } from '../../src/scenario/load.ts';

/** Each file has a ‸ where its one error has to point. */
interface Broken {
  readonly what: string;
  readonly yaml: string;
  readonly says: RegExp;
  readonly mend: RegExp;
  readonly options?: Partial<LoadOptions>;
}

const HEAD = `version: 1
target: http://127.0.0.1:8080
`;
const REST = `write: { request: POST /counter }
read:
  total: { request: GET /counter }
`;

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
  { what: 'no version', yaml: `‸target: http://127.0.0.1:8080\n${REST}`, says: /version is missing/, mend: /number 1/ },
  { what: 'another version', yaml: `version: ‸2\n${REST}`, says: /version takes the number 1, not 2/, mend: /^$/ },
  {
    what: 'no write',
    yaml: `‸${HEAD}read: { total: { request: GET /counter } }\n`,
    says: /write is missing/,
    mend: /map with a request/,
  },
  {
    what: 'a misspelt key',
    yaml: `${HEAD}‸raed: {}\n${REST}`,
    says: /unknown key "raed"/,
    mend: /did you mean read\?/,
  },
  {
    what: 'a key from nowhere',
    yaml: `${HEAD}‸colour: red\n${REST}`,
    says: /unknown key "colour"/,
    mend: /known here: version, name/,
  },
  {
    what: 'a misspelt key in a phase',
    yaml: `${HEAD}${REST}load:\n  - { phase: spaced, count: 3, ‸evry: 5ms }\n`,
    says: /unknown key "evry" in load\[0\]/,
    mend: /every/,
  },
  {
    what: 'a key of another phase',
    yaml: `${HEAD}${REST}load:\n  - { phase: concurrent, count: 3, ‸every: 5ms }\n`,
    says: /unknown key "every"/,
    mend: /phase, count, connections, hold, name/,
  },
  {
    what: 'a misspelt phase',
    yaml: `${HEAD}${REST}load:\n  - { phase: ‸concurent, count: 3 }\n`,
    says: /takes a phase/,
    mend: /did you mean concurrent\?/,
  },
  {
    what: 'a phase of a later version',
    yaml: `${HEAD}${REST}load:\n  - { phase: ‸paced, rate: 4/s, for: 6s }\n`,
    says: /paced is not supported by this version/,
    mend: /concurrent or spaced/,
  },
  {
    what: 'lanes',
    yaml: `${HEAD}${REST}load:\n  - { ‸lanes: 5, each: 200 }\n`,
    says: /lanes is not supported by this version/,
    mend: /leave it out/,
  },
  {
    what: 'an object of a later version',
    yaml: `${HEAD}object: ‸quota\n${REST}`,
    says: /quota is not supported by this version/,
    mend: /counter/,
  },
  {
    what: 'a level of a later version',
    yaml: `${HEAD}require: ‸bounded:5s\n${REST}`,
    says: /bounded:5s is not supported/,
    mend: /eventual/,
  },
  {
    what: 'identities',
    yaml: `${HEAD}‸identities: { count: 3 }\n${REST}`,
    says: /identities is not supported by this version/,
    mend: /leave it out/,
  },
  {
    what: 'a count of answers',
    yaml: `${HEAD}${REST}expect:\n  ‸acknowledged: 1\n`,
    says: /expect\.acknowledged is not supported/,
    mend: /leave it out/,
  },
  {
    what: 'an outcome by body',
    yaml: `${HEAD}${REST}outcome:\n  acknowledged: { ‸status: 200, where: $.errors, absent: true }\n`,
    says: /status is not supported/,
    mend: /leave it out/,
  },
  {
    what: 'bounds of a reading',
    yaml: `${HEAD}${REST}expect:\n  total: { ‸atLeast: 3 }\n`,
    says: /atLeast is not supported/,
    mend: /leave it out/,
  },
  {
    what: 'steps of a write',
    yaml: `${HEAD}write:\n  ‸steps: []\n`,
    says: /write\.steps is not supported/,
    mend: /leave it out/,
  },
  {
    what: 'an unquoted template',
    yaml: `${HEAD}vars: { id: x }\nwrite:\n  request: POST /x\n  headers: { X-Id: ‸{{id}} }\n`,
    says: /\{\{id\}\} outside quotes/,
    mend: /"\{\{id\}\}"/,
  },
  {
    what: 'an unquoted template in a flow map',
    yaml: `${HEAD}write: { request: POST /x/‸{{id}}, timeout: 3s }\n`,
    says: /outside quotes/,
    mend: /quote the whole value/,
  },
  {
    what: 'an unquoted template with a rest',
    yaml: `${HEAD}write:\n  request: {{id}}‸/more\n`,
    says: /outside quotes/,
    mend: /quote the whole value/,
  },
  {
    what: 'a path that is cut by a comment',
    yaml: `${HEAD}write:\n  request: ‸POST /pages #top\n`,
    says: /ends before #top/,
    mend: /quote the request/,
  },
  {
    what: 'a number of too many digits',
    yaml: `${HEAD}write:\n  request: POST /x\n  json: { id: ‸12345678901234567890 }\n`,
    says: /cannot be kept exactly/,
    mend: /quote it/,
  },
  {
    what: 'an unknown variable',
    yaml: `${HEAD}vars: { page: x }\nwrite:\n  request: ‸POST /x/{{pgae}}\nread: { n: { request: GET /n } }\n`,
    says: /\{\{pgae\}\} has no value/,
    mend: /did you mean \{\{page\}\}\?/,
  },
  {
    what: 'an unknown variable deep in a body',
    yaml: `${HEAD}write:\n  request: POST /x\n  json:\n    a:\n      - b: ‸"{{nobody}}"\nread: { n: { request: GET /n } }\n`,
    says: /\{\{nobody\}\}/,
    mend: /--var nobody/,
  },
  {
    what: 'an unknown name in a variable',
    yaml: `${HEAD}vars:\n  id: ‸"v-{{runid}}"\n${REST}`,
    says: /\{\{runid\}\}/,
    mend: /run_id/,
  },
  {
    what: 'a variable called like a built-in value',
    yaml: `${HEAD}vars: { ‸round: 3 }\n${REST}`,
    says: /cannot be called round/,
    mend: /another name/,
  },
  {
    what: 'variables in a circle',
    yaml: `${HEAD}vars:\n  ‸a: "{{b}}"\n  b: "x{{a}}"\n${REST}`,
    says: /a → b → a/,
    mend: /value of its own/,
  },
  {
    what: 'a value of a write in a read',
    yaml: `${HEAD}write: { request: POST /x }\nread:\n  n: { request: ‸"GET /x/{{i}}" }\n`,
    says: /in a write only/,
    mend: /\{\{round\}\}/,
  },
  {
    what: 'a value of a write in a read, by way of a variable',
    yaml: `${HEAD}vars: { id: "x{{i}}" }\nwrite: { request: "POST /{{id}}" }\nread:\n  n: { request: ‸"GET /{{id}}" }\n`,
    says: /\{\{id\}\} is made of \{\{i\}\}/,
    mend: /\{\{round\}\}/,
  },
  {
    what: 'a value that setup takes later',
    yaml: `${HEAD}setup:\n  - { request: ‸"PUT /{{tag}}" }\n  - { request: PUT /x, take: { tag: "header:ETag" } }\n${REST}`,
    says: /\{\{tag\}\} has no value/,
    mend: /--var tag/,
  },
  {
    what: 'an environment value that is not set',
    yaml: `${HEAD}write:\n  request: POST /x\n  headers: { Authorization: ‸"Bearer {{env.TOKEN}}" }\nread: { n: { request: GET /n } }\n`,
    says: /env\.TOKEN\}\} is not set/,
    mend: /set TOKEN/,
  },
  {
    what: 'an expression',
    yaml: `${HEAD}write:\n  request: POST /x\n  body: ‸"{{n + 1}}"\nread: { n: { request: GET /n } }\n`,
    says: /expression, which is not supported by this version/,
    mend: /plain/,
  },
  {
    what: 'a template that is not closed',
    yaml: `${HEAD}write:\n  request: POST /x\n  body: ‸"{{id}"\nread: { n: { request: GET /n } }\n`,
    says: /no name and \}\} after it/,
    mend: /write \{\{name\}\}/,
  },
  {
    what: 'an identity',
    yaml: `${HEAD}write: { request: ‸"POST /{{identity}}" }\nread: { n: { request: GET /n } }\n`,
    says: /identity\}\} is not supported/,
    mend: /leave it out/,
  },
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
  {
    what: 'a target that is no URL',
    yaml: `version: 1\ntarget: ‸localhost:8080\n${REST}`,
    says: /not an http or https URL/,
    mend: /did you mean http:\/\/localhost:8080\?/,
  },
  {
    what: 'a target of another protocol',
    yaml: `version: 1\ntarget: ‸ftp://127.0.0.1\n${REST}`,
    says: /not an http or https URL/,
    mend: /http:\/\/ or https/,
  },
  {
    what: 'a target that setup would take',
    yaml: `version: 1\ntarget: ‸"http://{{host}}"\nsetup: [{ request: "GET http://127.0.0.1/x", take: { host: text } }]\n${REST}`,
    says: /\{\{host\}\} has no value/,
    mend: /--var host/,
  },
  {
    what: 'a path without a target',
    yaml: `version: 1\nwrite: { request: ‸POST /x }\nread: { n: { request: "GET http://127.0.0.1/x" } }\n`,
    says: /there is no target/,
    mend: /add target/,
  },
  {
    what: 'a path without its slash',
    yaml: `${HEAD}write: { request: ‸POST counter }\nread: { n: { request: GET /n } }\n`,
    says: /neither a path nor a URL/,
    mend: /did you mean \/counter\?/,
  },
  {
    what: 'a fragment',
    yaml: `${HEAD}write: { request: ‸"POST /x#top" }\nread: { n: { request: GET /n } }\n`,
    says: /fragment/,
    mend: /%23/,
  },
  {
    what: 'a misspelt method',
    yaml: `${HEAD}write: { request: ‸PSOT /x }\nread: { n: { request: GET /n } }\n`,
    says: /PSOT is not a method/,
    mend: /did you mean POST\?/,
  },
  {
    what: 'two bodies',
    yaml: `${HEAD}write: { request: POST /x, json: 1, ‸body: x }\nread: { n: { request: GET /n } }\n`,
    says: /has json and body/,
    mend: /keep one/,
  },
  {
    what: 'a body file that is not there',
    yaml: `${HEAD}write: { request: POST /x, bodyFile: ‸no-such-file.bin }\nread: { n: { request: GET /n } }\n`,
    says: /cannot read .*no-such-file\.bin: ENOENT/,
    mend: /path of a file/,
  },
  {
    what: 'a header name that is none',
    yaml: `${HEAD}write:\n  request: POST /x\n  headers: { "X Id": ‸a }\nread: { n: { request: GET /n } }\n`,
    says: /"X Id" is not the name of a header/,
    mend: /letters/,
  },
  {
    what: 'a header with a line break',
    yaml: `${HEAD}write:\n  request: POST /x\n  headers: { X-Id: ‸"a\\r\\nX-Evil: b" }\nread: { n: { request: GET /n } }\n`,
    says: /cannot carry/,
    mend: /line breaks/,
  },
  {
    what: 'a header of the framing',
    yaml: `${HEAD}write:\n  request: POST /x\n  headers: { Content-Length: ‸3 }\nread: { n: { request: GET /n } }\n`,
    says: /set by counter-probe/,
    mend: /leave it out/,
  },
  {
    what: 'a taken value called like a variable',
    yaml: `${HEAD}vars: { id: x }\nsetup:\n  - { request: GET /x, take: { ‸id: text } }\n${REST}`,
    says: /a variable already/,
    mend: /another name/,
  },
];

describe('a broken scenario file', () => {
  it.each(BROKEN)('$what: one error, with its place and its mend', ({ yaml, says, mend, options }) => {
    const error = errorOf(yaml.replace('‸', ''), options);
    expect(error.message).toMatch(says);
    expect(error.message).not.toContain('\n');
    expect(error.mend ?? '').toMatch(mend);
    expect(error).toMatchObject({ code: 'scenario', place: placeOfMark(yaml) });
  });

  it('reports the mistake that stands first, whatever kind it is', () => {
    const yaml = `${HEAD}naem: x\nwrite: { request: POST /x }\nread: { n: { request: GET /n, take: nothing } }\nrounds: many\n`;
    expect(errorOf(yaml)).toMatchObject({ message: 'unknown key "naem"', place: { line: 3, column: 1 } });
  });

  it('counts lines with Windows endings as a person does', () => {
    const yaml = `${HEAD}${REST}rounds: many\n`.replaceAll('\n', '\r\n');
    expect(errorOf(yaml).place).toEqual({ file: 'x.probe.yaml', line: 6, column: 9 });
  });

  it('never shows control characters of the file', () => {
    expect(errorOf(`${HEAD}"\\u001b[31mred": 1\n${REST}`).message).not.toContain('\u001b');
  });
});

function errorOf(yaml: string, options: Partial<LoadOptions> = {}): ProbeError {
  try {
    parseScenario(yaml, 'x.probe.yaml', { env: {}, ...options });
  } catch (error) {
    if (isProbeError(error)) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}

function placeOfMark(yaml: string): { file: string; line: number; column: number } {
  const before = yaml.slice(0, yaml.indexOf('‸'));
  return { file: 'x.probe.yaml', line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
