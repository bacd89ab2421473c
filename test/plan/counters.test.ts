import { describe, expect, it } from 'vitest';
import { compile } from '../../src/plan/compile.ts';
import { parseScenario } from '../../src/scenario/load.ts';

const perOf = (yaml: string) => {
  const scenario = parseScenario(
    `version: 1\ntarget: http://t.example\nload: [{ phase: concurrent, count: 4 }]\n${yaml}`,
    'c.yaml',
    {
      env: {},
    },
  );
  return compile(scenario, 1).header.expect.uniquePer;
};

describe('what tells the counters of a round apart', () => {
  it('is nothing where all writes are of one', () => {
    expect(perOf('write: { request: "POST /n/{{run_id}}-{{round}}-{{i}}", returns: $.n }')).toBeUndefined();
  });

  it.each([
    ['the URL', 'request: "POST /n/{{identity}}"'],
    ['a header', 'request: POST /n, headers: { X-User: "u{{identity}}" }'],
    ['a body', 'request: POST /n, json: { user: "{{identity}}" }'],
    ['a variable', 'request: "POST /n/{{who}}"'],
    ['what an identity took', 'request: "POST /n/{{token}}"'],
  ])('is the identity that %s names', (_what, write) => {
    const identities = 'identities: { count: 2, setup: [{ request: POST /login, take: { token: $.t } }] }';
    expect(perOf(`vars: { who: "u-{{identity}}" }\n${identities}\nwrite: { ${write}, returns: $.n }`)).toEqual([
      'identity',
    ]);
  });

  it('is the phase that is named', () => {
    expect(perOf('write: { request: "POST /n/{{phase}}", returns: $.n }')).toEqual(['phase']);
  });

  it('is left out where no value is handed out', () => {
    expect(perOf('write: { request: "POST /n/{{phase}}" }\nread: { n: { request: GET /n } }')).toBeUndefined();
  });
});
