import { describe, expect, it } from 'vitest';
import { writesOf } from '../../src/scenario/writes.ts';
import { scenarioOf } from './parsed.ts';

const phaseOf = (phase: string, more = '') =>
  scenarioOf(`load:\n  - { phase: ${phase} }\n  - { phase: spaced, count: 1 }${more}`).phases[0];
const plain = { write: null, abort: null };

describe('a phase', () => {
  it.each<[string, object]>([
    [
      'concurrent, count: 3',
      { kind: 'concurrent', name: 'concurrent', ...plain, count: 3, connections: null, holdMs: 100 },
    ],
    ['concurrent, count: 3, connections: 1, hold: 5ms', { kind: 'concurrent', connections: 1, holdMs: 5 }],
    ['concurrent, count: 3, connections: fresh', { connections: 'fresh' }],
    ['spaced, count: 3', { kind: 'spaced', name: 'spaced', ...plain, count: 3, everyMs: 50, connections: 'fresh' }],
    ['spaced, count: 3, every: 0, connections: N', { everyMs: 0, connections: null }],
    ['paced, rate: 4/s, for: 6s', { kind: 'paced', ...plain, count: 24, everyMs: 250, arrivals: 'constant' }],
    ['paced, rate: 6/s, for: 4s', { count: 24 }],
    ['paced, rate: 3/s, for: 4s', { count: 12 }],
    ['paced, rate: 30/m, for: 10s, arrivals: poisson', { count: 5, everyMs: 2_000, arrivals: 'poisson' }],
    ['paced, rate: 3600/h, count: 7', { count: 7, everyMs: 1_000 }],
    ['paced, every: 700ms, for: 2s', { count: 2, everyMs: 700 }],
    ['paced, every: 700ms, for: 100ms', { count: 1 }],
    ['lanes, lanes: 5, each: 200', { kind: 'lanes', ...plain, lanes: 5, each: 200 }],
    ['mixed, count: 20', { kind: 'mixed', ...plain, count: 20, lanes: 4, readers: 1, everyMs: 50 }],
    ['mixed, count: 2', { lanes: 2 }],
    ['mixed, count: 20, lanes: 6, readers: 3, every: 1ms', { lanes: 6, readers: 3, everyMs: 1 }],
    [
      'retry',
      {
        ...{ kind: 'retry', ...plain, count: 1, lose: 'reply', times: 1, key: 'same', by: 'client' },
        ...{ giveUpAfterMs: null, everyMs: 50 },
      },
    ],
    [
      'retry, count: 5, lose: request, times: 2, key: new, by: proxy, giveUpAfter: 80ms, every: 1ms',
      { count: 5, lose: 'request', times: 2, key: 'new', by: 'proxy', giveUpAfterMs: 80, everyMs: 1 },
    ],
    ['replay', { kind: 'replay', ...plain, count: 2, when: 'at-once', other: null, holdMs: 100, afterMs: 10 }],
    [
      'replay, when: in-flight, count: 4, after: 3ms, hold: 1ms',
      { when: 'in-flight', count: 4, afterMs: 3, holdMs: 1 },
    ],
    ['wait, for: 1200ms', { kind: 'wait', name: 'wait', ...plain, forMs: 1_200 }],
    ['quiet, for: 1s', { kind: 'quiet', ...plain, forMs: 1_000 }],
    ['run, run: "kill -9 1"', { kind: 'run', ...plain, command: 'kill -9 1', timeoutMs: 30_000 }],
    ['run, command: restart, timeout: 5s, name: crash', { name: 'crash', command: 'restart', timeoutMs: 5_000 }],
    [
      'request, request: DELETE /cache, expect: { status: 204 }, take: { tag: "header:ETag" }',
      {
        ...{ kind: 'request', ...plain },
        step: {
          request: { method: 'DELETE', url: 'http://127.0.0.1:8080/cache' },
          expect: [[204, 204]],
          take: { tag: { kind: 'header', name: 'ETag' } },
        },
      },
    ],
    ['lanes, lanes: 2, each: 2, abort: { after: 20ms }', { abort: { afterMs: 20, share: 1 } }],
    ['spaced, count: 4, abort: { after: 0, share: 25% }', { abort: { afterMs: 0, share: 0.25 } }],
  ])('%s', (phase, made) => {
    expect(phaseOf(phase)).toMatchObject(made);
  });

  it.each([
    ['concurrent, count: 3', 3],
    ['lanes, lanes: 3, each: 4', 12],
    ['retry, count: 3, times: 2', 9],
    ['replay, count: 5', 5],
    ['wait, for: 1s', 0],
  ])('%s sends %i writes', (phase, writes) => {
    const made = phaseOf(phase);
    expect(made && writesOf(made)).toBe(writes);
  });
});

describe('a write of a phase', () => {
  const WRITE = 'write: { request: POST /counter, headers: { X-A: a, X-B: b }, json: { n: 1 }, timeout: 3s }';
  const writeOf = (own: string) =>
    scenarioOf(`${WRITE}\nload:\n  - { phase: spaced, count: 1, write: ${own} }`).phases[0]?.write;

  it('keeps what it does not name', () => {
    expect(writeOf('{ json: { n: 2 } }')).toMatchObject({
      steps: [],
      request: {
        ...{ method: 'POST', url: 'http://127.0.0.1:8080/counter', timeoutMs: 3_000 },
        body: { kind: 'json', json: { n: 2 } },
      },
    });
    expect(writeOf('{ headers: { x-b: c, X-C: d } }')?.request.headers.slice(0, 3)).toEqual([
      ['X-A', 'a'],
      ['x-b', 'c'],
      ['X-C', 'd'],
    ]);
  });

  it('keeps the body where the method is the same, and not otherwise', () => {
    expect(writeOf('{ request: POST /other }')?.request).toMatchObject({ body: { kind: 'json' } });
    expect(writeOf('{ request: DELETE /counter }')?.request).toMatchObject({ method: 'DELETE', body: null });
  });

  it('may have steps of its own', () => {
    const own = writeOf(
      '{ steps: [{ request: GET /counter, take: { n: $.n } }, { request: PUT /counter, json: "{{n + 1}}" }] }',
    );
    expect(own).toMatchObject({ steps: [{ take: { n: { query: '$.n' } } }], request: { method: 'PUT' } });
  });

  it('knows what a request phase before it took', () => {
    const { phases } = scenarioOf(`load:
  - { phase: request, request: GET /token, take: { token: text } }
  - { phase: spaced, count: 1, write: { headers: { X-Token: "{{token}}" } } }`);
    expect(phases[1]?.write?.request.headers).toContainEqual(['X-Token', '{{token}}']);
  });
});

describe('what a replay sends the second time', () => {
  const other = (phase: string) => {
    const { phases } =
      scenarioOf(`write: { request: POST /pay, headers: { Idempotency-Key: "{{key}}" }, json: { amount: 1 } }
load:
  - { phase: replay, ${phase} }`);
    return phases[0]?.kind === 'replay' ? phases[0].other : null;
  };

  it('is another body to the same place, with the same headers', () => {
    const made = other('when: other-body, json: { amount: 2 }');
    expect(made).toMatchObject({ method: 'POST', url: 'http://127.0.0.1:8080/pay', body: { json: { amount: 2 } } });
    expect(made?.headers).toContainEqual(['Idempotency-Key', '{{key}}']);
  });

  it('is the same body to another place', () => {
    expect(other('when: other-path, request: POST /refund')).toMatchObject({
      url: 'http://127.0.0.1:8080/refund',
      body: { json: { amount: 1 } },
    });
  });

  it('may stand in the write of the phase as well', () => {
    expect(other('when: other-body, count: 2, write: { json: { amount: 2 } }')).toEqual(
      other('when: other-body, count: 2, json: { amount: 2 }'),
    );
    expect(other('when: other-path, write: { request: POST /refund }')).toEqual(
      other('when: other-path, request: POST /refund'),
    );
    const { phases } = scenarioOf(`write: { request: POST /pay, json: { amount: 1 } }
load:
  - { phase: replay, when: other-body, write: { headers: { X-A: b }, json: { amount: 2 } } }
  - { phase: replay, when: other-body, write: { json: { amount: 2 } }, json: { amount: 3 } }`);
    const bodies = phases.map((one) => [one.write?.request.body, one.kind === 'replay' ? one.other?.body : null]);
    expect(bodies).toMatchObject([
      [{ json: { amount: 1 } }, { json: { amount: 2 } }],
      [{ json: { amount: 2 } }, { json: { amount: 3 } }],
    ]);
    expect(phases[0]?.write?.request.headers).toContainEqual(['X-A', 'b']);
  });

  it('is nothing else otherwise', () => {
    expect(other('when: after-success')).toBeNull();
  });
});
