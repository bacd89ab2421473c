import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { UnharmedMark } from '../../../src/history/history.ts';
import { headerOf, historyOf } from '../../support/history.ts';
import { codesOf, findingOf, tenAndTen } from '../../support/verdicts.ts';

const MS = 1_000_000;

const mark = (phaseIndex: number, status: number | null, tookMs: number | null, reason?: string): UnharmedMark => ({
  unharmed: true,
  round: 1,
  phaseIndex,
  invoke: 0,
  complete: tookMs === null ? null : tookMs * MS,
  status,
  reason: reason ?? null,
});

const steady = [mark(-1, 302, 4), mark(-1, 302, 6), mark(-1, 302, 5)];

function judged(marks: readonly UnharmedMark[], slowerByMs: number | null = null) {
  const { expect } = headerOf();
  const header = headerOf({ expect: { ...expect, unharmed: { request: 'GET /r/abc', slowerByMs } } });
  const history = historyOf([tenAndTen('0', '10', '20')], header);
  return check({ ...history, marks: [...history.marks, ...marks] });
}

describe('another request that was harmed by counting (CP116)', () => {
  it('is not found where it kept its status and its time', () => {
    expect(judged([...steady, mark(0, 302, 7), mark(1, 302, 5)], 50)).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('is found where its status changed', () => {
    const result = judged([...steady, mark(0, 500, 7, 'the store is full'), mark(0, 500, 7), mark(0, 302, 5)]);
    expect(codesOf(result)).toEqual(['CP116']);
    expect(findingOf(result, 'CP116')).toMatchObject({ phase: 'concurrent', silent: false, count: { min: 2, max: 2 } });
    expect(findingOf(result, 'CP116').message).toBe(
      'GET /r/abc was answered 302 (3 of 3 times) before the first write, and otherwise 2 of 3 times while writes ran: 500 (2 times); such as: the store is full',
    );
  });

  it('is found where no answer came', () => {
    const result = judged([...steady, mark(0, null, null, 'no complete answer within 1000 ms'), mark(1, 302, 5)]);
    expect(findingOf(result, 'CP116').message).toMatch(/1 of 2 times while writes ran: no answer \(once\)/);
  });

  it('is found where it was slower by more than was allowed', () => {
    const marks = [...steady, mark(0, 302, 400), mark(1, 302, 5)];
    expect(findingOf(judged(marks, 200), 'CP116').message).toMatch(/took 6 ms at most .*up to 400 ms .*1 of 2 times/);
    expect(judged(marks, 500).verdict).toBe('pass');
  });

  it('is only noted where it was much slower and nobody said by how much it may be', () => {
    const result = judged([...steady, mark(0, 302, 400), mark(0, 302, 300)]);
    expect(result.verdict).toBe('pass');
    expect(result.notes.map(({ code }) => code)).toContain('slower');
  });

  it('is found by its own times where it was far too slow again and again, one write at a time', () => {
    const slow = [mark(1, 302, 5), mark(1, 302, 400), mark(1, 302, 410), mark(1, 302, 390)];
    const result = judged([...steady, ...slow]);
    expect(codesOf(result)).toEqual(['CP116']);
    expect(findingOf(result, 'CP116').argument).toMatch(/No two writes were in flight together/);
    const once = [mark(1, 302, 400), mark(1, 302, 5), mark(1, 302, 5), mark(1, 302, 5), mark(1, 302, 400)];
    expect(judged([...steady, ...once]).verdict).toBe('pass');
  });

  it('is not claimed where the measure varies, fails or is missing', () => {
    const after = mark(0, 500, 5);
    expect(codesOf(judged([mark(-1, 302, 4), mark(-1, 404, 4), after]))).toEqual(['CP307']);
    expect(codesOf(judged([mark(-1, null, null), after]))).toEqual(['CP307']);
    expect(codesOf(judged([after]))).toEqual(['CP307']);
    expect(codesOf(judged(steady))).toEqual(['CP308']);
  });

  it('is not seen in an answer that was cut off because the run was interrupted', () => {
    const { expect: asked } = headerOf();
    const header = headerOf({ expect: { ...asked, unharmed: { request: 'GET /r/abc', slowerByMs: null } } });
    const stop = { why: 'interrupted', message: 'the run was interrupted' } as const;
    const history = historyOf([{ ...tenAndTen('0', '10', '20'), stop }], header);
    const marks = [...history.marks, ...steady, mark(0, 302, 5), mark(1, null, null)];
    expect(codesOf(check({ ...history, marks }))).not.toContain('CP116');
  });
});
