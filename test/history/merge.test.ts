import { describe, expect, it } from 'vitest';
import type { History, HistoryHeader } from '../../src/history/history.ts';
import type { Mark } from '../../src/history/mark.ts';
import { mergeHistories, mergeStreams, type Part } from '../../src/history/merge.ts';
import type { Operation } from '../../src/history/operation.ts';
import { headerOf, historyOf } from '../support/history.ts';

const clock = (originNs?: string, errorNs = 0): Partial<HistoryHeader> => ({
  clock: { unit: 'ns', errorNs, ...(originNs === undefined ? {} : { originNs }) },
});

const history = (changes: Partial<HistoryHeader>): History =>
  historyOf([{ key: 'k', before: ['0'], phases: [{ acknowledged: 2, unknown: 1, after: ['2'] }] }], headerOf(changes));

const parts = (...headers: readonly Partial<HistoryHeader>[]): readonly Part<History>[] =>
  headers.map((changes, i) => ({ machine: `m${i + 1}`, history: history(changes) }));

describe('Histories of several machines', () => {
  it('become one, in which each operation names its machine and no two processes are the same', () => {
    const merged = mergeHistories(parts({}, {}), 5_000_000);
    const single = history({}).operations.length;
    expect(merged.operations).toHaveLength(2 * single);
    expect(new Set(merged.operations.map(({ id }) => id)).size).toBe(2 * single);
    expect(new Set(merged.operations.map(({ machine, process }) => `${machine} ${process}`)).size).toBe(2 * single);
    for (const { machine, process, session } of merged.operations) {
      expect(process.startsWith(`${machine}/`)).toBe(true);
      expect(session.startsWith(`${machine}/`)).toBe(true);
    }
    expect(merged.header.clock.errorNs).toBe(5_000_000);
    expect(merged.marks).toHaveLength(2 * history({}).marks.length);
  });

  it('stand in the order in which they began', () => {
    const invokes = mergeHistories(parts({}, {}), 0).operations.map(({ invoke }) => invoke);
    expect(invokes).toEqual(invokes.toSorted((a, b) => a - b));
  });

  it('are laid side by side by what their clocks showed, beyond 2^53 as well', () => {
    const late = '1700000000000000123';
    const early = '1700000000000000000';
    const { header, operations } = mergeHistories(parts(clock(late), clock(early)), 0);
    const first = history({}).operations[0] as Operation;
    const starts = ['m1', 'm2'].map((name) => operations.find(({ machine }) => machine === name));
    expect(starts.map((one) => one?.invoke)).toEqual([first.invoke + 123, first.invoke]);
    expect(starts.map((one) => one?.ended)).toEqual([(first.ended ?? 0) + 123, first.ended]);
    expect(header.clock.originNs).toBe(early);
    expect(operations.filter(({ outcome }) => outcome === 'info').every(({ complete }) => complete === null)).toBe(
      true,
    );
  });

  it('shift the marks of their bursts too', () => {
    const { marks } = mergeHistories(parts(clock('0'), clock('1000')), 0);
    const [first, second] = marks.filter((mark) => 'release' in mark);
    expect(second).toEqual({ ...first, first: (first?.first ?? 0) + 1000, last: (first?.last ?? 0) + 1000 });
  });

  it('shift the times of their commands, and of the request that must not be harmed', () => {
    const place = { round: 1, phaseIndex: 0 };
    const marks: readonly Mark[] = [
      { ran: true, ...place, first: 10, last: 20, exitCode: 0 },
      { unharmed: true, ...place, invoke: 30, complete: 40, status: 200, reason: null },
      { unharmed: true, ...place, invoke: 50, complete: null, status: null, reason: 'no answer' },
      { settled: true, ...place, reading: 'value', afterMs: 5, moving: false },
    ];
    const [a, b] = parts(clock('0'), clock('1000')).map((part) => ({ ...part, history: { ...part.history, marks } }));
    expect(mergeHistories([a, b] as readonly Part<History>[], 0).marks.slice(marks.length)).toEqual([
      { ...marks[0], first: 1010, last: 1020 },
      { ...marks[1], invoke: 1030, complete: 1040 },
      { ...marks[2], invoke: 1050 },
      marks[3],
    ]);
  });

  it('take the largest clock error of all', () => {
    expect(mergeHistories(parts(clock(undefined, 7), {}), 3).header.clock.errorNs).toBe(7);
  });

  it('add up what was asked of their phases', () => {
    const [count] = mergeHistories(parts({}, {}, {}), 0).header.phases.map((phase) => phase.count);
    expect(count).toBe(30);
  });

  it('come out the same when they are read bit by bit', async () => {
    const given = parts(clock('5'), clock('9'));
    const streams = given.map(({ machine, history: { header, operations, marks } }) => {
      async function* batches() {
        yield operations;
        yield marks;
      }
      return { machine, history: { header, batches: batches() } };
    });
    const { header, batches } = mergeStreams(streams, 4);
    const entries = [];
    for await (const batch of batches) entries.push(...batch);
    const whole = mergeHistories(given, 4);
    expect(header).toEqual(whole.header);
    expect(entries).toHaveLength(whole.operations.length + whole.marks.length);
    expect(entries).toEqual(expect.arrayContaining([...whole.operations, ...whole.marks]));
  });

  it.each<[string, readonly Partial<HistoryHeader>[], RegExp]>([
    ['of different steps', [{}, { step: '2' }], /m1 and m2 differ in step/],
    ['of different start values', [{}, { initial: '1' }], /differ in initial/],
    [
      'of different phases',
      [{}, { phases: headerOf().phases.map((phase) => ({ ...phase, name: 'other' })) }],
      /differ in their phases/,
    ],
    ['of which only some tell when they began', [clock('5'), {}], /m2 does not tell what its clock showed/],
    [
      'of which nobody can hold the times',
      [clock('5'), clock('99999999999999999999')],
      /m2 showed a time more than 50 days later/,
    ],
    ['of which there are none', [], /no history to merge/],
  ])('are not merged when they are %s', (_, headers, message) => {
    expect(() => mergeHistories(parts(...headers), 0)).toThrow(message);
  });

  it('need names of their own', () => {
    const [one] = parts({}) as [Part<History>];
    expect(() => mergeHistories([one, one], 0)).toThrow(/the same name/);
  });
});
