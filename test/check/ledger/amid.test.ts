import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { HistoryHeader, PhaseInfo } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { certified } from '../../support/certified.ts';
import { headerOf } from '../../support/history.ts';
import { codesOf } from '../../support/verdicts.ts';
import { saw, yes } from '../objects/recorded.ts';

const [, spaced] = headerOf().phases as [PhaseInfo, PhaseInfo];
const phases = [0, 1].map((index) => ({ ...spaced, index, name: `spaced-${index}` }));
const header = (changes: Partial<HistoryHeader> = {}) =>
  headerOf({ phases, clock: { unit: 'ns', errorNs: 100 }, ...changes });
const a = { machine: 'a' };
const b = { machine: 'b' };
const before = { role: 'before' as const, phaseIndex: -1, phase: 'before' };
const second = { phaseIndex: 1, phase: 'spaced-1' };

const judged = (operations: readonly Operation[], of = header()) => {
  const numbered = operations.map((one, id) => ({ ...one, id }));
  const history = { header: of, operations: numbered, marks: [] };
  return certified(history, check(history));
};

/** Machine b begins when machine a is done with its first phase; the clock of b is 90 late. */
const skewed = (last: string) => [
  saw('0', 0, 10, { ...before, ...a }),
  yes('increment', 20, 30, a),
  saw('1', 1_040, 1_050, a),
  saw('1', 1_100, 1_110, { ...before, ...b }),
  yes('increment', 1_120, 1_130, b),
  saw('2', 1_170, 1_180, a),
  yes('increment', 1_200, 1_210, { ...a, ...second }),
  saw('3', 1_300, 1_310, b),
  yes('increment', 1_320, 1_330, { ...b, ...second }),
  saw(last, 3_000, 3_010, { ...a, ...second }),
  saw(last, 3_000, 3_010, { ...b, ...second }),
];

describe('A number that one machine read while another may have been writing', () => {
  it('is none at rest: what every phase but the last left is not told, and the sum over all is', () => {
    expect(judged(skewed('4'))).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('rests on how far the clocks may be off, and not on one clock', () => {
    const { assumptions } = judged(skewed('4'));
    expect(assumptions.join()).toMatch(/No clock was more than .+ from true time\./);
    expect(assumptions.join()).not.toContain('one clock');
  });

  it('hides no loss', () => {
    expect(codesOf(judged(skewed('3')))).toEqual(['CP101']);
  });

  it('tells nothing of a phase that was read in no other way, and nothing of others who write', () => {
    expect(codesOf(judged(skewed('4').slice(0, -2)))).toEqual(['CP308']);
  });

  it('leaves a round open that nothing else is told of, unless all saw in the end what its writes make', () => {
    const first = [saw('0', 0, 10, { ...before, ...a }), yes('increment', 20, 30, a), saw('1', 5_000, 5_010, a)];
    const next = { round: 2, key: 'two' };
    const ended = (last: string) => [
      ...first,
      saw('0', 8_000, 8_010, { ...before, ...a, ...next }),
      saw('0', 8_000, 8_010, { ...before, ...b, ...next }),
      yes('increment', 9_120, 9_130, { ...b, ...next }),
      yes('increment', 9_120, 9_130, { ...a, ...next }),
      saw(last, 9_170, 9_180, { ...a, ...next }),
      saw(last, 9_170, 9_180, { ...b, ...next }),
    ];
    const one = header({ phases: phases.slice(0, 1), rounds: 2 });
    expect(judged(ended('2'), one)).toMatchObject({ verdict: 'pass', findings: [] });
    for (const wrong of ['1', '3', '9']) expect(codesOf(judged(ended(wrong), one))).toEqual(['CP308']);
  });

  it('is no base: another machine had written by then', () => {
    const late = [
      saw('1', 25, 40, { ...before, ...b }),
      yes('increment', 0, 30, a),
      yes('increment', 50, 60, b),
      saw('2', 1_000, 1_010, a),
    ];
    expect(codesOf(judged(late, header({ phases: phases.slice(0, 1) })))).toEqual(['CP308']);
  });
});

describe('Readings that themselves count, on two machines', () => {
  const counting = header({ phases: phases.slice(0, 1), readingInfo: { value: { adds: '1' } } });
  /** By true time b reads first, and each shows what was before it. */
  const together = (last: string) => [
    saw('1', 100, 110, { ...before, ...a }),
    saw('0', 120, 130, { ...before, ...b }),
    saw('2', 1_000, 1_010, { ...before, ...a }),
    yes('increment', 2_000, 2_010, a),
    yes('increment', 2_000, 2_010, b),
    saw('5', 3_000, 3_010, a),
    saw(last, 4_000, 4_010, b),
  ];

  it('that were made close together tell no number, for nobody knows which of them came first', () => {
    expect(judged(together('6'), counting)).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('hide no loss', () => {
    const lost = together('5').map((one) => (one.value === '5' && one.machine === 'a' ? { ...one, value: '4' } : one));
    expect(codesOf(judged(lost, counting))).toEqual(['CP101']);
  });

  it('do not tell by the first whether they show their own, where it may not have been the first', () => {
    const told = { ...counting, initial: '0' };
    const unknown = together('6').filter((_, i) => i !== 2);
    // Taken off by what the first shows, they would show that somebody else wrote.
    expect(codesOf(judged(unknown, told))).toEqual(['CP308']);
  });
});

describe('Rounds of two machines', () => {
  it('that begin with the same number are told apart by what was read for certain before the next', () => {
    const one = { phases: phases.slice(0, 1), require: 'latest', rounds: 2 };
    const again = { round: 2 };
    const ops = [
      saw('0', 0, 10, { ...before, ...a }),
      saw('0', 0, 10, { ...before, ...b }),
      saw('0', 1_000, 1_010, { ...before, ...a, ...again }),
      yes('increment', 2_000, 2_010, { ...a, ...again }),
      saw('1', 3_000, 3_010, b),
      saw('1', 4_000, 4_010, { ...a, ...again }),
      saw('1', 4_000, 4_010, { ...b, ...again }),
    ];
    expect(judged(ops, header(one)).verdict).not.toBe('fail');
  });
});
