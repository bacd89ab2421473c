import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { History, HistoryHeader, PhaseInfo } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { holds } from '../../../src/verify/verify.ts';
import { certified } from '../../support/certified.ts';
import { headerOf } from '../../support/history.ts';
import { codesOf } from '../../support/verdicts.ts';
import { everyFinding } from '../../verify/forms.ts';
import { no, quotaOf, saw, stockOf, times, yes } from '../objects/recorded.ts';

const asked = { phases: [{ ...headerOf().phases[1], index: 0 } as PhaseInfo], expect: { readings: [], unique: false } };
const quota = (limit: number, changes: Partial<HistoryHeader> = {}) =>
  quotaOf(limit, 'round', { ...asked, ...changes });
const stock = (limit: number, changes: Partial<HistoryHeader> = {}) => stockOf(limit, { ...asked, ...changes });
const history = (header: HistoryHeader, operations: readonly Operation[]): History => ({
  header: { ...header, rounds: Math.max(...operations.map(({ round }) => round)) },
  operations: operations.map((one, id) => ({ ...one, id })),
  marks: [],
});
const judged = (header: HistoryHeader, operations: readonly Operation[]) => {
  const made = history(header, operations);
  return codesOf(certified(made, check(made)));
};
/** What the verifier takes of a history, whatever anybody says of it. */
const proven = (header: HistoryHeader, operations: readonly Operation[]) => {
  const made = history(header, operations);
  return [...everyFinding(made)].flatMap((finding) => (holds(made, { finding }) ? [finding] : []));
};

const onKey = (key: string, round = 1, changes: Partial<Operation> = {}) => ({ key, round, ...changes });
const let2In = (f: 'admit' | 'reserve', from: number, changes: Partial<Operation> = {}) =>
  times(2, () => yes(f, from, from + 2, changes));

describe('Two keys in one round', () => {
  const both = (f: 'admit' | 'reserve') =>
    ['k', 'j'].flatMap((key) => [...let2In(f, 3, { key }), no(f, 6, 7, { key })]);

  it('may each have a limit of its own', () => {
    expect(judged(quota(2), both('admit'))).toEqual([]);
    expect(judged(stock(2), both('reserve'))).toEqual([]);
    expect([...proven(quota(2), both('admit')), ...proven(stock(2), both('reserve'))]).toEqual([]);
  });

  it('may share one limit all the same', () => {
    const shared = [
      ...let2In('admit', 1, onKey('k')),
      no('admit', 6, 7, onKey('j')),
      yes('admit', 8, 9, onKey('j', 2)),
    ];
    expect(judged(quota(2), shared)).toEqual([]);
    expect(proven(quota(2), shared)).toEqual([]);
  });

  it('are each too many by themselves', () => {
    const three = (f: 'admit' | 'reserve') => [...both(f), yes(f, 8, 9, onKey('j'))];
    expect(judged(quota(2), three('admit'))).toEqual(['CP104']);
    expect(judged(stock(2), three('reserve'))).toEqual(['CP106']);
  });
});

describe('A key that lets nobody in, beside one that does', () => {
  const shut = (f: 'admit' | 'reserve') => [yes(f, 1, 2, onKey('k')), no(f, 11, 12, onKey('j', 2))];

  it('may have been used up ahead of the run: it is in doubt, and nothing is proven', () => {
    for (const [header, operations] of [
      [quota(1), shut('admit')],
      [stock(1), shut('reserve')],
      [quota(3), [...shut('admit'), no('admit', 3, 4, onKey('i'))]],
    ] as const) {
      expect(judged(header, operations)).toContain('CP309');
      expect(check(history(header, operations)).verdict).not.toBe('pass');
      expect(proven(header, operations).filter(({ proof }) => !('in' in proof && proof.in === 0))).toEqual([]);
    }
  });

  it('is wrong (CP105) where a setup sets it anew, or a number shows that it was not used up', () => {
    const setUp = { setup: true };
    expect(judged(quota(1, setUp), shut('admit'))).toEqual(['CP105']);
    const reading = { reading: 'value', risesBy: 'acknowledged', perPhase: false };
    const expecting = { readings: ['value'], expect: { readings: [reading], unique: false } };
    const look = (value: string, at: number, changes: Partial<Operation>) => saw(value, at, at, changes);
    const before = { role: 'before' as const, phaseIndex: -1 };
    const seen = (left: string) => [
      look('0', 0, onKey('k', 1, before)),
      yes('admit', 1, 2, onKey('k')),
      look('1', 3, onKey('k')),
      look(left, 10, onKey('j', 2, before)),
      no('admit', 11, 12, onKey('j', 2)),
      look(left, 13, onKey('j', 2)),
    ];
    expect(judged(quota(1, expecting), seen('0'))).toEqual(['CP105']);
    expect(judged(quota(1, expecting), seen('1'))).toEqual([]);
  });

  it('is in no doubt where a number of another key was read, and its own could not be', () => {
    const before = { role: 'before' as const, phaseIndex: -1 };
    const failed = { ...saw('0', 1, 2, onKey('j', 1, { ...before, outcome: 'info', value: null })), complete: null };
    const some = [
      saw('0', 0, 1, onKey('k', 1, before)),
      failed,
      yes('admit', 3, 4, onKey('k')),
      yes('admit', 3, 4, onKey('j')),
      no('admit', 13, 15, onKey('j')),
    ];
    expect(judged(quota(3), some)).toEqual([]);
    expect(proven(quota(3), some)).toEqual([]);
  });
});

describe('Where nobody was let in at all', () => {
  it('nothing is proven: the limit was used up, or it is of something else', () => {
    expect(proven(quota(2), [no('admit', 3, 5), no('admit', 6, 7)])).toEqual([]);
    expect(proven(stock(2), [no('reserve', 3, 5), no('reserve', 6, 7)])).toEqual([]);
    expect(proven(quota(2, { limitPer: '20ms' }), [no('admit', 9e9, 9e9 + 1)])).toEqual([]);
  });

  it('nor of rounds ahead of the first in which somebody was', () => {
    const later = [no('admit', 1, 2), yes('admit', 11, 12, { round: 2 })];
    expect(judged(quota(1), later)).toEqual([]);
    expect(proven(quota(1), later)).toEqual([]);
  });
});

describe('Two machines that each set one key anew ahead of their rounds', () => {
  const ofTwo = { setup: true, clock: { unit: 'ns' as const, errorNs: 1 } };
  const round = (f: 'admit' | 'reserve', from: number, machine: string) => [
    ...let2In(f, from, { machine }),
    no(f, from + 3, from + 4, { machine }),
  ];

  it('may let as many in each: more than the limit together is in doubt (CP302)', () => {
    for (const [f, header] of [
      ['admit', quota(2, ofTwo)],
      ['reserve', stock(2, ofTwo)],
    ] as const) {
      const two = [...round(f, 3, 'a'), ...round(f, 103, 'b')];
      expect(judged(header, two)).toEqual(['CP302']);
      expect(proven(header, two)).toEqual([]);
    }
  });

  it('are judged as one where each has a key of its own', () => {
    const own = [...round('admit', 3, 'a'), ...round('admit', 103, 'b').map((one) => ({ ...one, key: 'other' }))];
    expect(judged(quota(2, ofTwo), own)).toEqual([]);
  });
});
