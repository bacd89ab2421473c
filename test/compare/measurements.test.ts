import { describe, expect, it } from 'vitest';
import { allPhases, hasKey, measurement, type Question, TURNS } from '../../src/compare/measurements.ts';
import { compile } from '../../src/plan/compile.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { base } from './sample.ts';

const extent = { rounds: 5, settleMs: 300, killCommand: 'kill it' };
const asked = (question: Question): Scenario => measurement(base, question, extent);

describe('a measurement', () => {
  it('keeps the requests of the scenario and changes what is done with them', () => {
    for (const question of ['reads', 'slowReads', 'burst', 'spaced', 'retry', 'kill'] as const) {
      const scenario = asked(question);
      expect(scenario.write).toEqual(base.write);
      expect(scenario.readings.map(({ request }) => request)).toEqual(base.readings.map(({ request }) => request));
      expect(scenario.settleMs).toBe(300);
      expect(compile(scenario, 1).phases.map(({ how }) => how)).toEqual(scenario.phases);
    }
  });

  it('lets ten writes go together, in as many rounds as are asked for', () => {
    const { phases, rounds } = asked('burst');
    expect(phases).toMatchObject([{ kind: 'concurrent', count: 10 }]);
    expect(rounds).toBe(5);
  });

  it('holds a retry to one effect a key', () => {
    const { object, expect: expected, phases } = asked('retry');
    expect({ object, risesBy: expected.readings[0]?.risesBy }).toEqual({ object: 'effect', risesBy: 'keys' });
    expect(phases).toMatchObject([{ kind: 'retry', lose: 'reply', key: 'same' }]);
  });

  it('asks of reads beside one writer that each client sees its own writes', () => {
    const { require, phases } = asked('reads');
    expect(require).toBe('read-your-writes');
    expect(phases).toMatchObject([{ kind: 'mixed', lanes: 1, readers: 1 }]);
  });

  it('times writes on one connection, and reads nothing beside them', () => {
    const { phases, readings, quietMs, expect: expected } = asked('timed');
    expect(phases).toMatchObject([{ kind: 'spaced', everyMs: 0, connections: 1 }]);
    expect([readings, expected.readings, quietMs]).toEqual([[], [], 0]);
  });

  it('are counted all when somebody is asked to agree to them', () => {
    const timed = allPhases(base, 5).filter(({ name }) => name === 'timed');
    expect(timed).toHaveLength(TURNS);
  });

  it('judges writes and kill together', () => {
    const { phases, expect: expected } = asked('kill');
    expect(phases).toMatchObject([{ kind: 'spaced' }, { kind: 'run', command: 'kill it' }]);
    expect(expected.readings[0]?.perPhase).toBe(false);
  });

  it('has no command for what is not to be killed among the phases that a service may be sent', () => {
    const kinds = new Set(allPhases(base, 5).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['concurrent', 'mixed', 'retry', 'spaced']);
  });
});

it('a key is found wherever it stands', () => {
  expect(hasKey(base)).toBe(true);
  const plain = { ...base, write: { ...base.write, request: { ...base.write.request, headers: [] } } };
  expect(hasKey(plain)).toBe(false);
  expect(hasKey({ ...plain, vars: { id: 'event-{{ key }}' } })).toBe(true);
});
