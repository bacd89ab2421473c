import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../src/check/ledger/facts.ts';
import { explanations } from '../../../src/check/notes/explanations.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { expecting, headerOf, historyOf } from '../../support/history.ts';
import { judge, tenAndTen } from '../../support/verdicts.ts';

const codes = (result: ReturnType<typeof judge>): readonly string[] => result.notes.map(({ code }) => code);

describe('what may explain a number beside a fault', () => {
  it('is named where one write counted of a burst and none after it, however the round is judged', () => {
    expect(codes(judge([tenAndTen('0', '1', '1')]))).toContain('other-explanations');
    expect(codes(judge([tenAndTen('0', '1', '1')], expecting({ perPhase: false })))).toContain('other-explanations');
    expect(codes(judge([tenAndTen('0', '2', '2')]))).not.toContain('other-explanations');
    expect(codes(judge([tenAndTen('0', '1', '11')]))).not.toContain('other-explanations');
  });

  it('is another number, where no write ever moved it', () => {
    const { verdict, notes } = judge([tenAndTen('7', '7', '7')]);
    expect(verdict).toBe('fail');
    const note = notes.find(({ code }) => code === 'never-moved');
    expect(note?.message).toMatch(
      /^The value never moved.* is this the number that these writes move\? --read and --take/,
    );
    expect(codes(judge([tenAndTen('7', '8', '8')]))).not.toContain('never-moved');
    expect(codes(judge([tenAndTen('7', '7', '7'), tenAndTen('7', '17', '27')]))).not.toContain('never-moved');
    expect(codes(judge([tenAndTen('7', '7', '7')], expecting({ risesBy: '0' })))).not.toContain('never-moved');
  });

  it('is named where numbers that were handed out leave some out, and is no fault', () => {
    const round = (returned: readonly string[]) => ({
      before: ['0'],
      phases: [
        { acknowledged: 6, after: '6', returned },
        { acknowledged: 1, after: '7', returned: ['9'] },
      ],
    });
    const unique = expecting({ unique: true });
    expect(judge([round(['1', '2', '3', '4', '5', '7'])], unique).verdict).toBe('pass');
    expect(codes(judge([round(['1', '2', '3', '4', '5', '7'])], unique))).toContain('holes');
    expect(codes(judge([round(['3', '4', '5', '6', '7', '8'])], unique))).not.toContain('holes');
    expect(codes(judge([round(['1', '2', '3', '4', '5', '90071992547'])], unique))).not.toContain('holes');
  });

  it('is told of as many numbers as there are', () => {
    const { operations, ...history } = historyOf([tenAndTen('0', '1', '11')], expecting({ unique: true }));
    const many = Array.from({ length: 150_000 }, (_, i) => ({
      ...(operations.find(({ f }) => f !== 'read') as Operation),
      returned: String(i === 0 ? 0 : i + 1),
    }));
    const notes = explanations(factsOf({ ...history, operations: many }));
    expect(notes.map(({ code }) => code)).toContain('holes');
  });

  it('is named where a window may have turned within a burst', () => {
    const header = headerOf({
      object: 'quota',
      limit: '5',
      limitPer: '2000ms',
      expect: { readings: [], unique: false },
    });
    const round = (acknowledged: number) => ({ phases: [{ acknowledged, rejected: 10 - acknowledged }] });
    expect(codes(judge([round(8)], header))).toContain('window-edge');
    expect(codes(judge([round(5)], header))).not.toContain('window-edge');
  });
});
