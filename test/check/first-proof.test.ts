import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { firstProof } from '../../src/check/first-proof.ts';
import type { HistoryEntry, HistoryHeader } from '../../src/history/history.ts';
import { isOperation, type Mark } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { headerOf, historyOf, type RoundSketch } from '../support/history.ts';

const round = (base: string, afterBurst: string, after: string): RoundSketch => ({
  before: [base],
  phases: [
    { acknowledged: 10, after: afterBurst },
    { acknowledged: 10, after },
  ],
});

/** The answer after each round of a history that grows by one round at a time. */
function answers(rounds: readonly RoundSketch[], more: Partial<HistoryHeader> = {}): readonly boolean[] {
  const header = headerOf({ untilMs: 1_000, ...more });
  const whole = historyOf(rounds, header);
  const operations: Operation[] = [];
  const marks: Mark[] = [];
  const isProven = firstProof({ header, operations, marks });
  const add = (entry: HistoryEntry) => (isOperation(entry) ? operations.push(entry) : marks.push(entry));
  return rounds.map((_, i) => {
    for (const entry of [...whole.operations, ...whole.marks]) if (entry.round === i + 1) add(entry);
    return isProven();
  });
}

describe('the first proof of a fault', () => {
  it('is seen after the round that holds it, and not before', () => {
    const rounds = [round('0', '10', '20'), round('20', '30', '40'), round('40', '45', '55'), round('55', '65', '75')];
    expect(answers(rounds).slice(0, 3)).toEqual([false, false, true]);
  });

  it('is seen in a late round of a number whose start is told, and in the order of reads where that is required', () => {
    const key = 'one';
    const rounds = [
      { ...round('0', '10', '20'), key },
      { ...round('20', '30', '40'), key },
      { ...round('40', '50', '60'), key },
      { ...round('60', '65', '75'), key },
    ];
    expect(answers(rounds, { initial: '0' })).toEqual([false, false, false, true]);
    const late: RoundSketch = {
      key,
      before: ['60'],
      phases: [
        { acknowledged: 10, after: ['65', '70'] },
        { acknowledged: 10, after: '80' },
      ],
    };
    for (const initial of ['0', null]) {
      const all = [...rounds.slice(0, 3), late];
      expect(answers(all, { initial, require: 'latest' })).toEqual([false, false, false, true]);
      expect(answers(all, { initial })).toEqual([false, false, false, false]);
    }
  });

  it('is none while every write is kept, or while nothing can be told', () => {
    expect(answers([round('0', '10', '20'), round('20', '30', '40')])).toEqual([false, false]);
    expect(answers([{ before: [null] }])).toEqual([false]);
  });

  it('leaves a result that counts its rounds as planned, with the interval for a series that ends so', () => {
    const header = headerOf({ untilMs: 1_000, rounds: 10_000 });
    const { operations, marks } = historyOf([round('0', '10', '20'), round('20', '25', '35')], header);
    const { rounds, confidence } = check({ header, operations, marks });
    expect(rounds).toEqual({ planned: 2, run: 2, wrong: 1 });
    expect(confidence.wrongRoundRate.high).toBeCloseTo(1 - 0.025, 9);
    expect(confidence.statement).toMatch(/^1 of 2 rounds went wrong, and that ended the run: /);
  });
});
