import { describe, expect, it } from 'vitest';
import { isProbeError } from '../../src/errors.ts';
import { loadOptionsFromFlags, type RunFlags, scenarioFromFlags } from '../../src/scenario/flags.ts';
import { scenarioOf } from './parsed.ts';

const URL = 'http://127.0.0.1:8080/downloads';
const from = (flags: RunFlags) => scenarioFromFlags({ url: URL, ...flags }, { env: {} });
const kinds = (flags: RunFlags) =>
  from(flags).phases.map((phase) => ('count' in phase ? [phase.kind, phase.count] : [phase.kind]));

describe('--limit', () => {
  it('makes a quota of a round, which is judged by its answers', () => {
    const scenario = from({ limit: '5', concurrency: '12' });
    expect(scenario).toMatchObject({
      object: 'quota',
      limit: { count: '5', per: 'round' },
      readings: [],
      expect: { readings: [] },
    });
    expect(kinds({ limit: '5', concurrency: '12' })).toEqual([['concurrent', 12]]);
    expect(kinds({ limit: '5', spaced: '7' })).toEqual([
      ['concurrent', 10],
      ['spaced', 7],
    ]);
  });

  it('asks for no read of a write by GET, and reads where that is said', () => {
    expect(from({ limit: '5', request: 'GET' }).readings).toEqual([]);
    expect(from({ limit: '5', read: 'none' }).readings).toEqual([]);
    expect(from({ limit: '5', read: '/used' })).toMatchObject({
      readings: [{ request: { url: 'http://127.0.0.1:8080/used' } }],
      expect: { readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: true }] },
    });
    expect(from({ limit: '5', take: '$.used' }).readings).toMatchObject([{ request: { url: URL } }]);
  });
});

describe('--unique', () => {
  it('makes a reservation of one thing a round', () => {
    const scenario = from({ unique: true, concurrency: '5' });
    expect(scenario).toMatchObject({ object: 'reservation', limit: { count: '1', per: 'round' }, readings: [] });
    expect(kinds({ unique: true, concurrency: '5' })).toEqual([['concurrent', 5]]);
    expect(from({ unique: true, read: '/stock' }).expect.readings).toEqual([]);
  });
});

describe('--retry', () => {
  it('loses each reply once, and holds the number to the keys', () => {
    const scenario = from({ retry: 'lost-reply', spaced: '4', spacing: '5ms' });
    expect(scenario).toMatchObject({
      object: 'effect',
      phases: [{ kind: 'retry', count: 4, lose: 'reply', times: 1, key: 'same', by: 'client', everyMs: 5 }],
      expect: { readings: [{ reading: 'value', risesBy: 'keys', perPhase: true }] },
    });
    expect(kinds({ retry: 'lost-reply' })).toEqual([['retry', 10]]);
    expect(kinds({ retry: 'lost-request', concurrency: '3' })).toEqual([
      ['concurrent', 3],
      ['retry', 3],
    ]);
  });
});

describe('--require', () => {
  it('says what reads are held to, also of a file', () => {
    expect(from({ require: 'bounded:5s' }).require).toBe('bounded:5000ms');
    const { overrides } = loadOptionsFromFlags({ require: 'latest' }, { env: {} });
    expect(scenarioOf('', overrides && { overrides })).toMatchObject({ require: 'latest' });
  });
});

describe('--limit beside a file', () => {
  const over = (lines: string) => scenarioOf(lines, { overrides: { limit: '7' } }).limit;

  it('changes how many, and not of what', () => {
    expect(over('object: quota\nlimit: { count: 5, per: phase }')).toEqual({ count: '7', per: 'phase' });
    expect(over('object: quota')).toEqual({ count: '7', per: 'round' });
    expect(() => over('object: counter')).toThrow(/--limit: x\.probe\.yaml is no quota/);
    expect(() => over('object: quota\nexpect: { acknowledged: 5 }')).toThrow(/says itself how many are acknowledged/);
  });
});

describe('--ok-where and --refused-where', () => {
  const OK = [[200, 299]];
  const at = (query: string) => ({ kind: 'jsonpath', query });

  it.each<[RunFlags, object]>([
    [{ okWhere: '$.status=SUCCESS' }, { acknowledged: [{ status: OK, where: at('$.status'), equals: 'SUCCESS' }] }],
    [{ okWhere: '$.ok', ok: '200' }, { acknowledged: [{ status: [[200, 200]], where: at('$.ok') }] }],
    [{ okWhere: '$.errors=' }, { acknowledged: [{ status: OK, where: at('$.errors'), absent: true }] }],
    [
      { okWhere: '$.a[?@.b=="x=y"].c=d', ok: '200' },
      { acknowledged: [{ where: at('$.a[?@.b=="x=y"].c'), equals: 'd' }] },
    ],
    [{ okWhere: 'header:X-Done=1' }, { acknowledged: [{ where: { kind: 'header', name: 'X-Done' }, equals: '1' }] }],
    [
      { refused: '200', refusedWhere: '$.errno=740' },
      {
        acknowledged: [{ status: [[201, 299]] }, { status: [[200, 200]], absent: true }, { status: [[200, 200]] }],
        rejected: [{ status: [[200, 200]], where: at('$.errno'), equals: '740' }],
      },
    ],
    [
      { refusedWhere: '$.error' },
      {
        acknowledged: [{ status: OK, where: at('$.error'), absent: true }],
        rejected: [{ where: null }, { status: OK, where: at('$.error') }],
      },
    ],
  ])('%j', (flags, outcome) => {
    expect(from(flags).outcome).toMatchObject(outcome);
  });
});

describe('--distinct', () => {
  it('counts what differs', () => {
    const flags = { take: '$[*]', as: 'count' };
    expect(from({ ...flags, distinct: '$.id' }).readings[0]).toMatchObject({ distinct: { query: '$.id' } });
    expect(from({ ...flags, distinct: 'item' }).readings[0]).toMatchObject({ distinct: null });
    expect(from({ take: '$.items', as: 'list' }).readings[0]).toMatchObject({ as: 'list' });
  });
});

describe('--before', () => {
  const setupOf = (...before: string[]) => from({ before }).setup;

  it('is a curl command that is sent before every round', () => {
    const [first, second] = setupOf(
      `curl -s -X PUT '${URL}/a b' -H "X-A: it's" -H 'Content-Type: application/json' --data-raw '{"n": 0}' -u bob:hunter22`,
      `curl -XDELETE http://127.0.0.1:8080/cache -m 3`,
    );
    expect(first).toMatchObject({
      request: { method: 'PUT', url: `${URL}/a b`, body: { kind: 'text', text: '{"n": 0}' }, timeoutMs: 10_000 },
      expect: [[200, 299]],
      take: {},
    });
    expect(first?.request.headers.slice(0, 3)).toEqual([
      ['X-A', "it's"],
      ['Content-Type', 'application/json'],
      ['Authorization', `Basic ${Buffer.from('bob:hunter22').toString('base64')}`],
    ]);
    expect(second).toMatchObject({ request: { method: 'DELETE', timeoutMs: 3_000 } });
  });

  it('is a GET without data and a POST with it, and may leave curl and http:// out', () => {
    expect(setupOf('127.0.0.1:8080/x')[0]?.request).toMatchObject({ method: 'GET', url: 'http://127.0.0.1:8080/x' });
    expect(setupOf('curl 127.0.0.1:8080/x -d a=1 -d b=2')[0]?.request).toMatchObject({
      method: 'POST',
      body: { text: 'a=1&b=2' },
    });
  });

  it('has nothing of the write', () => {
    const data = [{ kind: 'raw', text: '{{i}}' }] as const;
    const [setup] = from({ before: [`curl ${URL}`], header: ['X-A: b'], data, user: 'a:bcde' }).setup;
    expect(setup?.request.body).toBeNull();
    expect(setup?.request.headers.map(([name]) => name)).toEqual(['Accept', 'User-Agent']);
  });

  it('has the time of a request that the run has', () => {
    expect(from({ maxTime: '2', before: [`curl ${URL}`] }).setup[0]?.request.timeoutMs).toBe(2_000);
  });
});

describe('flags of objects that are wrong', () => {
  it.each<[RunFlags, RegExp]>([
    [{ limit: '0' }, /^--limit takes a whole number/],
    [{ limit: '5', unique: true }, /^--unique does not go with --limit/],
    [{ limit: '5', retry: 'lost-reply' }, /^--retry does not go with --limit/],
    [{ retry: 'reply' }, /^--retry takes lost-reply or lost-request, not "reply"/],
    [{ retry: 'lost-reply', spaced: '0' }, /^--spaced 0 leaves no write/],
    [{ require: 'latst' }, /^--require: "latst" is not a level/],
    [{ require: 'bounded:5' }, /^--require: "5" is not a time/],
    [{ okWhere: 'ok' }, /^--ok-where: "ok" is not a selector/],
    [{ refusedWhere: '$.' }, /^--refused-where: .*JSONPath/],
    [{ distinct: '$.id' }, /^--distinct: it is for what is counted/],
    [{ limit: '5', read: 'none', take: '$.n' }, /^--take has no meaning/],
    [{ before: ['curl'] }, /^--before has no URL/],
    [{ before: ["curl 'http://h"] }, /^--before: a ' is not closed/],
    [{ before: ['curl --http3 http://h'] }, /^--before does not know curl's --http3/],
    [{ before: ['curl http://h/a http://h/b'] }, /^--before has two URLs/],
    [{ before: ['curl -X'] }, /^--before -X has no value/],
    [{ before: ['curl http://h/{{who}}'] }, /^--before: \{\{who\}\} has no value/],
  ])('%j', (flags, message) => {
    expect(errorOf(flags)).toMatch(message);
  });

  it('a file says itself what its object is', () => {
    for (const flags of [{ unique: true }, { retry: 'lost-reply' }, { okWhere: '$.ok' }, { before: ['curl x'] }]) {
      expect(() => loadOptionsFromFlags(flags, { env: {} })).toThrow(/does not go with scenario files/);
    }
  });
});

function errorOf(flags: RunFlags): string {
  try {
    from(flags);
  } catch (error) {
    if (isProbeError(error) && error.code === 'usage') return error.message;
    throw error;
  }
  return 'the flags were accepted';
}
