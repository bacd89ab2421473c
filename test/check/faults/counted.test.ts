import { describe, expect, it } from 'vitest';
import type { CountExpectation, HistoryHeader, ObjectKind, PhaseInfo } from '../../../src/history/history.ts';
import { headerOf, type PhaseSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const TEN: CountExpectation = { count: 'acknowledged', equals: '10', perPhase: true };

const asking = (
  object: ObjectKind,
  counts: readonly CountExpectation[],
  more: Partial<HistoryHeader> = {},
): HistoryHeader =>
  headerOf({ object, readings: [], minOverlap: 2, expect: { readings: [], unique: false, counts }, ...more });

const round = (...phases: readonly PhaseSketch[]) => [{ phases }];

describe('how many were admitted, against what was asked for', () => {
  it('passes where each phase admits just that, and nothing is to be read', () => {
    const result = judge(
      round({ acknowledged: 10, rejected: 20 }, { acknowledged: 10, rejected: 5 }),
      asking('quota', [TEN]),
    );
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it.each([
    ['quota', 'CP104'],
    ['reservation', 'CP106'],
    ['effect', 'CP110'],
    ['counter', 'CP114'],
    ['custom', 'CP114'],
  ] as const)('is too many: of object %s %s', (object, code) => {
    const result = judge(round({ acknowledged: 30 }, { acknowledged: 10, rejected: 5 }), asking(object, [TEN]));
    expect(codesOf(result)).toEqual([code]);
    const finding = findingOf(result, code);
    expect(finding).toMatchObject({ phase: 'concurrent', count: { min: 20, max: 20 }, silent: true });
    expect(finding.message).toBe('30 of 30 writes in concurrent were acknowledged where 10 are right: 20 too many');
    expect(finding.argument).toMatch(/It was right where writes did not overlap, so it takes a race/);
  });

  it.each<[string, PhaseSketch, Partial<CountExpectation>, string]>([
    ['too many', { acknowledged: 12 }, {}, 'there are 12, and 10 are right.'],
    [
      'too many for certain',
      { acknowledged: 12, unknown: 2 },
      {},
      'there are 12, and the 2 that were not heard can only add to them, and 10 are right.',
    ],
    ['too few', { acknowledged: 1, rejected: 3 }, { equals: '5' }, 'there is 1, and 5 are right.'],
    [
      'too few at most',
      { acknowledged: 2, unknown: 1, rejected: 4 },
      { equals: '5' },
      'there are 3, with the 1 that was not heard, and 5 are right.',
    ],
  ])('says how to check it by counting: %s', (_, phase, more, words) => {
    const result = judge(round(phase, {}), asking('quota', [{ ...TEN, ...more, perPhase: false }]));
    expect(result.findings[0]?.argument).toBe(`Count the writes of the round that were acknowledged: ${words}`);
  });

  it('is told of each phase', () => {
    const result = judge(round({ acknowledged: 12 }, { acknowledged: 11 }), asking('effect', [TEN]));
    expect(result.findings.map(({ code, phase }) => [code, phase])).toEqual([
      ['CP110', 'concurrent'],
      ['CP110', 'spaced'],
    ]);
  });

  it('is too few (CP105), which an answer said', () => {
    const four = round({ acknowledged: 4, rejected: 3 }, { acknowledged: 4, rejected: 3 });
    const result = judge(four, asking('quota', [{ ...TEN, equals: '5' }]));
    expect(codesOf(result)).toEqual(['CP105', 'CP105']);
    expect(result.findings.map(({ silent }) => silent)).toEqual([false, false]);
    expect(result.findings[0]?.argument).toMatch(/It is so in spaced too, where writes did not overlap: not a race/);
  });

  it('is in doubt (CP302) where an answer that was not heard decides', () => {
    const result = judge(round({ acknowledged: 9, unknown: 1 }, { acknowledged: 10 }), asking('quota', [TEN]));
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual(['CP302']);
    const short = judge(round({ acknowledged: 8, unknown: 1 }, { acknowledged: 10 }), asking('quota', [TEN]));
    expect(codesOf(short)).toEqual(['CP105']);
    expect(findingOf(short, 'CP105').count).toEqual({ min: 1, max: 2 });
  });

  it('is too many whatever was not heard', () => {
    const result = judge(round({ acknowledged: 11, unknown: 3 }, { acknowledged: 10 }), asking('quota', [TEN]));
    expect(findingOf(result, 'CP104').count).toEqual({ min: 1, max: 4 });
  });

  it('is no fault of the target (CP301) where too few were sent', () => {
    const result = judge(round({ acknowledged: 4, notSent: 8 }, { acknowledged: 10 }), asking('quota', [TEN]));
    expect(codesOf(result)).toEqual(['CP301']);
  });

  it('is judged over the round, or of one phase alone', () => {
    const phases = round({ acknowledged: 4, rejected: 2 }, { acknowledged: 6, rejected: 2 });
    const whole = { count: 'acknowledged', equals: '10', perPhase: false };
    expect(judge(phases, asking('quota', [whole])).verdict).toBe('pass');
    const second = { count: 'acknowledged', equals: '5', perPhase: false, phaseIndex: 1 };
    expect(findingOf(judge(phases, asking('quota', [second])), 'CP104').phase).toBe('spaced');
  });

  it('is bounded from below and from above', () => {
    const phases = round({ acknowledged: 4, rejected: 2 }, { acknowledged: 6, rejected: 2 });
    const between = { count: 'acknowledged', atLeast: '8', atMost: '12', perPhase: false };
    expect(judge(phases, asking('quota', [between])).verdict).toBe('pass');
    expect(codesOf(judge(phases, asking('quota', [{ ...between, atMost: '9' }])))).toEqual(['CP104']);
    expect(codesOf(judge(phases, asking('quota', [{ ...between, atLeast: '11' }])))).toEqual(['CP105']);
  });

  it('is one finding where the refusals say the same', () => {
    const counts = [
      { count: 'acknowledged', equals: '1', perPhase: false },
      { count: 'rejected', equals: '11', perPhase: false },
    ];
    const result = judge(round({ acknowledged: 2, rejected: 10 }, {}), asking('reservation', counts));
    expect(codesOf(result)).toEqual(['CP106']);
  });

  it('is not judged from below in a round that was cut short', () => {
    const stop = { why: 'interrupted', message: 'SIGINT' } as const;
    const result = judge([{ phases: [{ acknowledged: 3 }], stop }], asking('quota', [TEN]));
    expect(codesOf(result)).not.toContain('CP105');
    expect(result.verdict).toBe('inconclusive');
  });
});

describe('how many were refused, against what was asked for', () => {
  const none = { count: 'rejected', equals: '0', perPhase: false };

  it('passes where none was, and none was to be', () => {
    expect(judge(round({ acknowledged: 3 }, { acknowledged: 2 }), asking('quota', [none])).verdict).toBe('pass');
  });

  it('is refused below the limit (CP105) for a quota, and out of bounds (CP114) for a counter; neither is silent', () => {
    const phases = round({ acknowledged: 3 }, { acknowledged: 1, rejected: 1 });
    expect(findingOf(judge(phases, asking('quota', [none])), 'CP105')).toMatchObject({ silent: false, phase: null });
    expect(findingOf(judge(phases, asking('counter', [none])), 'CP114').silent).toBe(false);
  });

  it('is never "nothing was tested" (CP309) where refusals were asked about', () => {
    const refused = round({ rejected: 3 }, { rejected: 2 });
    expect(codesOf(judge(refused, asking('quota', [none])))).toEqual(['CP105']);
    const five = { count: 'rejected', equals: '5', perPhase: false };
    expect(judge(refused, asking('quota', [five]))).toMatchObject({ verdict: 'pass', findings: [] });
    const burst = { count: 'acknowledged', equals: '1', perPhase: false };
    const spacedFirst = round({ rejected: 6 }, { acknowledged: 1, rejected: 2 });
    expect(judge(spacedFirst, asking('reservation', [burst])).verdict).toBe('pass');
  });
});

describe('other counts', () => {
  const replay: PhaseInfo = { index: 0, kind: 'replay', name: 'replay', count: 5, everyMs: null, when: 'at-once' };
  const effect = (counts: readonly CountExpectation[]) => asking('effect', counts, { phases: [replay] });
  const sameKey = (sketch: PhaseSketch): PhaseSketch => ({ ...sketch, each: () => ({ intent: 'k' }) });

  it('counts a key once, however often it was acknowledged', () => {
    const keys = { count: 'keys', equals: '1', perPhase: false };
    expect(judge(round(sameKey({ acknowledged: 5 })), effect([keys])).verdict).toBe('pass');
    const twice = { ...keys, equals: '2' };
    expect(codesOf(judge(round(sameKey({ acknowledged: 5 })), effect([twice])))).toEqual(['CP105']);
  });

  it('has nothing unknown about attempts that were given up, where another was acknowledged', () => {
    const each = (i: number) => ({ intent: 'k', ...(i > 0 ? { abandoned: 'reply' as const } : {}) });
    const one = { count: 'acknowledged', equals: '1', perPhase: false };
    expect(judge([{ phases: [{ acknowledged: 1, unknown: 4, each }] }], effect([one])).verdict).toBe('pass');
    const lost = judge(
      [{ phases: [{ unknown: 5, each: () => ({ intent: 'k', abandoned: 'reply' as const }) }] }],
      effect([one]),
    );
    expect(codesOf(lost)).toContain('CP302');
    expect(lost.verdict).toBe('inconclusive');
  });

  it('counts an outcome that the scenario names', () => {
    const created = { count: 'created', equals: '3', perPhase: false };
    const each = (i: number) => (i < 3 ? { labels: ['created'] } : {});
    expect(judge([{ phases: [{ acknowledged: 5, each }, {}] }], asking('counter', [created])).verdict).toBe('pass');
    expect(codesOf(judge([{ phases: [{ acknowledged: 5 }, {}] }], asking('counter', [created])))).toEqual(['CP114']);
  });

  it('is held to another count', () => {
    const alike = { count: 'created', equals: 'keys', perPhase: false };
    const each = () => ({ labels: ['created'] });
    expect(judge([{ phases: [{ acknowledged: 5, each }, {}] }], asking('counter', [alike])).verdict).toBe('pass');
  });
});
