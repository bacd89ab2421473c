import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { DuringExpectation, History, PhaseInfo } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { certified } from '../../support/certified.ts';
import { headerOf, historyOf } from '../../support/history.ts';
import { codesOf, findingOf, tenAndTen } from '../../support/verdicts.ts';
import { saw, yes } from '../objects/recorded.ts';

/** Ten and ten that are all kept, with reads made during the burst. */
function read(values: readonly string[], bounds: Omit<DuringExpectation, 'reading'>): History {
  const { expect } = headerOf();
  const header = headerOf({ expect: { ...expect, during: [{ reading: 'value', ...bounds }] } });
  const history = historyOf([tenAndTen('0', '10', '20')], header);
  const settled = history.operations.find((op) => op.role === 'settle');
  const write = history.operations.find((op) => op.f !== 'read');
  if (!settled || !write) throw new Error('a sketch without reads');
  const during = values.map((value, i) => ({
    ...settled,
    id: 1_000 + i,
    value,
    role: 'during' as const,
    invoke: write.invoke + 1_000 * (i + 1),
    complete: write.invoke + 1_000 * (i + 2),
  }));
  return { ...history, operations: [...history.operations, ...during] };
}

describe('what a reading may show while writes are in flight', () => {
  it('is kept where every read is inside its bounds', () => {
    expect(check(read(['0', '4', '9'], { atMost: '10', atLeast: '0' })).verdict).toBe('pass');
  });

  it('is broken by one read outside (CP114)', () => {
    const result = check(read(['0', '12', '9'], { atMost: '10' }));
    expect(codesOf(result)).toEqual(['CP114']);
    expect(findingOf(result, 'CP114').message).toBe(
      'While writes were in flight the value was to be at most 10, and it was 12: 1 of 3 readings lay outside',
    );
    expect(findingOf(result, 'CP114')).toMatchObject({ phase: 'concurrent', count: { min: 1, max: 1 } });
  });

  it('may be bound by the writes that may have counted by then', () => {
    expect(check(read(['0', '10'], { atMost: 'acknowledged' })).verdict).toBe('pass');
    expect(codesOf(check(read(['0', '11'], { atMost: 'acknowledged' })))).toEqual(['CP114']);
  });

  it('is not known (CP308) where nobody read it then', () => {
    expect(codesOf(check(read([], { atMost: '10' })))).toEqual(['CP308']);
  });
});

const [, spaced] = headerOf().phases as [PhaseInfo, PhaseInfo];

/** Nothing but such reads was asked about. */
const NONE = ['CP308'];

/** Judged, and with a proof where it fails. */
function judged(operations: readonly Operation[], errorNs: number, step = '1', initial: string | null = '0') {
  const header = headerOf({
    initial,
    step,
    phases: [{ ...spaced, index: 0 }],
    clock: { unit: 'ns', errorNs },
    expect: { readings: [], unique: false, during: [{ reading: 'value', equals: 'acknowledged' }] },
  });
  const history = { header, operations: operations.map((one, id) => ({ ...one, id })), marks: [] };
  return certified(history, check(history));
}

describe('what was acknowledged when a number was read among writes', () => {
  const again = { intent: 'one' };
  const looks = (value: string) => [
    yes('increment', 10, 20, again),
    yes('increment', 30, 40, again),
    saw(value, 50, 60, { role: 'during' }),
    yes('increment', 70, 80),
  ];

  it('is told by intents: the second answer to one is no second write', () => {
    expect(codesOf(judged(looks('1'), 0))).toEqual(NONE);
    expect(codesOf(judged(looks('2'), 0))).toEqual(['CP114']);
    expect(codesOf(judged(looks('0'), 0))).toEqual(['CP114']);
  });

  it('is told as far as the clocks of two machines tell', () => {
    const apart = (value: string) => [
      yes('increment', 100, 200, { machine: 'a' }),
      saw(value, 250, 300, { machine: 'b', role: 'during' }),
      yes('increment', 350, 400, { machine: 'a' }),
    ];
    for (const value of ['0', '1', '2']) expect(codesOf(judged(apart(value), 100))).toEqual(NONE);
    expect(codesOf(judged(apart('3'), 100))).toEqual(['CP114']);
    expect(codesOf(judged(apart('0'), 10))).toEqual(['CP114']);
    expect(codesOf(judged(apart('2'), 10))).toEqual(['CP114']);
  });

  it('is counted from the number that the round began with, in steps', () => {
    const from = (base: string) => saw(base, 1, 2, { role: 'before', phaseIndex: -1 });
    expect(codesOf(judged([from('7'), ...looks('8')], 0))).toEqual(NONE);
    expect(codesOf(judged([from('7'), ...looks('1')], 0))).toEqual(['CP114']);
    expect(codesOf(judged([from('7'), ...looks('5')], 0, '-2'))).toEqual(NONE);
    expect(codesOf(judged([from('7'), ...looks('8')], 0, '-2'))).toEqual(['CP114']);
  });

  it('is not known where nobody looked from where it goes on, or looks differ', () => {
    const from = (...values: string[]) =>
      values.map((value, i) => saw(value, 1 + i, 2 + i, { role: i === 0 ? 'before' : 'quiet', phaseIndex: -1 }));
    expect(codesOf(judged([...from('7', '9'), ...looks('12')], 0))).toContain('CP308');
    expect(codesOf(judged([...from('7', '9'), ...looks('12')], 0))).not.toContain('CP114');
    expect(codesOf(judged(looks('12'), 0, '1', null))).not.toContain('CP114');
  });

  it('leaves room for what an earlier round may have left', () => {
    const round = (one: Operation): Operation => ({ ...one, round: 2 });
    const base = saw('0', 1, 2, { role: 'before', phaseIndex: -1 });
    const rounds = (value: string) => [
      ...[base, yes('increment', 3, 4), yes('increment', 5, 6)],
      ...[saw('0', 7, 8, { role: 'before', phaseIndex: -1 }), ...looks(value)].map(round),
    ];
    expect(codesOf(judged(rounds('3'), 0))).not.toContain('CP114');
    expect(codesOf(judged(rounds('4'), 0))).toContain('CP114');
  });
});
