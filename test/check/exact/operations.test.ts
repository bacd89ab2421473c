import { describe, expect, it } from 'vitest';
import { RETURNED } from '../../../src/check/exact/columns.ts';
import { columnsOf, commonStep, type Meaning, operationsOn } from '../../../src/check/exact/operations.ts';
import { stepsFrom } from '../../../src/check/exact/steps.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { counter, historyFrom } from '../../support/saved.ts';
import { got, inc, info, refusal, saw } from '../../support/small.ts';

const ops = [inc(0, 1), got(2, 2, 3), info(4), refusal(3, 5, 6), saw(3, 7, 8, 1, 5)];
const meaning: Meaning = { initial: '0', step: '1', limit: '3', returns: true };
const operations = historyFrom(ops, { limit: 3 }).operations;

describe('steps between decimals', () => {
  it.each([
    ['0', '1', '7', 7],
    ['0', '1', '-7', -7],
    ['0.1', '0.1', '0.7', 6],
    ['10', '-2', '4', 3],
    ['0', '2', '5', Number.NaN],
    ['0', '1', '0.5', Number.NaN],
    ['0', '1', 'five', Number.NaN],
    ['0', '1', '', Number.NaN],
    ['0', '1', '1e3', 1_000],
    ['0', '1', '007', 7],
    ['9007199254740993', '1', '9007199254740995', 2],
    ['0', '1', '9007199254740993', Number.POSITIVE_INFINITY],
    ['0', '-1', '9007199254740993', Number.NEGATIVE_INFINITY],
    ['0', '1', '-0', 0],
  ])('from %s by %s to %s are %d', (base, step, text, steps) => {
    expect(stepsFrom(base, step).to(text)).toBe(steps);
  });

  it('are rounded inwards for a range', () => {
    const { from, upTo } = stepsFrom('0', '2');
    expect([from('3'), upTo('3'), from('-3'), upTo('-3'), from('4'), upTo('4')]).toEqual([2, 1, -1, -2, 2, 2]);
  });
});

describe('the rows of operations', () => {
  it('hold what each may have done and shown', () => {
    const columns = columnsOf(operations, meaning);
    expect(columns).toMatchObject({ size: 5, limit: 3 });
    expect([...columns.kind]).toEqual([0, 1, 0, 3, 2]);
    expect([...columns.certain]).toEqual([1, 1, 0, 1, 1]);
    expect([...columns.low]).toEqual([0, 2, 0, 3, 3]);
    expect([...columns.high]).toEqual([Infinity, 1, Infinity, Infinity, 5]);
    expect([...columns.end]).toEqual([1, 3, Infinity, 6, 8]);
    expect([...columns.process]).toEqual([0, 0, 0, 0, 1]);
  });

  it('turn values round where the counter goes down', () => {
    const down = historyFrom(ops, { limit: 3, initial: '10', step: '-2' });
    const columns = columnsOf(down.operations, { ...meaning, initial: '10', step: '-2', limit: down.header.limit });
    // Nothing that falls is refused by a limit from above.
    expect(columns.limit).toBe(Infinity);
    expect([...columns.low]).toEqual([0, 2, 0, 3]);
    expect([...columns.high]).toEqual([Infinity, 1, Infinity, 5]);
  });

  it('leave out refusals where there is no limit, or take them as unknown', () => {
    expect(columnsOf(operations, { ...meaning, limit: null }).size).toBe(4);
    const loose = columnsOf(operations, { ...meaning, limit: null, refusedMayCount: true });
    expect([...loose.certain]).toEqual([1, 1, 0, 0, 1]);
  });

  it('leave out the values of answers that are not to be looked at', () => {
    expect([...columnsOf(operations, { ...meaning, returns: false }).kind]).not.toContain(RETURNED);
  });

  it('leave out what was never sent, and reads that failed', () => {
    const [first] = operations as [Operation];
    const more: readonly Operation[] = [
      { ...first, outcome: 'fail', counts: 'notSent' },
      { ...first, f: 'read', outcome: 'info', complete: null, counts: null },
      { ...first, f: 'release' },
    ];
    expect(columnsOf(operationsOn(more, { ...counter, reading: null }), meaning).size).toBe(0);
  });

  it('are counted from the first value seen where the start is not known', () => {
    const columns = columnsOf(operations, { ...meaning, initial: null });
    expect([...columns.low]).toEqual([0, 0, 0, 1, 1]);
  });
});

describe('one counter of a history', () => {
  const [first, second] = operations as [Operation, Operation];
  const mixed = [
    first,
    { ...second, key: 'other' },
    { ...second, round: 2 },
    { ...first, f: 'read', reading: 'pages' } as Operation,
  ];

  it('holds the increments of its key and round and the reads of its reading', () => {
    expect(operationsOn(mixed, counter)).toEqual([mixed[0], mixed[2]]);
    expect(operationsOn(mixed, { ...counter, round: 2 })).toEqual([mixed[2]]);
    expect(operationsOn(mixed, { ...counter, reading: null })).toEqual([mixed[0], mixed[2], mixed[3]]);
  });

  it('has one step where all increments move it alike', () => {
    expect(commonStep(operations, '3')).toBe('3');
    expect(
      commonStep(
        [
          { ...first, amount: '2.0' },
          { ...second, amount: '2' },
        ],
        '3',
      ),
    ).toBe('2.0');
    expect(commonStep([first, { ...second, amount: '2' }], '3')).toBeNull();
    expect(commonStep([{ ...first, amount: '0' }], '3')).toBeNull();
    expect(commonStep([], '3')).toBe('3');
  });
});
