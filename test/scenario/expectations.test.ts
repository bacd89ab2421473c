import { describe, expect, it } from 'vitest';
import { scenarioOf } from './parsed.ts';

const READ = 'read:\n  a: { request: GET /a }\n  b: { request: GET /b }';
const expectOf = (lines: string, more = '') => scenarioOf(`${READ}\n${more}expect:\n${lines}`).expect;

describe('what a reading is held to', () => {
  it.each<[string, object]>([
    ['5', { equals: '5', risesBy: null, perPhase: false }],
    ['acknowledged', { equals: 'acknowledged', risesBy: null }],
    ['b', { equals: 'b', risesBy: null }],
    ['{ risesBy: acknowledged, perPhase: true }', { risesBy: 'acknowledged', perPhase: true }],
    ['{ risesBy: keys }', { risesBy: 'keys', perPhase: false }],
    ['{ risesBy: created }', { risesBy: 'created' }],
    ['{ risesBy: "2.50" }', { risesBy: '2.5' }],
    ['{ fallsBy: 3 }', { risesBy: '-3' }],
    ['{ risesBy: 0, atLeast: 0, atMost: 100 }', { risesBy: '0', atLeast: '0', atMost: '100' }],
    ['{ equals: b, perPhase: true }', { equals: 'b', risesBy: null, perPhase: true }],
    ['{ risesBy: acknowledged, within: 5% }', { risesBy: 'acknowledged', within: 0.05 }],
    ['{ risesBy: acknowledged, within: 0.2 }', { within: 0.2 }],
  ])('%s', (written, made) => {
    const { readings } = expectOf(`  a: ${written}`, 'outcome: { created: 201 }\n');
    expect(readings).toEqual([expect.objectContaining({ reading: 'a', ...made })]);
  });

  it('has a share to be off by from its reading, unless it says another', () => {
    const within = (own: string) =>
      scenarioOf(`read: { a: { request: GET /a, within: 5% } }\nexpect: { a: { risesBy: acknowledged${own} } }`).expect
        .readings;
    expect(within('')).toMatchObject([{ within: 0.05 }]);
    const unsaid = scenarioOf('read: { a: { request: GET /a, within: 5% } }').expect.readings;
    expect(unsaid).toMatchObject([{ risesBy: 'acknowledged', within: 0.05 }]);
    expect(within(', within: 1%')).toMatchObject([{ within: 0.01 }]);
    expect(within(', within: 0')[0]).not.toHaveProperty('within');
  });
});

describe('a limit', () => {
  const quota = (lines: string) => scenarioOf(`object: quota\n${lines}`);

  it('may stand under expect, and is the same there', () => {
    const top = quota('limit: { count: 5, per: 1m }\nread: none');
    expect(top.limit).toEqual({ count: '5', per: '60000ms' });
    expect(quota('expect: { limit: { count: 5, per: 1m } }\nread: none').limit).toEqual(top.limit);
    expect(quota('expect: { limit: 5 }').limit).toEqual({ count: '5', per: 'round' });
    expect(quota('expect: { limit: 5 }').expect).toEqual(quota('limit: 5').expect);
  });

  it('is said once', () => {
    expect(() => quota('limit: 5\nexpect: { limit: 5 }')).toThrow(/the limit is said twice/);
    expect(() => scenarioOf('expect: { limit: 5 }')).toThrow(/a counter has no limit/);
    expect(() => quota('expect: { limit: { count: 5, per: monday } }')).toThrow(/monday/);
  });
});

describe('a quota or a reservation without a limit', () => {
  const NONE = { mend: 'add limit: 5, or expect: { acknowledged: { atMost: 5 } }' };

  it('is a mistake, for it would pass whatever was admitted', () => {
    for (const lines of ['', 'read: none', 'read: { used: { request: GET /used, take: $.n } }'])
      expect(() => scenarioOf(`object: quota\n${lines}`), lines).toThrow(
        expect.objectContaining({ message: 'a quota needs a limit', ...NONE }),
      );
  });

  it('is none where expect says what is asked, or the command line how many', () => {
    for (const lines of [
      'acknowledged: 5',
      'acknowledged: { atMost: 5 }',
      'acknowledged: { atLeast: 1 }',
      'rejected: 0',
      'acknowledged: { equals: 5, perPhase: true }',
    ])
      expect(scenarioOf(`object: quota\nexpect: { ${lines} }`)).not.toHaveProperty('limit');
    const ofPhase = 'load: [{ phase: concurrent, count: 8, expect: { acknowledged: { atMost: 5 } } }]';
    expect(scenarioOf(`object: quota\n${ofPhase}`)).not.toHaveProperty('limit');
    expect(scenarioOf('object: reservation\nexpect: { acknowledged: { atMost: 2 } }')).not.toHaveProperty('limit');
    expect(scenarioOf('object: quota\nread: none', { overrides: { limit: '7' } }).limit).toEqual({
      count: '7',
      per: 'round',
    });
  });
});

describe('sumsTo', () => {
  it('is one sum, or a list of them', () => {
    const sums = expectOf(
      '  sumsTo:\n    - { of: [a, b], equals: 100 }\n    - { of: [b, a], equals: acknowledged, perPhase: true }',
    ).sums;
    expect(sums).toEqual([
      { of: ['a', 'b'], equals: '100', perPhase: false },
      { of: ['b', 'a'], equals: 'acknowledged', perPhase: true },
    ]);
    expect(() => expectOf('  sumsTo:\n    - { of: [a, c], equals: 100 }')).toThrow(/there is no reading called "c"/);
  });
});

describe('read: none', () => {
  it('is no readings', () => {
    const { readings, expect: judged } = scenarioOf('read: none\nexpect: { unique: $.n }');
    expect(readings).toEqual([]);
    expect(judged.readings).toEqual([]);
    expect(() => scenarioOf('read: nothing')).toThrow(/a map of readings, or none/);
    expect(() => scenarioOf('read: none')).toThrow(/nothing is read and no answer is looked at/);
  });
});

describe('readings that rise and fall', () => {
  it('fall by the step of the scenario where all fall', () => {
    const { step, expect: judged } = scenarioOf(
      `${READ}\nstep: 3\nexpect: { a: { fallsBy: acknowledged }, b: { fallsBy: 6 } }`,
    );
    expect(step).toBe('-3');
    expect(judged.readings).toEqual([
      { reading: 'a', perPhase: false, risesBy: 'acknowledged' },
      { reading: 'b', perPhase: false, risesBy: '-6' },
    ]);
  });

  it('fall by a step of their own beside one that rises', () => {
    const { step, expect: judged } = scenarioOf(
      `${READ}\nstep: 30\nexpect: { a: { fallsBy: acknowledged }, b: { risesBy: acknowledged } }`,
    );
    expect(step).toBe('30');
    expect(judged.readings).toMatchObject([{ reading: 'a', step: '-30' }, { reading: 'b' }]);
    expect(judged.readings[1]).not.toHaveProperty('step');
  });
});

describe('a step of one reading', () => {
  const stepped = (a: string, b: string) => {
    const { step, expect: judged } = scenarioOf(`${READ}\nstep: 30\nexpect: { a: { ${a} }, b: { ${b} } }`);
    return [step, ...judged.readings.map((one) => one.step)];
  };

  it('stands in for that of the scenario, upwards and downwards', () => {
    expect(stepped('risesBy: acknowledged', 'risesBy: acknowledged, step: 1')).toEqual(['30', undefined, '1']);
    expect(stepped('fallsBy: acknowledged', 'fallsBy: keys, step: 2')).toEqual(['-30', undefined, '-2']);
    expect(stepped('fallsBy: acknowledged', 'risesBy: acknowledged, step: 2')).toEqual(['-30', undefined, '2']);
  });

  it('is of a count', () => {
    expect(() => stepped('risesBy: 5, step: 1', 'equals: 1')).toThrow(/rises or falls by a count/);
  });
});

describe('counts of answers', () => {
  it.each<[string, object]>([
    ['  acknowledged: 5', { count: 'acknowledged', equals: '5', perPhase: false }],
    ['  rejected: { atLeast: 1, atMost: 3 }', { count: 'rejected', atLeast: '1', atMost: '3' }],
    ['  unknown: { equals: 0, perPhase: true }', { count: 'unknown', equals: '0', perPhase: true }],
    ['  keys: { equals: a }', { count: 'keys', equals: 'a' }],
    ['  created: { atMost: acknowledged }', { count: 'created', atMost: 'acknowledged' }],
  ])('%s', (written, made) => {
    expect(expectOf(written, 'outcome: { created: 201 }\n').counts).toEqual([expect.objectContaining(made)]);
  });

  it('stand beside sums, bodies and another request', () => {
    const scenario = scenarioOf(`${READ}
expect:
  sumsTo: { of: [a, b], equals: 100, perPhase: true }
  sameBody: acknowledged
  unharmed: { request: "GET /go/{{run_id}}", headers: { X-A: b }, every: 20ms, slowerBy: 200ms }`);
    expect(scenario.expect).toEqual({
      readings: [],
      unique: false,
      sums: [{ of: ['a', 'b'], equals: '100', perPhase: true }],
      sameBody: 'acknowledged',
      unharmed: { request: 'GET /go/{{run_id}}', slowerByMs: 200 },
    });
    expect(scenario.unharmed).toMatchObject({
      request: { method: 'GET', url: 'http://127.0.0.1:8080/go/{{run_id}}' },
      everyMs: 20,
    });
  });
});

describe('what a phase is held to', () => {
  it('is of that phase alone', () => {
    const { expect: judged } = scenarioOf(`${READ}
load:
  - { phase: concurrent, count: 5, expect: { acknowledged: 1 } }
  - { phase: wait, for: 1s, expect: { a: 0 } }
  - { phase: request, request: GET /free, expect: { status: 200, b: { risesBy: 1 }, sumsTo: { of: [a, b], equals: 3 } } }`);
    expect(judged.counts).toEqual([{ count: 'acknowledged', equals: '1', perPhase: true, phaseIndex: 0 }]);
    expect(judged.readings).toEqual([
      { reading: 'a', perPhase: true, phaseIndex: 1, risesBy: null, equals: '0' },
      { reading: 'b', perPhase: true, phaseIndex: 2, risesBy: '1' },
    ]);
    expect(judged.sums).toEqual([{ of: ['a', 'b'], equals: '3', perPhase: true, phaseIndex: 2 }]);
  });
});

describe('what is held to where little is said', () => {
  const rises = (reading: string, risesBy = 'acknowledged') => ({ reading, risesBy, perPhase: true });
  it.each<[string, object]>([
    ['object: counter', { limit: undefined, expect: { readings: [rises('a'), rises('b')] } }],
    ['object: counter\nexpect: { unique: $.n }', { expect: { readings: [rises('a'), rises('b')], unique: true } }],
    ['object: counter\nexpect: { a: 3 }', { expect: { readings: [{ reading: 'a', equals: '3' }] } }],
    ['object: counter\nexpect: { sumsTo: { of: [a, b], equals: 3 } }', { expect: { readings: [] } }],
    [
      'object: quota\nlimit: 5',
      { limit: { count: '5', per: 'round' }, expect: { readings: [rises('a'), rises('b')] } },
    ],
    ['object: quota\nlimit: { count: 5, per: phase }', { limit: { count: '5', per: 'phase' } }],
    ['object: quota\nlimit: { count: 5, per: 2s }', { limit: { count: '5', per: '2000ms' }, expect: { readings: [] } }],
    ['object: quota\nlimit: { count: 5, per: identity }', { limit: { per: 'identity' }, expect: { readings: [] } }],
    ['object: quota\nexpect: { acknowledged: 5 }', { limit: undefined, expect: { readings: [] } }],
    ['object: effect', { limit: undefined, expect: { readings: [rises('a', 'keys'), rises('b', 'keys')] } }],
    ['object: reservation', { limit: { count: '1', per: 'round' }, expect: { readings: [] } }],
    ['object: reservation\nexpect: { acknowledged: 3 }', { limit: { count: '3', per: 'round' } }],
    [
      'object: reservation\nexpect: { acknowledged: { equals: 1, perPhase: true } }',
      { limit: { count: '1', per: 'phase' } },
    ],
    ['object: reservation\nexpect: { acknowledged: { atMost: 2 } }', { limit: undefined }],
    ['object: custom\nexpect: { a: { risesBy: 0 } }', { expect: { readings: [{ reading: 'a', risesBy: '0' }] } }],
  ])('%s', (lines, made) => {
    expect({ limit: undefined, ...scenarioOf(`${READ}\n${lines}`) }).toMatchObject(made);
  });

  it('a value that an effect returns may come twice', () => {
    const scenario = scenarioOf('object: effect\nwrite: { request: POST /x, returns: $.id }');
    expect(scenario).toMatchObject({ returns: { query: '$.id' }, expect: { unique: false } });
  });

  it.each([
    ['eventual', 'eventual'],
    ['read-your-writes', 'read-your-writes'],
    ['latest', 'latest'],
    ['bounded:5s', 'bounded:5000ms'],
    ['bounded:50ms', 'bounded:50ms'],
  ])('require: %s is %s', (written, level) => {
    expect(scenarioOf(`require: ${written}`).require).toBe(level);
  });
});
