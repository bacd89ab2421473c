import { describe, expect, it } from 'vitest';
import { phaseChange } from '../../../src/cli/run/phase-change.ts';
import { scenarioOf } from '../../scenario/parsed.ts';

const LOAD = `load:
  - { phase: spaced, count: 4, expect: { total: { risesBy: acknowledged } } }
  - { phase: wait, for: 1s }
  - { phase: concurrent, count: 6, expect: { acknowledged: { atMost: 6 } } }
  - { phase: replay, count: 3 }`;

describe('-c, --spaced and --spacing', () => {
  it('change bursts and writes in turn, and nothing else', () => {
    const { phases } = phaseChange({ concurrency: '9', spaced: '2', spacing: '5ms' })(scenarioOf(LOAD));
    expect(phases).toMatchObject([
      { kind: 'spaced', count: 2, everyMs: 5 },
      { kind: 'wait' },
      { kind: 'concurrent', count: 9 },
      { kind: 'replay', count: 3 },
    ]);
  });

  it('leave out what is expected of a phase that is left out, and move up what is expected of the others', () => {
    const { phases, expect: judged } = phaseChange({ spaced: '0' })(scenarioOf(LOAD));
    expect(phases.map(({ kind }) => kind)).toEqual(['wait', 'concurrent', 'replay']);
    expect(judged.readings).toEqual([]);
    expect(judged.counts).toMatchObject([{ count: 'acknowledged', phaseIndex: 1 }]);
  });

  it.each([
    [
      'expect: { total: { risesBy: 4 } }',
      { concurrency: '3' },
      /total must rise by 4, so the number of its writes is fixed/,
    ],
    ['expect: { rejected: 7 }', { concurrency: '3' }, /rejected must be 7/],
    ['object: quota\nexpect: { acknowledged: 30 }', { concurrency: '3' }, /acknowledged must be 30/],
    ['load: [{ phase: spaced, count: 4 }]', { spaced: '0' }, /leaves no writes/],
  ])('are refused beside %s', (lines, flags, message) => {
    expect(() => phaseChange(flags)(scenarioOf(lines))).toThrow(message);
  });

  it.each([
    ['expect: { total: { risesBy: 0 } }', { concurrency: '3' }],
    ['object: quota\nexpect: { acknowledged: 5 }', { concurrency: '30' }],
    ['object: quota\nlimit: 5', { concurrency: '3' }],
    ['expect: { total: { risesBy: 4 } }', { spacing: '1ms' }],
  ])('go with %s', (lines, flags) => {
    expect(() => phaseChange(flags)(scenarioOf(lines))).not.toThrow();
  });
});
