import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scenarioJsonSchema } from '../../src/scenario/file/schema.ts';
import { parseScenario } from '../../src/scenario/load.ts';
import { DEFAULTS } from '../../src/scenario/parts/defaults.ts';
import { RESERVED_NAMES } from '../../src/scenario/text/builtins.ts';
import { parseDuration } from '../../src/scenario/text/time.ts';

const PAGE = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');

interface Shape {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly oneOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
}

const schema: Shape = scenarioJsonSchema();
const REQUEST_KEYS: readonly string[] = ['request', 'headers', 'json', 'form', 'body', 'bodyFile', 'timeout'];

const part = (name: string): Shape => schema.properties?.[name] ?? {};
const keysOf = (shape: Shape | boolean | undefined): readonly string[] =>
  typeof shape === 'object' ? [...Object.keys(shape.properties ?? {}), ...(shape.anyOf ?? []).flatMap(keysOf)] : [];
const below = (shape: Shape | undefined, key: string): readonly string[] =>
  ownKeys(shape?.properties?.[key]).map((name) => `${key}.${name}`);
const phases = part('load').items?.oneOf ?? [];
const ownKeys = (shape: Shape | boolean | undefined): readonly string[] =>
  keysOf(shape).filter((key) => !REQUEST_KEYS.includes(key));

/** Keys of the language, by the section of the page that has to list them. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  'The file': keysOf(schema),
  'A request': REQUEST_KEYS,
  '`limit`': keysOf(part('limit')),
  '`setup`': [...ownKeys(part('setup').items), ...below(part('setup').items, 'expect')],
  '`identities`': keysOf(part('identities')),
  '`write`': ownKeys(part('write')),
  '`outcome`': [...keysOf(part('outcome')), ...keysOf(part('outcome').additionalProperties)],
  '`load`': [...new Set([...phases.flatMap(ownKeys), ...phases.flatMap((phase) => below(phase, 'abort'))])],
  '`read`': ownKeys(part('read').anyOf?.[0]?.additionalProperties),
  '`expect`': [
    ...keysOf(part('expect').additionalProperties),
    ...keysOf(part('expect')),
    ...below(part('expect'), 'sumsTo').filter((key) => key !== 'sumsTo.perPhase'),
    ...below(part('expect'), 'unharmed'),
  ],
};

/** What a part of a scenario on the page leaves out. */
const REST = { write: 'write: { request: POST /counter }', read: 'read: { total: { request: GET /counter } }' };

const kindOf = (phase: Shape): string =>
  (phase.properties?.phase as { readonly const?: string } | undefined)?.const ?? '';

const section = (title: string): string => PAGE.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

/** Rows of the first table of a section, by their key. */
function rowsOf(title: string): ReadonlyMap<string, readonly string[]> {
  const [table = ''] = section(title).match(/(?:^\|.*\n)+/m) ?? [];
  const rows = table.trimEnd().split('\n').slice(2);
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
  return new Map(cells.map(([key = '', ...rest]) => [key.replaceAll('`', ''), rest]));
}

describe('the page of the scenario language', () => {
  it.each(Object.entries(SECTIONS))('lists under %s every key of the schema, and no other', (title, keys) => {
    expect(keys.length).toBeGreaterThan(0);
    expect([...rowsOf(title).keys()].sort()).toEqual([...new Set(keys)].sort());
  });

  it('states the defaults that hold', () => {
    const stated = (title: string, key: string): string => rowsOf(title).get(key)?.at(-1) ?? '';
    expect(parseDuration(stated('The file', 'settle'))).toBe(DEFAULTS.settleMs);
    expect(parseDuration(stated('The file', 'timeout'))).toBe(DEFAULTS.timeoutMs);
    expect(parseDuration(stated('`load`', 'every').split(';')[0] ?? '')).toBe(DEFAULTS.everyMs);
    expect(parseDuration(stated('`load`', 'after'))).toBe(DEFAULTS.inFlightMs);
    expect(parseDuration(stated('`expect`', 'unharmed.every'))).toBe(DEFAULTS.everyMs);
    expect(parseDuration(stated('`load`', 'hold'))).toBe(DEFAULTS.holdMs);
    expect(stated('The file', 'rounds')).toBe(String(DEFAULTS.rounds));
    expect(stated('The file', 'step')).toBe(DEFAULTS.step);
    expect(stated('The file', 'load')).toBe(`${DEFAULTS.concurrency} concurrent, then ${DEFAULTS.concurrency} spaced`);
  });

  it('lists every value that is built in', () => {
    const listed = [...rowsOf('Templates').keys()].map((name) => name.replace(/^\{\{|(?:\..*)?\}\}$/g, ''));
    expect(listed.filter((name) => !name.startsWith('name')).sort()).toEqual([...RESERVED_NAMES].sort());
  });

  it('has an example that loads, as it says', () => {
    const example = PAGE.match(/```yaml\n(version: 1\n[\s\S]*?)```/)?.[1] ?? '';
    const scenario = parseScenario(example, 'example.probe.yaml', { env: { PROBER_PASSWORD: 'hush-hush' } });
    expect(scenario).toMatchObject({ name: 'Every like is counted', rounds: 5 });
    expect(scenario.setup).toHaveLength(2);
    expect(scenario.secrets).toContain('hush-hush');
  });

  const examples = [...PAGE.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  const parts = examples.filter((text) => !text.startsWith('#') && !text.startsWith('version'));

  it.each(parts.map((text) => [text.split('\n')[0], text]))(
    'has a part of a scenario that loads: %s',
    (_, text = '') => {
      const keys = text.split('\n').map((line) => line.split(':')[0]);
      const rest = Object.entries(REST).filter(([key]) => !keys.includes(key));
      const whole = ['version: 1', 'target: http://127.0.0.1:8080', text, ...rest.map(([, line]) => line)].join('\n');
      expect(parseScenario(whole, 'part.probe.yaml', { env: {} }).phases.length).toBeGreaterThan(0);
    },
  );

  it('has an example of every section', () => {
    const all = examples.join('\n');
    const missing = Object.keys(SECTIONS).filter((title) => !all.includes(`\n${title.replaceAll('`', '')}:`));
    expect(missing).toEqual(['The file', 'A request']);
  });

  it('has an example of every kind of phase', () => {
    const kinds = new Set([...examples.join('\n').matchAll(/phase: ([a-z]+)/g)].map(([, kind]) => kind));
    expect([...kinds].sort()).toEqual(phases.map(kindOf).sort());
    expect([...section('`load`').matchAll(/^\| `([a-z]+)` \| [^|]+ \|$/gm)].map(([, kind]) => kind).sort()).toEqual(
      [...kinds].sort(),
    );
  });

  it('is linked from the README', () => {
    expect(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')).toContain('](docs/scenarios.md)');
  });
});

describe('the JSON Schema', () => {
  it('describes every key', () => {
    const undescribed = (shape: Shape | boolean | undefined, path: string): readonly string[] => {
      if (typeof shape !== 'object') return [];
      const members = Object.entries(shape.properties ?? {});
      return [
        ...members.flatMap(([key, below]) => [
          ...(below.description ? [] : [`${path}${key}`]),
          ...(key === 'json' ? [] : undescribed(below, `${path}${key}.`)),
        ]),
        ...undescribed(shape.additionalProperties, `${path}*.`),
        ...undescribed(shape.items, `${path}[].`),
        ...[...(shape.oneOf ?? []), ...(shape.anyOf ?? [])].flatMap((one) => undescribed(one, path)),
      ];
    };
    expect(undescribed(schema, '')).toEqual([]);
  });
});
