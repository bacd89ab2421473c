import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scenarioJsonSchema } from '../../../src/scenario/file/schema.ts';

describe('the JSON Schema of a scenario', () => {
  const validate = new Ajv({ strict: false }).compile(scenarioJsonSchema());

  it('is a draft-07 schema', () => {
    expect(scenarioJsonSchema()).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' });
  });

  it('accepts a scenario', () => {
    const scenario = parse(`
version: 1
name: Ten increments are ten increments
target: "{{base_url}}"
vars: { base_url: http://127.0.0.1:8080, n: 3, on: true }
object: counter
require: eventual
setup:
  - { request: "PUT /counters/x", json: { value: [0, null, "a", { b: 1.5 }] }, expect: { status: 2xx }, take: { tag: "header:ETag" } }
write: { request: POST /counters/x, headers: { A: b }, timeout: 5s }
outcome: { acknowledged: 2xx, rejected: [409, 412, 429] }
load: [{ phase: concurrent, count: 10, connections: N }, { phase: spaced, count: 10, every: 0 }]
read: { total: { request: GET /counters/x, take: $.value, as: number, settle: 2s } }
expect: { total: { risesBy: acknowledged, perPhase: true }, unique: $.n }
rounds: 20
`);
    expect(validate(scenario), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each([
    ['an unknown key', { version: 1, write: { request: 'POST http://x' }, colour: 1 }],
    ['no write', { version: 1 }],
    ['another version', { version: 2, write: { request: 'POST http://x' } }],
    ['a time without a unit', { version: 1, write: { request: 'POST http://x', timeout: 5 } }],
    ['a write of nothing', { version: 1, write: { headers: { A: 'b' } } }],
    ['a level of no time', { version: 1, write: { request: 'POST http://x' }, require: 'bounded:soon' }],
    [
      'an unknown key in a condition',
      { version: 1, write: { request: 'POST http://x' }, outcome: { rejected: { were: '$' } } },
    ],
    [
      'a key of another phase',
      { version: 1, write: { request: 'POST http://x' }, load: [{ phase: 'wait', for: '1s', count: 3 }] },
    ],
    ['an unknown phase', { version: 1, write: { request: 'POST http://x' }, load: [{ phase: 'x', count: 1 }] }],
  ])('refuses %s', (_what, scenario) => {
    expect(validate(scenario)).toBe(false);
  });

  const scenarios = new URL('../../../scenarios/', import.meta.url);
  it.each(readdirSync(scenarios).filter((name) => name.endsWith('.yaml')))('accepts scenarios/%s', (name) => {
    expect(validate(parse(readFileSync(new URL(name, scenarios), 'utf8'))), JSON.stringify(validate.errors)).toBe(true);
  });

  it('accepts every example of the page', () => {
    const page = readFileSync(new URL('../../../docs/scenarios.md', import.meta.url), 'utf8');
    const examples = [...page.matchAll(/```yaml\n([^#][\s\S]*?)```/g)].map(([, text = '']) => parse(text));
    expect(examples.length).toBeGreaterThan(5);
    for (const example of examples) {
      const whole = { version: 1, write: { request: 'POST http://127.0.0.1/' }, ...example };
      expect(validate(whole), JSON.stringify([example, validate.errors])).toBe(true);
    }
  });
});
