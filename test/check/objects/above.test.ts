import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { History, HistoryHeader } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { certified } from '../../support/certified.ts';
import { headerOf } from '../../support/history.ts';
import { codesOf, maybe, no, quotaOf, saw, yes } from './recorded.ts';

const spaced = { index: 0, kind: 'spaced' as const, name: 'spaced', count: 2, everyMs: 0 };
const rises = { readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: false }], unique: false };
const judged = (
  before: string,
  after: string,
  changes: Partial<HistoryHeader> = {},
  more: readonly Operation[] = [],
  marks: History['marks'] = [],
) => {
  const operations = [
    saw(before, 1, 2, { role: 'before', phaseIndex: -1 }),
    maybe('admit', 4),
    yes('admit', 7, 9),
    saw(after, 11, 12),
    saw(after, 13, 14),
    ...more,
  ].map((one, id) => ({ ...one, id }));
  const header = { ...quotaOf(3, 'round', { phases: [spaced], expect: rises, ...changes }) };
  const history: History = { header, operations, marks };
  return codesOf(certified(history, check(history)).findings);
};

const moving = { settled: true, round: 1, phaseIndex: 0, reading: 'value', afterMs: 1, moving: true } as const;

describe('A number that is above the limit when all is told', () => {
  it('shows that too many were let in, whatever became of those that were not heard', () => {
    expect(judged('2', '4')).toEqual(['CP104']);
    expect(judged('1', '-1', { step: '-1' })).toEqual(['CP104']);
  });

  it('shows nothing of the kind at the limit', () => {
    expect(judged('2', '3')).toEqual([]);
    expect(judged('1', '0', { step: '-1' })).toEqual([]);
  });

  it('is no word on a limit that it was above ahead of the first write, or that is of something else', () => {
    expect(judged('7', '9')).toEqual([]);
    expect(judged('2', '4', { limitPer: 'identity' })).not.toContain('CP104');
    const own = { ...headerOf().expect, readings: [{ reading: 'value', risesBy: '2', perPhase: false }] };
    expect(judged('2', '4', { expect: own })).not.toContain('CP104');
  });

  it('is so if refused writes counted as well', () => {
    expect(judged('2', '4', {}, [no('admit', 5, 6)])).toEqual(['CP104']);
  });

  it('is no word on what a command or a plain request may have moved', () => {
    const request = { index: 1, kind: 'request' as const, name: 'request', count: 0, everyMs: null };
    expect(judged('2', '4', { phases: [spaced, request] })).not.toContain('CP104');
  });

  it('is none where it was lower in something read just as late, or had not come to rest', () => {
    expect(judged('2', '4', {}, [saw('3', 11, 12)])).not.toContain('CP104');
    expect(judged('2', '4', {}, [], [moving])).not.toContain('CP104');
  });
});
