import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { firstProof } from '../../src/check/first-proof.ts';
import type { HistoryEntry } from '../../src/history/history.ts';
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
function answers(rounds: readonly RoundSketch[]): readonly boolean[] {
  const header = headerOf({ untilMs: 1_000 });
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
