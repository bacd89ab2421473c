import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { History } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { headerOf, historyOf, type RoundSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const counting = headerOf({ readingInfo: { value: { adds: '1' } } });

/** Each read adds one: six reads and twenty writes. */
const badge = (burst: readonly string[], spaced: string, quiet: string): RoundSketch => ({
  before: ['1', '2'],
  phases: [
    { acknowledged: 10, after: burst },
    { acknowledged: 10, after: spaced, quiet: [quiet] },
  ],
});

describe('a reading that itself counts', () => {
  it('is taken off where the scenario says so', () => {
    const result = judge([badge(['13', '14'], '25', '26')], counting);
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(result.notes.map(({ code }) => code)).toContain('reads-count');
  });

  it('does not hide a loss', () => {
    const result = judge([badge(['4', '5'], '16', '17')], counting);
    expect(codesOf(result)).toEqual(['CP101']);
    expect(findingOf(result, 'CP101').count).toEqual({ min: 9, max: 9 });
  });

  it('is shown as it was recorded', () => {
    const result = judge([badge(['4', '5'], '16', '17')], counting);
    expect(findingOf(result, 'CP101').witness.at(-1)?.value).toBe('5');
    expect(result.phases[0]?.operations?.at(-1)?.value).toBe('5');
  });

  it('counts from a number that is known, whether or not it shows its own', () => {
    expect(judge([badge(['13', '14'], '25', '26')], { ...counting, initial: '0' }).verdict).toBe('pass');
    expect(judge([badge(['13', '14'], '25', '26')], { ...counting, initial: '1' }).verdict).toBe('pass');
  });

  it('is somebody else as far as can be told, where nobody said so; and the words say what to do', () => {
    const result = judge([badge(['13', '14'], '25', '26')]);
    expect(codesOf(result)).toEqual(['CP304']);
    expect(findingOf(result, 'CP304').message).toMatch(/adds: 1/);
  });

  it('leaves a doubt (CP302) where one was sent and not answered: it may have counted', () => {
    const history = historyOf([badge(['13', '15'], '26', '27')], counting);
    const reads = history.operations.filter(({ role }) => role === 'settle');
    const lost = {
      ...reads[0],
      id: 99,
      outcome: 'info',
      value: null,
      status: null,
      complete: null,
      invoke: (reads[0]?.invoke ?? 0) + 1,
    };
    const result = check({ ...history, operations: [...history.operations, lost as (typeof reads)[number]] });
    expect(codesOf(result)).toEqual(['CP302']);
  });

  it('leaves other readings, rounds and counters alone where one was not answered', () => {
    const two = headerOf({
      readings: ['value', 'other'],
      readingInfo: { value: { adds: '1' } },
      setup: true,
      expect: {
        readings: ['value', 'other'].map((reading) => ({ reading, risesBy: 'acknowledged', perPhase: true })),
        unique: false,
      },
    });
    const round = (value: string, other: string): RoundSketch => ({
      before: ['0'],
      phases: [{ acknowledged: 10, after: value, others: { other } }],
    });
    const open = (history: History, round: number) => {
      const read = history.operations.find(({ role, round: of }) => role === 'settle' && of === round);
      const lost = { ...read, id: 999, outcome: 'info', value: null, status: null, complete: null, invoke: 0 };
      return check({ ...history, operations: [...history.operations, lost as Operation] });
    };
    const header = { ...two, phases: two.phases.slice(0, 1) };
    const inAnother = open(historyOf([round('11', '10'), round('15', '10')], header), 1);
    expect(inAnother.findings.map(({ code, round: of }) => [code, of])).toEqual([
      ['CP102', 2],
      ['CP302', 1],
    ]);
    const ofAnother = open(historyOf([round('11', '14')], header), 1);
    expect(codesOf(ofAnother)).toEqual(['CP102', 'CP302']);
    expect(codesOf(open(historyOf([round('15', '10')], header), 1))).toEqual(['CP302']);
    const counts = [{ count: 'acknowledged', equals: '3', perPhase: false }];
    const asked = { ...header, expect: { ...header.expect, counts } };
    expect(codesOf(open(historyOf([round('11', '10')], asked), 1))).toEqual(['CP114', 'CP302']);
  });

  it('may be what a key that was sent again seems to have done twice (CP302)', () => {
    const phases = [
      { index: 0, kind: 'replay', name: 'replay', count: 2, everyMs: null, when: 'after-success' } as const,
    ];
    const same = () => ({ intent: 'same' });
    const history = historyOf([{ before: ['1'], phases: [{ acknowledged: 2, after: '4', each: same }] }], {
      ...counting,
      phases,
    });
    const [read] = history.operations.filter(({ role }) => role === 'settle');
    const lost = {
      ...read,
      id: 99,
      outcome: 'info',
      value: null,
      status: null,
      complete: null,
      invoke: (read?.invoke ?? 0) - 1,
    };
    expect(codesOf(check(history))).toEqual(['CP110']);
    expect(codesOf(check({ ...history, operations: [...history.operations, lost as Operation] }))).toEqual(['CP302']);
  });
});
