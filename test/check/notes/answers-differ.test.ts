import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/history/operation.ts';
import { human } from '../../../src/report/human.ts';
import { report } from '../../report/sample.ts';
import { findingOf, judge } from '../../support/verdicts.ts';

const BUSY = { excerpt: '{"errors":["busy"]}', shape: '{errors}' };

/** Ten acknowledged at once, the last `busy` of them in another shape. */
const burst = (after: string, busy: number) =>
  judge([
    {
      before: ['0', '0'],
      phases: [
        {
          acknowledged: 10,
          after,
          each: (i): Partial<Operation> => {
            if (i < 10 - busy) return i === 3 ? { excerpt: '{"count":1}' } : {};
            return i === 9 ? BUSY : { shape: BUSY.shape };
          },
        },
        { acknowledged: 1, after: String(Number(after) + 1) },
      ],
    },
  ]);
const textOf = (result: ReturnType<typeof judge>, verbose = false): string =>
  human(report(result), { columns: 100, colors: false, verbose });

describe('answers that count alike and are made otherwise', () => {
  it('are told of beside a loss, with how many there were of each and what tells them apart', () => {
    const { notes } = burst('6', 4);
    expect(notes.find(({ code }) => code === 'answers-differ')?.message).toMatch(
      /^Answers of status 200 .* differ .*: 6 as \{"count":1\} and 4 as \{"errors":\["busy"\]\}\. .*--ok-where or --refused-where/,
    );
  });

  it('are shown, and the loss is not called silent', () => {
    const text = textOf(burst('6', 4));
    expect(text).toContain('Answers\n  write  200  acknowledged  (7 times)  {"count":1}\n');
    expect(text).toContain('  write  200  acknowledged  (4 times)  {"errors":["busy"]}\n');
    expect(text).toMatch(/^FAIL {2}10 concurrent writes were acknowledged, 6 were kept: 4 lost \(CP101\)\n/);
    expect(text).toContain('CP101  lost write (concurrent');
  });

  it('are no matter in a phase that is right', () => {
    const mixed = (i: number): Partial<Operation> => (i === 0 ? { excerpt: '{}' } : { shape: '{a}' });
    const result = judge([
      {
        before: ['0', '0'],
        phases: [
          { acknowledged: 10, after: '6' },
          { acknowledged: 3, after: '9', each: mixed },
        ],
      },
    ]);
    expect(result.notes.map(({ code }) => code)).not.toContain('answers-differ');
    expect(textOf(result)).toContain('4 lost, silently (CP101)');
  });

  it('are no matter where nothing is wrong, or all are made alike', () => {
    expect(burst('10', 4).notes.map(({ code }) => code)).not.toContain('answers-differ');
    expect(burst('6', 0).notes.map(({ code }) => code)).not.toContain('answers-differ');
    expect(textOf(burst('6', 0))).toContain('4 lost, silently (CP101)');
  });
});

describe('one answer of each kind', () => {
  it('is shown of a run without a fault too where all is asked for, and only there', () => {
    expect(textOf(burst('10', 0), true)).toContain('Answers\n  write  200  acknowledged  (11 times)  {"count":1}\n');
    expect(textOf(burst('10', 0))).not.toContain('Answers');
  });

  it('is not claimed to say more than its status', () => {
    expect(findingOf(burst('6', 0), 'CP101').argument).toContain('no status said that any of them did not count');
  });
});
