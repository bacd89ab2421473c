import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../src/drive/round/key.ts';
import { compile } from '../../../src/plan/compile.ts';
import { parseScenario } from '../../../src/scenario/load.ts';

const keys = (yaml: string): readonly string[] => {
  const plan = compile(parseScenario(`version: 1\ntarget: http://t.example\n${yaml}`, 'key.yaml', { env: {} }), 1);
  return [1, 2].map((round) => keyOf(plan, round, {}));
};

describe('the counter of a round', () => {
  it('is where it is read', () => {
    expect(keys('write: { request: POST /add }\nread: { n: { request: "GET /n/{{round}}?x=1" } }')).toEqual([
      '/n/1?x=1',
      '/n/2?x=1',
    ]);
  });

  it('is where it is written, if nothing is read', () => {
    const unread = (write: string) => keys(`object: quota\nlimit: { count: 5 }\nwrite: ${write}`);
    expect(unread('{ request: POST /add }')).toEqual(['/add', '/add']);
    expect(unread('{ request: "POST /add/{{i}}", json: { id: "{{uuid}}" } }')).toEqual(['/add/0', '/add/0']);
  });

  it('is told by a header or a body that names it, another in each round', () => {
    for (const named of ['headers: { X-Client: "c-{{round}}" }', 'json: { code: "c-{{round}}", by: "{{uuid}}" }']) {
      const [first, second] = keys(`object: quota\nlimit: { count: 5 }\nwrite: { request: POST /add, ${named} }`);
      expect(first).toMatch(/^\/add [0-9a-f]{8}$/);
      expect(second).not.toBe(first);
    }
  });
});
