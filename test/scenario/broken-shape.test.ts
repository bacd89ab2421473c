import { describe, expect, it } from 'vitest';
import { type Broken, errorOf, expectOneError, HEAD, REST } from './broken-file.ts';

const BROKEN: readonly Broken[] = [
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
    mend: /phase, count, connections, hold, write, abort, name, expect/,
  },
  {
    what: 'a misspelt phase',
    yaml: `${HEAD}${REST}load:\n  - { phase: ‸concurent, count: 3 }\n`,
    says: /takes a phase/,
    mend: /did you mean concurrent\?/,
  },
];

describe('a scenario file of the wrong shape', () => {
  it.each(BROKEN)('$what: one error, with its place and its mend', (broken) => expectOneError(broken));
});

describe('of several mistakes', () => {
  it('the one that stands first is reported, whatever kind it is', () => {
    const yaml = `${HEAD}naem: x\nwrite: { request: POST /x }\nread: { n: { request: GET /n, take: nothing } }\nrounds: many\n`;
    expect(errorOf(yaml)).toMatchObject({ message: 'unknown key "naem"', place: { line: 3, column: 1 } });
  });

  it('lines with Windows endings are counted as a person does', () => {
    const yaml = `${HEAD}${REST}rounds: many\n`.replaceAll('\n', '\r\n');
    expect(errorOf(yaml).place).toEqual({ file: 'x.probe.yaml', line: 6, column: 9 });
  });

  it('control characters of the file are never shown', () => {
    expect(errorOf(`${HEAD}"\\u001b[31mred": 1\n${REST}`).message).not.toContain('\u001b');
  });
});
