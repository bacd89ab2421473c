import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { History } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { headerOf, historyOf } from '../../support/history.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

/** The history in which a cache gave some of the answers. */
const cached = (history: History, evidence: string, which: (operation: Operation) => boolean): History => ({
  ...history,
  operations: history.operations.map((op) => (which(op) ? { ...op, cached: evidence } : op)),
});

const isWrite = ({ f }: Operation): boolean => f !== 'read';
const lossy = historyOf([tenAndTen('0', '1', '1')]);

describe('answered from a cache (CP311)', () => {
  it('is not said where no answer shows it', () => {
    expect(codesOf(judge([tenAndTen('0', '1', '11')]))).toEqual(['CP101']);
  });

  it('takes the place of the loss where it answered writes', () => {
    const result = check(cached(lossy, 'X-Cache: HIT', isWrite));
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual(['CP311', 'CP311']);
    expect(result.findings[0]?.message).toBe(
      'In concurrent, 10 of 10 acknowledged writes were answered from a cache: X-Cache: HIT',
    );
    expect(result.phases.map(({ lost }) => lost)).toEqual([
      { min: null, max: null },
      { min: null, max: null },
    ]);
    expect(result.rounds.wrong).toBe(0);
  });

  it('takes the place of the loss where it answered a reading', () => {
    const result = check(cached(lossy, 'Age: 12', (op) => op.f === 'read' && op.role !== 'before'));
    expect(codesOf(result)).toEqual(['CP311', 'CP311']);
    expect(result.findings[0]?.message).toMatch(/1 of 1 reading was answered from a cache: Age: 12$/);
  });

  it('leaves the loss of a phase that no cache had a hand in', () => {
    const result = check(cached(lossy, 'Age: 12', (op) => isWrite(op) && op.phase === 'spaced'));
    expect(result.verdict).toBe('fail');
    expect(codesOf(result)).toEqual(['CP101', 'CP311']);
    expect(findingOf(result, 'CP101')).toMatchObject({ phase: 'concurrent', count: { min: 9, max: 9 } });
    expect(findingOf(result, 'CP311')).toMatchObject({ phase: 'spaced', silent: false });
  });

  it('is never a pass, even where the number is right', () => {
    const result = check(cached(historyOf([tenAndTen('0', '10', '20')]), 'Age: 3', isWrite));
    expect(result.verdict).toBe('inconclusive');
  });

  it('silences a double count as well, and what refused writes did', () => {
    const doubled = historyOf([tenAndTen('0', '20', '30')]);
    expect(codesOf(check(cached(doubled, 'Age: 3', isWrite)))).toEqual(['CP311', 'CP311']);
  });

  it('silences the sum over the round', () => {
    const header = {
      ...lossy.header,
      expect: { readings: [{ reading: 'value', risesBy: '20', perPhase: false }], unique: false },
    };
    const result = check(cached({ ...lossy, header }, 'Age: 3', (op) => isWrite(op) && op.phase === 'spaced'));
    expect(codesOf(result)).toEqual(['CP311']);
  });

  it('is not made of a refused write that a cache answered', () => {
    const refused = historyOf([
      {
        before: ['0'],
        phases: [
          { acknowledged: 5, rejected: 5, after: '5' },
          { acknowledged: 1, after: '6' },
        ],
      },
    ]);
    const result = check(cached(refused, 'Age: 3', (op) => op.counts === 'rejected'));
    expect(result.verdict).toBe('pass');
  });

  it('quotes what shows it so that it can be printed', () => {
    const result = check(cached(lossy, `Via: ${'x'.repeat(400)}\u001b[2J`, isWrite));
    expect(result.findings[0]?.message).not.toContain('\u001b');
    expect(result.findings[0]?.message.length).toBeLessThan(250);
  });

  it('is no proof that too many were let in (CP104), but for those that no cache answered', () => {
    const counts = [{ count: 'acknowledged', equals: '5', perPhase: false }];
    const header = headerOf({ object: 'quota', limit: '5', limitPer: 'round', readings: [] });
    const asked = { ...header, expect: { readings: [], unique: false, counts } };
    const hits = (n: number) => {
      const history = historyOf([{ phases: [{}, { acknowledged: 12, each: () => ({ f: 'admit' }) }] }], asked);
      return check(cached(history, 'Age: 3', ({ id }) => id >= 12 - n));
    };
    expect(codesOf(hits(11))).toEqual(['CP311']);
    expect(codesOf(hits(7))).toEqual(['CP311']);
    expect(codesOf(hits(6))).toEqual(['CP104', 'CP311']);
  });
});
