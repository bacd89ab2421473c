import { describe, it } from 'vitest';
import { type Broken, expectOneError, HEAD, REST } from './broken-file.ts';

const BROKEN: readonly Broken[] = [
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

describe('a scenario file with wrong requests', () => {
  it.each(BROKEN)('$what: one error, with its place and its mend', (broken) => expectOneError(broken));
});
