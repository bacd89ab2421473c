import { describe, expect, it } from 'vitest';
import { headerOf } from '../support/history.ts';
import { judge, tenAndTen } from '../support/verdicts.ts';

const notesOf = (result: ReturnType<typeof judge>, code: string): readonly string[] =>
  result.notes.filter((note) => note.code === code).map(({ message }) => message);

describe('a value that moves by the same other amount for each write', () => {
  it.each([
    ['twice as far', tenAndTen('0', '20', '40'), '1', '2'],
    ['the other way', tenAndTen('100', '90', '80'), '1', '-1'],
    ['in other steps', tenAndTen('0', '75', '150'), '2.5', '7.5'],
  ])('%s fails, and the note names the step that would fit', (_, round, step, amount) => {
    const result = judge([round], headerOf({ step }));
    expect(result.verdict).toBe('fail');
    expect(notesOf(result, 'other-step')).toEqual([
      `Each write moved the value by ${amount} in every phase: if one write is meant to move it by that much, say --step ${amount} (step: ${amount}).`,
    ]);
    expect(judge([round], headerOf({ step: amount })).verdict).toBe('pass');
  });

  it.each([
    ['right', [tenAndTen('0', '10', '20')]],
    ['lost in the burst', [tenAndTen('0', '1', '11')]],
    ['by another factor in each phase', [tenAndTen('0', '20', '50')]],
    ['by another factor in each round', [tenAndTen('0', '20', '40'), tenAndTen('0', '30', '60')]],
    ['nowhere', [tenAndTen('5', '5', '5')]],
    [
      'by what unknown writes may have done',
      [{ before: ['0'], phases: [{ acknowledged: 5, unknown: 5, after: '20' }] }],
    ],
  ])('but not one that moved %s', (_, rounds) => {
    expect(notesOf(judge(rounds), 'other-step')).toEqual([]);
  });

  it('says nothing where the rise was asked for as a number', () => {
    const readings = [{ reading: 'value', risesBy: '10', perPhase: true }];
    const result = judge([tenAndTen('0', '20', '40')], headerOf({ expect: { readings, unique: false } }));
    expect(notesOf(result, 'other-step')).toEqual([]);
  });
});
