import { describe, expect, it } from 'vitest';
import { hosts, isLoopback } from '../../src/plan/hosts.ts';
import { type RunFlags, scenarioFromFlags } from '../../src/scenario/flags.ts';
import type { RequestSpec, Scenario } from '../../src/scenario/scenario.ts';
import { scenarioOf } from './plans.ts';

const request = (host: string): RequestSpec => ({
  ...{ method: 'GET', url: `http://${host}.example/x`, headers: [], body: null, timeoutMs: 1 },
});

const reached = (flags: RunFlags) => hosts(scenarioFromFlags({ url: 'http://a.example/x', ...flags }, { env: {} }));

describe('the hosts of a run', () => {
  it('are those of its identities, steps and phases too', () => {
    const base = scenarioOf('write: { request: "POST http://write.example/" }');
    const step = (host: string) => ({ request: request(host), expect: [[200, 299]] as const, take: {} });
    const own = { write: { steps: [step('step')], request: request('own') }, abort: null };
    const scenario: Scenario = {
      ...base,
      identities: { count: 2, headers: [], setup: [step('identity')] },
      unharmed: { request: request('unharmed'), everyMs: 100 },
      phases: [
        { ...own, kind: 'request', name: 'request', step: step('plain') },
        {
          ...{ ...own, kind: 'replay', name: 'replay', count: 2, when: 'other-path' },
          ...{ other: request('other'), holdMs: 0, afterMs: 0 },
        },
      ],
    };
    const names = ['write', 'identity', 'step', 'own', 'plain', 'other', 'unharmed'].map((name) => `${name}.example`);
    expect(hosts(scenario)).toEqual(expect.arrayContaining(names));
  });

  it('are those of all its requests', () => {
    const scenario = scenarioOf(`
target: http://target.example
setup: [{ request: "GET http://setup.example/x", take: { page: text } }, { request: "GET {{page}}" }]
write: { request: "POST http://[::1]:80/x/{{page}}" }
`);
    expect([...hosts(scenario)].sort()).toEqual(['127.0.0.1', '::1', 'setup.example', 'target.example']);
  });

  it.each<[RunFlags, readonly string[]]>([
    [{}, ['a.example']],
    [{ resolve: ['a.example:80:127.0.0.1'] }, ['127.0.0.1']],
    [{ resolve: ['a.example:81:127.0.0.1'] }, ['a.example']],
    [{ resolve: ['*:80:10.0.0.1'] }, ['10.0.0.1']],
    [{ url: 'http://127.0.0.1/x', resolve: ['*:80:10.0.0.1'] }, ['10.0.0.1']],
    [{ url: 'http://localhost:8080/x', connectTo: ['::prod.example:'] }, ['prod.example']],
    [{ connectTo: ['a.example:80:b.example:81'], resolve: ['b.example:81:127.0.0.1'] }, ['127.0.0.1']],
    [{ proxy: 'http://127.0.0.1:3128' }, ['127.0.0.1', 'a.example']],
    [{ unixSocket: '/tmp/socket' }, []],
    [{ read: 'http://b.example/y' }, ['a.example', 'b.example']],
  ])('%j', (flags, expected) => {
    expect(reached(flags)).toEqual(expected);
  });
});

describe('loopback', () => {
  it.each([
    '127.0.0.1',
    '127.9.8.7',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '::1',
    '[::1]',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'api.localhost',
  ])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    '128.0.0.1',
    '10.0.0.1',
    '0.0.0.0',
    '::',
    '::2',
    '::ffff:128.0.0.1',
    'localhost.example.com',
    'mylocalhost',
    '127.0.0.1.example.com',
    'example.com',
    '',
    'a b',
  ])('is not %j', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
