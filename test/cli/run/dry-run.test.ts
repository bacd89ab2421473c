import { describe, expect, it } from 'vitest';
import { dryRun } from '../../../src/cli/run/dry-run.ts';
import { scenarioOf } from '../../scenario/parsed.ts';
import { terminal } from '../terminal.ts';

function dry(lines: string): { readonly lines: readonly string[]; readonly told: string } {
  const { io, stdout, stderr } = terminal();
  dryRun(scenarioOf(lines, { env: { KEY: 'hush-hush' } }), 7, io);
  return { lines: stdout().trimEnd().split('\n'), told: stderr() };
}

/** Method and path of a curl line, or the line itself. */
function asked(line: string): string {
  const [, url = ''] = /(http:\/\/[^ ']+)/.exec(line) ?? [];
  const method = /-X ([A-Z]+)/.exec(line)?.[1] ?? (line.includes('--data-raw') ? 'POST' : 'GET');
  return url === '' ? line : `${method} ${new URL(url).pathname}`;
}

describe('a dry run', () => {
  it('tells of every kind of phase', () => {
    const { told } = dry(`name: All of them
load:
  - { phase: concurrent, count: 3, connections: 2, abort: { after: 20ms, share: 25% } }
  - { phase: spaced, count: 2, every: 5ms }
  - { phase: paced, rate: 3/s, for: 4s }
  - { phase: paced, every: 10ms, count: 2, arrivals: poisson }
  - { phase: lanes, lanes: 5, each: 200 }
  - { phase: mixed, count: 20, readers: 2 }
  - { phase: retry, count: 3, times: 2, key: new }
  - { phase: replay, when: at-once, count: 5 }
  - { phase: wait, for: 1s }
  - { phase: quiet, for: 2s }
  - { phase: run, run: restart }
  - { phase: request, request: GET /x }`);
    expect(told.trimEnd().split(/: 1 x |, then /)).toEqual([
      'All of them',
      '3 writes released together over 2 connections, 25% of them hung up on after 20ms (concurrent)',
      '2 writes one after another, 5ms apart (spaced)',
      '12 writes, one every 333.333ms, whatever the answers (paced)',
      '2 writes, one every 10ms in the mean, whatever the answers (paced-2)',
      '5 clients of 200 writes, each as soon as it was answered (lanes)',
      '20 writes of 4 clients with reads among them, and 2 that only read (mixed)',
      '3 writes whose reply is lost 2 x, sent again with a new key (retry)',
      '1 write sent 5 x with one key, at once (replay)',
      'a wait of 1000ms (wait)',
      '2000ms without a write, watched (quiet)',
      'a command (run)',
      'a request (request)',
    ]);
  });

  it('shows what is sent in order, a few writes of each kind', () => {
    const { lines } = dry(`setup: [{ request: PUT /counter }]
load:
  - { phase: concurrent, count: 5 }
  - { phase: spaced, count: 3 }
  - { phase: request, request: GET /flush }
  - { phase: run, run: "restart {{env.KEY}}" }
  - { phase: replay, when: other-body, count: 3, json: { n: 2 } }
  - { phase: spaced, count: 2, write: { request: DELETE /counter } }
expect: { total: 3, unharmed: { request: GET /health } }`);
    expect(lines.map(asked)).toEqual([
      'PUT /counter',
      'POST /counter',
      'POST /counter',
      '# ... 6 more',
      'GET /flush',
      '# restart {{env.KEY}}',
      'POST /counter',
      '# ... 2 more',
      'DELETE /counter',
      'DELETE /counter',
      'GET /counter',
      'GET /health',
    ]);
  });

  it('shows the steps of a write, with what it takes as a name or, where it is reckoned with, as 1', () => {
    const { lines } = dry(`write:
  steps:
    - { request: GET /page, take: { n: $.n, tag: "header:ETag" } }
    - { request: PUT /page, headers: { If-Match: "{{tag}}" }, json: { n: "{{n + 1}}" } }
load: [{ phase: spaced, count: 1 }]`);
    expect(lines.map(asked)).toEqual(['GET /page', 'PUT /page', 'GET /counter']);
    expect(lines[1]).toContain(`-H 'If-Match: taken_tag'`);
    expect(lines[1]).toContain(`--data-raw '{"n":2}'`);
  });

  it('goes by identities in turn, each with its headers', () => {
    const { lines, told } =
      dry(`identities: { count: 3, headers: { X-Client: "c{{identity}}" }, setup: [{ request: GET /login }] }
load: [{ phase: spaced, count: 2 }]`);
    expect(lines.map((line) => /X-Client: (\w+)/.exec(line)?.[1])).toEqual(['c0', 'c0', 'c1', undefined]);
    expect(told).toContain('by 3 identities in turn');
  });
});
