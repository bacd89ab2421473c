import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { History } from '../../../src/history/history.ts';
import { headerOf, historyOf } from '../../support/history.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

/** The same history by so many identities in turn. */
function byIdentities(history: History, count: number): History {
  let i = 0;
  return {
    ...history,
    header: { ...history.header, identities: count },
    operations: history.operations.map((op) => (op.f === 'read' ? op : { ...op, identity: i++ % count })),
  };
}

describe('what looks like deduplication (CP312)', () => {
  it('takes the place of a loss where each identity counted once', () => {
    const result = check(byIdentities(historyOf([tenAndTen('0', '2', '2')]), 2));
    expect(codesOf(result)).toEqual(['CP312']);
    expect(result.verdict).toBe('inconclusive');
    expect(findingOf(result, 'CP312').message).toBe(
      'The value counts each identity once: 10 acknowledged writes of 2 identities, 2 of them new, moved it by 2 in concurrent and 10 of 2 identities, none of them new, moved it by 0 in spaced',
    );
  });

  it('is seen where further identities come later', () => {
    expect(codesOf(check(byIdentities(historyOf([tenAndTen('0', '10', '15')]), 15)))).toEqual(['CP312']);
  });

  it('is not said where only one identity was tried: the loss stands, and a note names it', () => {
    const result = judge([tenAndTen('0', '1', '1')]);
    expect(codesOf(result)).toEqual(['CP101', 'CP101']);
    const note = result.notes.find(({ code }) => code === 'other-explanations');
    expect(note?.message).toMatch(/counts each caller once.*a reading from a cache/);
  });

  it('is not said where another identity did not count', () => {
    expect(codesOf(check(byIdentities(historyOf([tenAndTen('0', '1', '1')]), 2)))).toEqual(['CP101', 'CP101']);
  });

  it('is not said where the same identity counts again', () => {
    const result = check(byIdentities(historyOf([tenAndTen('0', '2', '12')]), 2));
    expect(codesOf(result)).toEqual(['CP101']);
  });

  it('is not said of a burst alone: a race may leave just as many', () => {
    const header = headerOf({ phases: headerOf().phases.slice(0, 1) });
    const burst = historyOf([{ before: ['0'], phases: [{ acknowledged: 10, after: '2' }] }], header);
    expect(codesOf(check(byIdentities(burst, 2)))).toEqual(['CP101']);
  });

  it('is not said where every identity wrote once', () => {
    expect(check(byIdentities(historyOf([tenAndTen('0', '10', '20')]), 20)).verdict).toBe('pass');
  });
});
