import { describe, expect, it } from 'vitest';
import type { ScenarioResult } from '../../src/verdict/report.ts';
import { makeReport } from '../../src/verdict/summary.ts';
import { judge, tenAndTen } from '../support/verdicts.ts';

const run = {
  id: 'r',
  startedAt: '2025-01-01T00:00:00Z',
  durationMs: 1,
  command: 'counter-probe',
  seed: 1,
  labels: {},
};
const tool = { name: 'counter-probe', version: '0.1.0', node: 'v20', platform: 'linux' } as const;
const summary = (...scenarios: readonly ScenarioResult[]) => makeReport({ run, tool, scenarios }).summary;

const pass = judge([tenAndTen('0', '10', '20')]);
const fail = judge([tenAndTen('0', '1', '11'), tenAndTen('0', '3', '13')]);
const doubt = judge([
  tenAndTen('0', '1', '11'),
  {
    before: ['0', '5'],
    phases: [
      { acknowledged: 10, after: '6' },
      { acknowledged: 10, after: '16' },
    ],
  },
]);
const refused = judge([
  {
    before: ['0'],
    phases: [
      { rejected: 10, after: '0' },
      { rejected: 10, after: '0' },
    ],
  },
]);

describe('the summary of a report', () => {
  it('adds up what was lost over rounds and phases, and calls it silent', () => {
    expect(summary(fail)).toEqual({
      verdict: 'fail',
      exitCode: 1,
      scenarios: { total: 1, pass: 0, fail: 1, inconclusive: 0 },
      findings: { total: 1, new: 1, baselined: 0 },
      writes: { sent: 40, acknowledged: 40, rejected: 0, unknown: 0, notSent: 0 },
      lost: { min: 16, max: 16 },
      duplicated: { min: 0, max: 0 },
      silent: true,
    });
  });

  it('is not silent about a pass, nor about a doubt', () => {
    expect(summary(pass)).toMatchObject({ verdict: 'pass', exitCode: 0, silent: false, lost: { min: 0, max: 0 } });
    expect(summary(refused)).toMatchObject({ verdict: 'inconclusive', exitCode: 3, silent: false });
  });

  it('is inconclusive about no scenario at all', () => {
    expect(summary()).toMatchObject({ verdict: 'inconclusive', exitCode: 3, scenarios: { total: 0 } });
  });

  it('keeps what is proven where some of it cannot be known', () => {
    expect(summary(doubt)).toMatchObject({ lost: { min: 9, max: null }, duplicated: { min: 0, max: null } });
    expect(summary(judge([{ setupFailed: 'no' }]))).toMatchObject({ lost: { min: null, max: null } });
  });

  it.each([
    ['fail beats inconclusive', [refused, fail, pass], 'fail', 1],
    ['inconclusive beats pass', [pass, refused], 'inconclusive', 3],
    ['all passed', [pass, pass], 'pass', 0],
  ] as const)('%s', (_, scenarios, verdict, exitCode) => {
    expect(summary(...scenarios)).toMatchObject({ verdict, exitCode, scenarios: { total: scenarios.length } });
  });
});
