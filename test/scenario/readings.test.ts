import { describe, expect, it } from 'vitest';
import { scenarioOf } from './parsed.ts';

const readingOf = (given: string) => scenarioOf(`read:\n  a: { request: GET /a, ${given} }`);

describe('a write that is a GET', () => {
  const written = (read: string) => scenarioOf(`write: { request: GET /c }\nread: { total: { ${read} } }`);

  it('is not read by the same request, unless it is said where the number is, or that a look counts', () => {
    expect(() => written('request: GET /c')).toThrow(/this is the write itself: it is a GET of the same URL/);
    for (const read of ['GET /d', 'GET /c, take: $.n', 'GET /c, adds: 1', 'GET /c, headers: { Accept: text/plain }'])
      expect(written(`request: ${read}`).readings, read).toHaveLength(1);
  });
});

describe('a reading', () => {
  it.each<[string, object]>([
    ['take: $.n', { as: 'number', take: { query: '$.n' }, info: {}, settleMs: 2_000 }],
    ['take: "$[*]", as: count', { as: 'count' }],
    ['take: /items, as: list', { as: 'list', take: { kind: 'pointer' } }],
    ['as: list', { as: 'list', take: { query: '$' } }],
    ['take: $.items, as: list, distinct: true', { distinct: null }],
    ['take: "$[*]", as: count, distinct: $.id', { distinct: { query: '$.id' } }],
    ['absent: 0', { absent: '0' }],
    ['absent: "1.50"', { absent: '1.5' }],
    ['adds: 1', { info: { adds: '1' } }],
    ['nudge: true', { info: { nudge: true } }],
    ['times: 3, connections: fresh', { times: 3 }],
    ['settle: 300ms', { settleMs: 300 }],
  ])('with %s', (given, made) => {
    expect(readingOf(given).readings[0]).toMatchObject(made);
  });

  it('is the same, said to be on fresh connections or not: it always is', () => {
    expect(readingOf('connections: fresh').readings).toEqual(
      readingOf('times: 1').readings.map(({ times: _, ...one }) => one),
    );
  });

  it('says nothing that is not said', () => {
    const [reading] = readingOf('adds: 0, nudge: false').readings;
    expect(Object.keys(reading ?? {}).sort()).toEqual(['as', 'info', 'name', 'request', 'settleMs', 'take']);
    expect(reading?.info).toEqual({});
  });

  it('may be bounded while writes are in flight', () => {
    expect(readingOf('during: { atMost: 5, atLeast: 0 }').expect.during).toEqual([
      { reading: 'a', atLeast: '0', atMost: '5' },
    ]);
    expect(readingOf('during: { equals: acknowledged }').expect.during).toEqual([
      { reading: 'a', equals: 'acknowledged' },
    ]);
  });

  it('has its own time to settle, and the longest is that of the scenario', () => {
    const scenario = scenarioOf('settle: 1s\nread: { a: { request: GET /a, settle: 3s }, b: { request: GET /b } }');
    expect(scenario.settleMs).toBe(3_000);
    expect(scenario.readings.map(({ settleMs }) => settleMs)).toEqual([3_000, 1_000]);
    const over = scenarioOf('read: { a: { request: GET /a, settle: 3s } }', { overrides: { settleMs: 10 } });
    expect(over).toMatchObject({ settleMs: 10, readings: [{ settleMs: 10 }] });
  });
});
