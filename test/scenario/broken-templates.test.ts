import { describe, it } from 'vitest';
import { type Broken, expectOneError, HEAD, REST } from './broken-file.ts';

const BROKEN: readonly Broken[] = [
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
    mend: /quote it/,
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
    yaml: `${HEAD}write:\n  request: POST /x\n  body: ‸"{{n * 2}}"\nread: { n: { request: GET /n } }\n`,
    says: /\{\{n \* 2\}\} cannot be worked out/,
    mend: /\{\{n \+ 1\}\}/,
  },
  {
    what: 'a template that is not closed',
    yaml: `${HEAD}write:\n  request: POST /x\n  body: ‸"{{id}"\nread: { n: { request: GET /n } }\n`,
    says: /no name and \}\} after it/,
    mend: /write \{\{name\}\}/,
  },
  {
    what: 'an identity where there are none',
    yaml: `${HEAD}write: { request: ‸"POST /{{identity}}" }\nread: { n: { request: GET /n } }\n`,
    says: /identity\}\} has no value without identities/,
    mend: /add identities/,
  },
];

describe('a scenario file with wrong templates', () => {
  it.each(BROKEN)('$what: one error, with its place and its mend', (broken) => expectOneError(broken));
});
