import { describe, expect, it } from 'vitest';
import { isProbeError, type ProbeError } from '../../src/errors.ts';
import { type RunFlags, scenarioFromFlags } from '../../src/scenario/flags.ts';

describe('a flag that is wrong is one usage error that names it', () => {
  it.each<[RunFlags, RegExp]>([
    [{ url: undefined }, /^--url is missing/],
    [{ url: 'ftp://h/x' }, /^--url: "ftp:\/\/h\/x" is not an http or https URL/],
    [{ url: 'localhost:8080/x' }, /^--url: "localhost:8080\/x" is not/],
    [{ url: 'http://h/x#y' }, /^--url: a fragment/],
    [{ url: 'http://h/{{id}}' }, /^--url: \{\{id\}\} has no value/],
    [{ url: 'http://:80/' }, /^--url: .* no valid host/],
    [{ concurrency: 'x' }, /^-c\/--concurrency takes a whole number from 1 to 10,000, not "x"/],
    [{ concurrency: '0' }, /^-c\/--concurrency takes/],
    [{ concurrency: '1e3' }, /^-c\/--concurrency takes/],
    [{ concurrency: '10001' }, /^-c\/--concurrency takes/],
    [{ spaced: '1000001' }, /^--spaced takes a whole number from 0 to 1,000,000/],
    [{ spaced: '-1' }, /^--spaced takes/],
    [{ rounds: '10001' }, /^--rounds takes a whole number from 1 to 10,000/],
    [{ until: '3' }, /^--until takes a time/],
    [{ until: '0' }, /^--until takes a time above 0/],
    [{ until: '3s', rounds: '2' }, /^--until does not go with --rounds/],
    [{ spacing: '50' }, /^--spacing takes a time/],
    [{ settle: 'soon' }, /^--settle takes a time/],
    [{ deadline: '2d' }, /^--deadline takes a time/],
    [{ deadline: '0' }, /^--deadline takes a time above 0/],
    [{ require: 'bounded:0' }, /^--require: "bounded:0" is no bound/],
    [{ maxSpread: '3' }, /^--max-spread takes a time/],
    [{ maxTime: '0' }, /^-m\/--max-time takes seconds above 0/],
    [{ connectTimeout: 'x' }, /^--connect-timeout takes seconds above 0/],
    [{ minOverlap: '0' }, /^--min-overlap takes/],
    [{ connections: 'all' }, /^--connections takes/],
    [{ step: '0' }, /^--step: a step of 0/],
    [{ step: 'one' }, /^--step: "one" is not a number/],
    [{ ok: '2yy' }, /^--ok takes statuses/],
    [{ refused: '4' }, /^--refused takes statuses/],
    [{ ok: '200', refused: '2xx' }, /^--refused: 200 counts as acknowledged and as rejected/],
    [{ as: 'items' }, /^--as takes number, count or list, not "items"/],
    [{ as: 'list' }, /^--as: to count the items of a list/],
    [{ as: 'count' }, /^--as: to count/],
    [{ take: 'value' }, /^--take: "value" is not a selector/],
    [{ returns: '$.' }, /^--returns: .* JSONPath/],
    [{ request: 'PSOT' }, /^-X\/--request: PSOT is not a method/],
    [{ request: 'get it' }, /^-X\/--request: /],
    [{ header: ['nonsense'] }, /^-H\/--header was given something that is no header/],
    [{ header: ['X Id: a'] }, /^-H\/--header: "X Id" is not the name/],
    [{ header: ['X-Id: {{who}}'] }, /^-H\/--header: \{\{who\}\} has no value/],
    [{ data: [{ kind: 'raw', text: '{{who}}' }] }, /^-d\/--data: \{\{who\}\} has no value/],
    [{ user: 'bob' }, /^-u\/--user has no password/],
    [{ read: 'ftp://x' }, /^--read: "ftp:\/\/x" is not/],
    [{ read: 'none' }, /^--read none leaves nothing to judge/],
    [{ read: 'none', returns: '$.n', take: '$.n' }, /^--take has no meaning/],
    [{ var: ['x'] }, /^--var "x" is not a name and a value/],
    [{ var: ['round=1'] }, /^--var round: a variable cannot be called round/],
    [{ var: ['a={{b}}', 'b={{a}}'] }, /^--var a: .*a → b → a/],
    [{ secret: ['nobody'] }, /^--secret nobody: no variable/],
    [{ var: ['pin=123'], secret: ['pin'] }, /^--secret pin: .*shorter than 4/],
    [{ proxy: 'socks5://h' }, /^-x\/--proxy takes an http or https proxy, not socks5/],
    [{ resolve: ['h:80:nowhere'] }, /^--resolve takes host:port:address/],
    [{ connectTo: ['a:b'] }, /^--connect-to takes host1:port1:host2:port2/],
  ])('%j', (flags, message) => {
    expect(errorOf(flags).message).toMatch(message);
    expect(errorOf(flags)).toMatchObject({ code: 'usage', place: null });
  });

  it.each<RunFlags>([
    { cacert: 'nowhere' },
    { cookie: ['nowhere'] },
    { data: [{ kind: 'data', text: '@nowhere' }] },
    { header: ['@nowhere'] },
    { varsFile: 'nowhere' },
  ])('a file that cannot be read: %j', (flags) => {
    expect(errorOf(flags)).toMatchObject({
      code: 'file',
      message: expect.stringMatching(/cannot read nowhere: ENOENT/),
    });
  });

  it('never shows a password', () => {
    expect(errorOf({ url: 'ftp://bob:hunter22@h/' }).message).not.toContain('hunter22');
    expect(errorOf({ url: 'http://bob:hunter22@h:99999/' }).message).not.toContain('hunter22');
    expect(errorOf({ header: ['hunter22'] }).message).not.toContain('hunter22');
    expect(errorOf({ proxy: 'socks://bob:hunter22@h' }).message).not.toContain('hunter22');
  });
});

function errorOf(flags: RunFlags): ProbeError {
  try {
    scenarioFromFlags({ url: 'http://127.0.0.1:8080/counter', ...flags }, { env: {} });
  } catch (error) {
    if (isProbeError(error)) return error;
    throw error;
  }
  throw new Error('the flags were accepted');
}
