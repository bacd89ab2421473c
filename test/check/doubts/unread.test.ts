import { describe, expect, it } from 'vitest';
import { expecting, headerOf } from '../../support/history.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

const stop = { why: 'unreadable', message: 'the value could not be read' } as const;
const failing = (status: number | null, reason: string) =>
  judge([{ before: [null], failedRead: { status, reason }, stop }]);
const after = (status: number | null, reason: string) =>
  judge([
    {
      before: ['0'],
      phases: [
        { acknowledged: 10, after: [null], failedRead: { status, reason } },
        { acknowledged: 10, after: '20' },
      ],
    },
  ]);

describe('a reading that says nothing', () => {
  it.each([
    ['a closed port', null, 'connect ECONNREFUSED', 'CP301'],
    ['an answer without a number', 200, 'no number found in the answer by itself', 'CP305'],
    ['a word for a number', 200, 'no number at $.value: "many"', 'CP305'],
    ['nothing where the number should be', 200, 'there is nothing at $.value', 'CP305'],
    ['NaN', 200, 'no number at text: NaN', 'CP306'],
    ['Infinity', 200, 'no number at text: -Infinity', 'CP306'],
    ['a word that begins like one', 200, 'no number at $.title: Infinity War', 'CP305'],
    ['a word at a place of that name', 200, 'no number at $.NaN: many', 'CP305'],
    ['an answer that there is none', 404, 'the reading was answered 404', 'CP308'],
    ['a server error', 500, 'the reading was answered 500', 'CP308'],
  ])('ahead of the writes, for %s', (_, status, reason, code) => {
    const result = failing(status, reason);
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual([code]);
    expect(findingOf(result, code as 'CP301').message).toContain(reason);
    expect(result.confidence.wrongRoundRate).toEqual({ low: 0, high: 1 });
  });

  it.each([
    ['a connection that broke', null, 'other side closed', 'CP308'],
    ['a server error', 503, 'the reading was answered 503', 'CP308'],
    ['nothing where the number was', 200, 'there is nothing at $.value', 'CP305'],
  ])('after a phase, for %s', (_, status, reason, code) => {
    const result = after(status, reason);
    expect(codesOf(result)).toEqual([code]);
    expect(findingOf(result, code as 'CP308')).toMatchObject({ phase: 'concurrent', round: 1 });
  });

  it.each([
    ['{"likes":3,"views":{"all time":4}}', "; there are numbers at $.likes, $.views['all time']"],
    ['{\\u{a}\\u{9}"likes": [1, 2]\\u{a}}', '; there are numbers at $.likes[0], $.likes[1]'],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5}', '; there are numbers at $.a, $.b, $.c, $.d and more'],
    ['{"\\u001b[2J":1,"b":2}', "; there are numbers at $['\\u{1b}[2J'], $.b"],
    ['{"likes":3,"views…', ''],
    ['<p>3 likes</p>', ''],
    ['["3"]', ''],
  ])('names the numbers there are in %s', (excerpt, named) => {
    const reason = 'no number found by itself in the answer to GET http://127.0.0.1:8080/counter';
    const result = judge([{ before: [null], failedRead: { status: 200, reason, excerpt }, stop }]);
    expect(findingOf(result, 'CP305').message).toBe(
      `Ahead of the first write, the value could not be had: ${reason}${named}`,
    );
  });

  it('is no trouble in the middle where the round alone is judged', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: [null] },
          { acknowledged: 10, after: '20' },
        ],
      },
    ];
    expect(judge(rounds, expecting({ perPhase: false })).verdict).toBe('pass');
  });

  it.each([
    ['one answer, and none after it', ['0', null, null]],
    ['two answers at once, and none after them', ['0', '0', null]],
  ])('is no number that stood: %s (CP308)', (_, after) => {
    const rounds = [{ before: ['0'], phases: [{ acknowledged: 10, after }, { acknowledged: 10 }] }];
    const result = judge(rounds);
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual(['CP308']);
    expect(findingOf(result, 'CP308').message).toMatch(
      /After concurrent, the value could not be had: connection refused/,
    );
    const last = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: '10' },
          { acknowledged: 10, after },
        ],
      },
    ];
    expect(codesOf(judge(last))).toEqual(['CP308']);
  });

  it('is a number where it had stood for all of the settling time by then', () => {
    const after = [...Array<string>(1_002).fill('1'), null];
    expect(
      codesOf(
        judge([
          {
            before: ['0'],
            phases: [
              { acknowledged: 10, after },
              { acknowledged: 10, after: '11' },
            ],
          },
        ]),
      ),
    ).toEqual(['CP101']);
  });

  it('still lets a loss over both phases be proven', () => {
    const rounds = [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: [null] },
          { acknowledged: 10, after: '11' },
        ],
      },
    ];
    const result = judge(rounds);
    expect(codesOf(result)).toEqual(['CP101', 'CP308']);
    expect(findingOf(result, 'CP101')).toMatchObject({ phase: null, count: { min: 9, max: 9 } });
  });

  it.each(['9.007199254740993e15', '-1.2345678901234567E+25'])('%s is a number that is not exact (CP306)', (text) => {
    expect(codesOf(judge([tenAndTen(text, text, text)]))).toEqual(['CP306']);
    expect(codesOf(judge([tenAndTen('0', text, text)]))).toEqual(['CP306']);
  });

  it.each(['1e3', '1.5e2', '12345678901234567890'])('%s is exact', (text) => {
    expect(codesOf(judge([tenAndTen(text, text, text)]))).not.toContain('CP306');
  });

  it('is told when nothing was read after the writes at all (CP308)', () => {
    const result = judge([{ before: ['0'], phases: [{ acknowledged: 10 }, { acknowledged: 10 }] }]);
    expect(codesOf(result)).toEqual(['CP308']);
    expect(findingOf(result, 'CP308').message).toMatch(/no reading of it was made/);
  });

  it('is told when no reading was made before them (CP308)', () => {
    expect(
      codesOf(
        judge([
          {
            phases: [
              { acknowledged: 10, after: '10' },
              { acknowledged: 10, after: '20' },
            ],
          },
        ]),
      ),
    ).toEqual(['CP308']);
  });

  it('is told when there was nothing to judge by (CP308)', () => {
    const header = headerOf({ expect: { readings: [], unique: false }, readings: [] });
    expect(codesOf(judge([{ phases: [{ acknowledged: 10 }, { acknowledged: 10 }] }], header))).toEqual(['CP308']);
  });

  it('names the reading where there are several', () => {
    const header = headerOf({
      readings: ['total', 'daily'],
      expect: {
        readings: ['total', 'daily'].map((reading) => ({ reading, risesBy: 'acknowledged', perPhase: true })),
        unique: false,
      },
    });
    const result = judge(
      [
        {
          before: ['0'],
          phases: [
            { acknowledged: 10, after: [null] },
            { acknowledged: 10, after: '20' },
          ],
        },
      ],
      header,
    );
    expect(findingOf(result, 'CP308').message).toMatch(/the value of total could not be had/);
  });
});
