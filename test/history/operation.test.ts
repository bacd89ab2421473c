import { describe, expect, it } from 'vitest';
import { type Operation, troubleOf } from '../../src/history/operation.ts';
import { historyOf } from '../support/history.ts';

const [sample] = historyOf([{ before: [null] }]).operations as [Operation];
const failed = (reason: string, changes: Partial<Operation> = {}): Operation => ({ ...sample, reason, ...changes });

describe('what stood in the place of a number', () => {
  it('is what was recorded, whatever the words about it are', () => {
    expect(troubleOf(failed('no number at $.NaN: x: null', { trouble: 'no-number' }))).toBe('no-number');
    expect(troubleOf(failed('something else', { trouble: 'not-finite' }))).toBe('not-finite');
  });

  it.each([
    ['no number at $.title: Infinity War', 'no-number'],
    ['no number at $.NaN: many', 'no-number'],
    ['no number at $.title: null: null', 'no-number'],
    ['no number at text: -Infinity', 'not-finite'],
    ['no number at $.n: "NaN"', 'not-finite'],
    ['no number at value: nil', 'nothing'],
    ['there is nothing at $.value', null],
    ['the reading was answered 500', null],
  ])('is told by the words where it was not recorded: %s', (reason, trouble) => {
    expect(troubleOf(failed(reason))).toBe(trouble);
  });

  it('is nothing where there is a number, or a write', () => {
    expect(troubleOf(failed('no number at text: NaN', { value: '5' }))).toBeNull();
    expect(troubleOf(failed('no number at text: NaN', { f: 'increment' }))).toBeNull();
  });
});
