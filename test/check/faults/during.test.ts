import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { DuringExpectation, History } from '../../../src/history/history.ts';
import { headerOf, historyOf } from '../../support/history.ts';
import { codesOf, findingOf, tenAndTen } from '../../support/verdicts.ts';

/** Ten and ten that are all kept, with reads made during the burst. */
function read(values: readonly string[], bounds: Omit<DuringExpectation, 'reading'>): History {
  const { expect } = headerOf();
  const header = headerOf({ expect: { ...expect, during: [{ reading: 'value', ...bounds }] } });
  const history = historyOf([tenAndTen('0', '10', '20')], header);
  const settled = history.operations.find((op) => op.role === 'settle');
  const write = history.operations.find((op) => op.f !== 'read');
  if (!settled || !write) throw new Error('a sketch without reads');
  const during = values.map((value, i) => ({
    ...settled,
    id: 1_000 + i,
    value,
    role: 'during' as const,
    invoke: write.invoke + 1_000 * (i + 1),
    complete: write.invoke + 1_000 * (i + 2),
  }));
  return { ...history, operations: [...history.operations, ...during] };
}

describe('what a reading may show while writes are in flight', () => {
  it('is kept where every read is inside its bounds', () => {
    expect(check(read(['0', '4', '9'], { atMost: '10', atLeast: '0' })).verdict).toBe('pass');
  });

  it('is broken by one read outside (CP114)', () => {
    const result = check(read(['0', '12', '9'], { atMost: '10' }));
    expect(codesOf(result)).toEqual(['CP114']);
    expect(findingOf(result, 'CP114').message).toBe(
      'While writes were in flight the value was to be at most 10, and it was 12: 1 of 3 readings lay outside',
    );
    expect(findingOf(result, 'CP114')).toMatchObject({ phase: 'concurrent', count: { min: 1, max: 1 } });
  });

  it('may be bound by the writes that may have counted by then', () => {
    expect(check(read(['0', '10'], { atMost: 'acknowledged' })).verdict).toBe('pass');
    expect(codesOf(check(read(['0', '11'], { atMost: 'acknowledged' })))).toEqual(['CP114']);
  });

  it('is not known (CP308) where nobody read it then', () => {
    expect(codesOf(check(read([], { atMost: '10' })))).toEqual(['CP308']);
  });
});
