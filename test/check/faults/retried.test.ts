import { describe, expect, it } from 'vitest';
import type { PhaseInfo } from '../../../src/history/history.ts';
import { headerOf, type PhaseSketch, type RoundSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const replay = (index: number, when: PhaseInfo['when'], count: number): PhaseInfo => ({
  ...{ index, kind: 'replay', name: `replay-${index}`, count, everyMs: null },
  ...(when === undefined ? {} : { when }),
});
const retry: PhaseInfo = { index: 0, kind: 'retry', name: 'retry', count: 10, everyMs: 0, lose: 'reply' };
const keyed = (key: string, sketch: PhaseSketch): PhaseSketch => ({
  ...sketch,
  each: () => ({ intent: key, f: 'effect' }),
});

/** Three keys: five times at once, twice in flight, twice in turn. */
const keys = (risesBy: string, perPhase = false) =>
  headerOf({
    object: 'effect',
    phases: [replay(0, 'at-once', 5), replay(1, 'in-flight', 2), replay(2, 'after-success', 2)],
    expect: { readings: [{ reading: 'value', risesBy, perPhase }], unique: false },
  });
const keyRound = (...after: readonly [string, string, string]): readonly RoundSketch[] => [
  {
    before: ['0'],
    phases: [
      keyed('a', { acknowledged: 1, rejected: 4, after: after[0] }),
      keyed('b', { acknowledged: 1, rejected: 1, together: 2, after: after[1] }),
      keyed('c', { acknowledged: 2, together: 1, after: after[2] }),
    ],
  },
];

describe('one key, one effect', () => {
  it.each(['3', 'acknowledged', 'keys'])('passes where each key counted once: %s', (risesBy) => {
    expect(judge(keyRound('1', '2', '3'), keys(risesBy))).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it.each(['3', 'acknowledged', 'keys'])('is applied again (CP110) where the number rose by more: %s', (risesBy) => {
    const result = judge(keyRound('5', '7', '8'), keys(risesBy));
    expect(codesOf(result)).toEqual(['CP110']);
    const finding = findingOf(result, 'CP110');
    expect(finding).toMatchObject({ count: { min: 5, max: 5 }, silent: true });
    expect(finding.message).toMatch(/3 intents were acknowledged and the value rose from 0 to 8: 5 were applied again/);
    expect(finding.argument).toMatch(/Too many: 4 in replay-0, 1 in replay-1 and none in replay-2/);
    expect(finding.witness.filter(({ intent }) => intent === 'a')).toHaveLength(5);
  });

  it('is judged in each phase', () => {
    const result = judge(keyRound('5', '6', '7'), keys('1', true));
    expect(result.findings.map(({ code, phase }) => [code, phase])).toEqual([['CP110', 'replay-0']]);
  });

  it('is one finding where the answers say the same as the number', () => {
    const asked = keys('acknowledged');
    const counts = [
      { count: 'keys', equals: '3', perPhase: false },
      { count: 'acknowledged', equals: '3', perPhase: false },
    ];
    const result = judge(keyRound('5', '7', '8'), { ...asked, expect: { ...asked.expect, counts } });
    expect(codesOf(result)).toEqual(['CP110']);
    expect(findingOf(result, 'CP110').message).toMatch(/applied again/);
  });

  it('is lost (CP101) where a key that was acknowledged did not count', () => {
    expect(codesOf(judge(keyRound('1', '1', '2'), keys('acknowledged')))).toEqual(['CP101']);
    expect(codesOf(judge(keyRound('1', '1', '2'), keys('3')))).toEqual(['CP101']);
  });

  it('asks for overlap of what is sent at once, and of nothing else (CP303)', () => {
    const [round] = keyRound('1', '2', '3');
    const apart = { ...round, phases: (round?.phases ?? []).map((phase) => ({ ...phase, together: 1 })) };
    expect(codesOf(judge([apart], keys('acknowledged')))).toEqual(['CP303', 'CP303']);
  });
});

describe('a reply that was lost, and the write sent again', () => {
  const header = headerOf({ phases: [retry] });
  const attempts = (after: string, more: Partial<PhaseSketch> = {}): readonly RoundSketch[] => {
    const each = (i: number) => ({ intent: `k-${i % 5}`, ...(i >= 5 ? { abandoned: 'reply' as const } : {}) });
    return [{ before: ['0'], phases: [{ acknowledged: 5, unknown: 5, together: 1, after, each, ...more }] }];
  };

  it('counts once: pass, and nothing unknown about it', () => {
    const result = judge(attempts('5'), header);
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(result.phases[0]?.expected).toEqual({ min: '5', max: '5' });
    expect(result.phases[0]).toMatchObject({ writes: { acknowledged: 5, unknown: 0, sent: 10 }, abandoned: 5 });
    expect(result.notes.map(({ code }) => code)).not.toContain('unknown');
  });

  it('counts twice: CP110, never a duplicate of nothing', () => {
    const result = judge(attempts('10'), header);
    expect(codesOf(result)).toEqual(['CP110']);
    expect(result.phases[0]?.duplicated).toEqual({ min: 5, max: 5 });
  });

  it('is unknown once where every attempt was given up', () => {
    const each = (i: number) => ({ intent: `k-${i % 2}`, abandoned: 'reply' as const });
    const lost = (after: string) => attempts(after, { acknowledged: 0, unknown: 4, each });
    expect(judge(lost('2'), header).phases[0]).toMatchObject({
      expected: { min: '0', max: '2' },
      writes: { unknown: 4 },
    });
    expect(codesOf(judge(lost('4'), header))).toContain('CP110');
  });

  it('is unknown, never duplicated, without any retry', () => {
    const each = () => ({ abandoned: 'reply' as const });
    const result = judge(attempts('10', { each }), header);
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(codesOf(judge(attempts('11', { each }), header))).toEqual(['CP102']);
  });

  it('is handed out the same value again (no CP112)', () => {
    const unique = headerOf({ phases: [retry], expect: { ...header.expect, unique: true } });
    const each = (i: number) => ({ intent: `k-${i % 5}`, returned: `${i % 5}` });
    expect(judge(attempts('5', { acknowledged: 10, unknown: 0, each }), unique).verdict).toBe('pass');
    const shared = () => ({ returned: '7' });
    expect(codesOf(judge(attempts('5', { unknown: 0, each: shared }), unique))).toEqual(['CP112']);
  });
});

describe('answers that must be the same (CP111)', () => {
  const header = headerOf({
    object: 'effect',
    readings: [],
    phases: [replay(0, 'at-once', 4)],
    expect: { readings: [], unique: false, sameBody: 'acknowledged' },
  });
  const answered = (answers: readonly string[], intent?: string, rejected = 0): readonly RoundSketch[] => [
    {
      phases: [
        {
          acknowledged: answers.length,
          rejected,
          each: (i) => ({ answer: answers[i] ?? 'busy', ...(intent === undefined ? {} : { intent }) }),
        },
      ],
    },
  ];

  it('passes where they are, whatever a refusal says', () => {
    expect(judge(answered(['a', 'a'], 'k', 2), header)).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('is found for one key, and over a round where there are no keys', () => {
    expect(codesOf(judge(answered(['a', 'b', 'a'], 'k'), header))).toEqual(['CP111']);
    expect(codesOf(judge(answered(['a', 'b', 'a']), header))).toEqual(['CP111']);
  });

  it('is not asked of another body with the same key', () => {
    const other = { ...header, phases: [replay(0, 'other-body', 2)] };
    expect(codesOf(judge(answered(['a', 'b'], 'k'), other))).not.toContain('CP111');
  });

  it('is not found where nobody asked', () => {
    const counts = [{ count: 'keys', equals: '1', perPhase: false }];
    const silent = { ...header, expect: { readings: [], unique: false, counts } };
    expect(judge(answered(['a', 'b', 'a'], 'k'), silent).verdict).toBe('pass');
  });

  it('tells nothing where no answer was kept', () => {
    const result = judge([{ phases: [{ acknowledged: 4 }] }], header);
    expect(result.verdict).toBe('inconclusive');
  });
});
