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

  it('is found in each round in which it was harmed, and in no other', () => {
    const { expect: asked } = headerOf();
    const header = headerOf({ rounds: 3, expect: { ...asked, unharmed: { request: 'GET /r/abc', slowerByMs: null } } });
    const history = historyOf(
      [tenAndTen('0', '10', '20'), tenAndTen('0', '10', '20'), tenAndTen('0', '10', '20')],
      header,
    );
    const rounds = [1, 2, 3].flatMap((round) => [
      ...steady.map((one) => ({ ...one, round })),
      { ...mark(0, round === 2 ? 302 : 500, 7), round },
    ]);
    const result = check({ ...history, marks: [...history.marks, ...rounds] });
    expect(result.rounds).toMatchObject({ run: 3, wrong: 2 });
    expect(findingOf(result, 'CP116').message).toContain('(round 1; so in 2 of 3 rounds, 2 in all)');
  });

  it('is not told where it was refused or failed from the start', () => {
    for (const status of [404, 500]) {
      const before = [mark(-1, status, 4), mark(-1, status, 5)];
      const result = judged([...before, mark(0, status, 7), mark(1, 503, 5)]);
      expect(result.verdict).toBe('inconclusive');
      expect(codesOf(result)).toEqual(['CP307']);
      expect(findingOf(result, 'CP307').message).toBe(
        `GET /r/abc is not answered even before the first write: ${status} (2 times)`,
      );
    }
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

  it('is found by its own times only where several, and half of them, were far too slow, one write at a time, and readings were quick', () => {
    const slow = Array.from({ length: 3 }, (_, i) => ({ ...mark(1, 302, 400), invoke: 100 + i }));
    const late = slow.map((one) => ({ ...one, complete: one.invoke + 400 * MS }));
    const result = judged([...steady, ...late]);
    expect(codesOf(result)).toEqual(['CP116']);
    expect(findingOf(result, 'CP116').argument).toMatch(/no two writes were in flight together/);
    expect(judged([...steady, ...late.slice(1)]).verdict).toBe('pass');
    const quick = { ...late[0], complete: (late[0]?.invoke ?? 0) + 5 * MS } as UnharmedMark;
    expect(judged([...steady, ...Array(3).fill(quick), ...late]).verdict).toBe('fail');
    expect(judged([...steady, ...Array(4).fill(quick), ...late]).verdict).toBe('pass');
    const burst = late.map((one) => ({ ...one, phaseIndex: 0 }));
    expect(judged([...steady, ...burst]).verdict).toBe('pass');
  });

  it('is looked for only while writes ran, and not in what a command of ours stopped', () => {
    const kinds = ['spaced', 'run', 'spaced'] as const;
    const phases = kinds.map((kind, index) => ({ index, kind, name: `${kind} ${index}`, count: 1, everyMs: null }));
    const { expect: asked } = headerOf();
    const header = headerOf({ phases, expect: { ...asked, unharmed: { request: 'GET /r/abc', slowerByMs: null } } });
    const sketch = { before: ['0'], phases: [{ acknowledged: 1, after: '1' }, {}, { acknowledged: 1, after: '2' }] };
    const history = historyOf([sketch], header);
    const judgedWith = (...marks: readonly UnharmedMark[]) =>
      codesOf(check({ ...history, marks: [...history.marks, ...steady, ...marks] }));
    const at = (invoke: number, one: UnharmedMark) => ({ ...one, invoke });
    const fine = at(10, mark(0, 302, 5));
    const gone = (phaseIndex: number) => mark(phaseIndex, null, null, 'connection refused');
    expect(judgedWith(fine, at(20, gone(1)))).toEqual([]);
    expect(judgedWith(fine, at(20, gone(1)), at(30, gone(2)), at(40, mark(2, 302, 5)))).toEqual([]);
    expect(judgedWith(fine, at(30, mark(2, 302, 5)), at(40, gone(2)))).toEqual(['CP116']);
    expect(judgedWith(at(20, gone(1)))).toEqual(['CP308']);
  });

  it('is something to judge by where nothing else is asked for', () => {
    const header = headerOf({
      readings: [],
      expect: { readings: [], unique: false, unharmed: { request: 'GET /r/abc', slowerByMs: null } },
    });
    const history = historyOf([{ phases: [{ acknowledged: 10 }, { acknowledged: 10 }] }], header);
    const judgedWith = (...marks: readonly UnharmedMark[]) =>
      check({ ...history, marks: [...history.marks, ...marks] });
    expect(judgedWith(...steady, mark(0, 302, 5))).toMatchObject({ verdict: 'pass', findings: [] });
    expect(codesOf(judgedWith(...steady, mark(0, 500, 5)))).toEqual(['CP116']);
    expect(codesOf(judgedWith(...steady))).toEqual(['CP308']);
    expect(codesOf(judgedWith())).toEqual(['CP308']);
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
