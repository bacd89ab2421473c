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
}

const schema: Shape = scenarioJsonSchema();
const REQUEST_KEYS = ['request', 'headers', 'json', 'form', 'body', 'bodyFile', 'timeout'];

const part = (name: string): Shape => schema.properties?.[name] ?? {};
const keysOf = (shape: Shape | boolean | undefined): readonly string[] =>
  typeof shape === 'object' ? Object.keys(shape.properties ?? {}) : [];
const ownKeys = (shape: Shape | boolean | undefined): readonly string[] =>
  keysOf(shape).filter((key) => !REQUEST_KEYS.includes(key));

/** Keys of the language, by the section of the page that has to list them. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  'The file': keysOf(schema),
  'A request': REQUEST_KEYS,
  '`setup`': [
    ...ownKeys(part('setup').items),
    ...keysOf(part('setup').items?.properties?.expect).map((k) => `expect.${k}`),
  ],
  '`write`': ownKeys(part('write')),
  '`outcome`': keysOf(part('outcome')),
  '`load`': [...new Set((part('load').items?.oneOf ?? []).flatMap(keysOf))],
  '`read`': ownKeys(part('read').additionalProperties),
  '`expect`': [...keysOf(part('expect').additionalProperties), ...keysOf(part('expect'))],
};

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
    expect([...rowsOf(title).keys()].sort()).toEqual([...keys].sort());
  });

  it('states the defaults that hold', () => {
    const stated = (title: string, key: string): string => rowsOf(title).get(key)?.at(-1) ?? '';
    expect(parseDuration(stated('The file', 'settle'))).toBe(DEFAULTS.settleMs);
    expect(parseDuration(stated('The file', 'timeout'))).toBe(DEFAULTS.timeoutMs);
    expect(parseDuration(stated('`load`', 'every'))).toBe(DEFAULTS.everyMs);
    expect(parseDuration(stated('`load`', 'hold'))).toBe(DEFAULTS.holdMs);
    expect(stated('The file', 'rounds')).toBe(String(DEFAULTS.rounds));
    expect(stated('The file', 'step')).toBe(DEFAULTS.step);
    expect(stated('The file', 'load')).toBe(`${DEFAULTS.concurrency} concurrent, then ${DEFAULTS.concurrency} spaced`);
  });

  it('lists every value that is built in', () => {
    const listed = [...rowsOf('Templates').keys()].map((name) => name.replace(/^\{\{|(?:\..*)?\}\}$/g, ''));
    expect(listed.filter((name) => name !== 'name').sort()).toEqual(
      RESERVED_NAMES.filter((name) => name !== 'identity').sort(),
    );
  });

  it('has an example that loads, as it says', () => {
    const example = PAGE.match(/```yaml\n(version: 1\n[\s\S]*?)```/)?.[1] ?? '';
    const scenario = parseScenario(example, 'example.probe.yaml', { env: { PROBER_PASSWORD: 'hush-hush' } });
    expect(scenario).toMatchObject({ name: 'Every like is counted', rounds: 5 });
    expect(scenario.setup).toHaveLength(2);
    expect(scenario.secrets).toContain('hush-hush');
    expect(
      Object.keys(SECTIONS).flatMap((title) => (example.includes(title.replaceAll('`', '')) ? [] : [title])),
    ).toEqual(['The file', 'A request']);
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
        ...(shape.oneOf ?? []).flatMap((one) => undescribed(one, path)),
      ];
    };
    expect(undescribed(schema, '')).toEqual([]);
  });
});
