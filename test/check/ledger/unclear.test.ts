import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { ONE_PAGE, SEPARATED } from '../../../src/history/grouped.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { headerOf, historyOf } from '../../support/history.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

describe('numbers whose form leaves open what they are', () => {
  it('are dots between thousands, or fractions, beside whole numbers (CP306, never CP114)', () => {
    const result = judge([tenAndTen('995', '1.005', '1.015')]);
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual(['CP306']);
    expect(findingOf(result, 'CP306').message).toBe(
      'After concurrent, the value could not be had: not exact: 1.005, which is a fraction, or has dots between its thousands',
    );
    // As they were recorded, not as they were judged.
    expect(findingOf(result, 'CP306').witness).toMatchObject([{ value: '1.005', outcome: 'ok' }]);
    expect(codesOf(judge([tenAndTen('1.005', '1.015', '1.025')]))).toEqual(['CP306']);
    expect(judge([tenAndTen('999.990', '1.000.000', '1.000.010')]).verdict).toBe('inconclusive');
  });

  it('but not where the step is a fraction, or the fraction stays', () => {
    expect(judge([tenAndTen('0', '1.250', '2.500')], headerOf({ step: '0.125' })).verdict).toBe('pass');
    expect(judge([tenAndTen('1.500', '11.500', '21.500')]).verdict).toBe('pass');
    expect(codesOf(judge([tenAndTen('1.500', '2.500', '12.500')]))).toEqual(['CP101']);
    expect(codesOf(judge([tenAndTen('0', '9.5', '19.5')]))).toContain('CP114');
  });

  it('are rounded to so many digits with an exponent (CP306, not CP101)', () => {
    const result = judge([tenAndTen('1.00e+06', '1.00e+06', '1.00e+06')]);
    expect(codesOf(result)).toEqual(['CP306']);
    expect(findingOf(result, 'CP306').message).toMatch(/1\.00e\+06, which is rounded to 10000$/);
    expect(codesOf(judge([tenAndTen('1.01e+06', '1.01e+06', '1.10e+06')]))).toEqual(['CP306']);
    expect(judge([tenAndTen('1.00e+01', '2.00e+01', '3.00e+01')]).verdict).toBe('pass');
    expect(codesOf(judge([tenAndTen('1e3', '1001', '1011')]))).toEqual(['CP101']);
  });
});

describe('a list of which there is another page', () => {
  const told = (reason: string) => {
    const history = historyOf([tenAndTen('0', '5', '5')]);
    const all = history.operations.map(
      (one): Operation => (one.f === 'read' && one.value === '5' ? { ...one, reason } : one),
    );
    return check({ ...history, operations: all });
  };

  it('has lost nothing for what is missing on this one (CP306), and a note says so', () => {
    const result = told(`${ONE_PAGE} $.next`);
    expect(result.verdict).toBe('inconclusive');
    expect(new Set(codesOf(result))).toEqual(new Set(['CP306']));
    expect(result.notes.filter(({ code }) => code === 'one-page')).toHaveLength(1);
  });

  it('is no excuse where nothing says so', () => {
    expect(codesOf(told('nothing there, which counts as 0'))).toContain('CP101');
  });

  it('and separators that were read are noted once', () => {
    const result = told(`${SEPARATED} 1,005`);
    expect(result.notes.filter(({ code }) => code === 'separators').map(({ message }) => message)).toEqual([
      'Numbers are written in groups of three: read without its separators: 1,005 (counted as 5).',
    ]);
  });
});
