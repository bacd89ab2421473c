import { describe, expect, it } from 'vitest';
import type { ObjectKind, PhaseInfo, PhaseKind, ReadingExpectation } from '../../../src/history/history.ts';
import { headerOf, type PhaseSketch, type RoundSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const phase = (index: number, kind: PhaseKind): PhaseInfo => {
  const sends = kind === 'concurrent' || kind === 'spaced' || kind === 'paced';
  return { index, kind, name: kind, count: sends ? 10 : 0, everyMs: null };
};

interface Asked extends Partial<ReadingExpectation> {
  readonly object?: ObjectKind;
}

/** A burst, a pause of a kind, and spaced writes. */
const around = (kind: PhaseKind, { object = 'counter', ...asked }: Asked = {}) =>
  headerOf({
    object,
    phases: [phase(0, 'concurrent'), phase(1, kind), phase(2, 'spaced')],
    expect: { readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: true, ...asked }], unique: false },
  });
const round = (burst: string, pause: PhaseSketch, spaced: string): readonly RoundSketch[] => [
  { before: ['0'], phases: [{ acknowledged: 10, after: burst }, pause, { acknowledged: 10, after: spaced }] },
];

describe('a pause between writes', () => {
  it.each(['wait', 'quiet', 'run', 'request'] as const)('is no leg of its own where nobody looked: %s', (kind) => {
    const result = judge(round('10', {}, '20'), around(kind));
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(result.phases.map(({ kind: of, before, after }) => [of, before, after])).toEqual([
      ['concurrent', '0', '10'],
      ['spaced', '10', '20'],
    ]);
    expect(judge(round('10', {}, '20'), around(kind, { risesBy: '10' })).verdict).toBe('pass');
  });

  it('is one in which the number stands still', () => {
    const result = judge(round('10', { after: '10' }, '20'), around('wait'));
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(result.phases[1]).toMatchObject({
      kind: 'wait',
      expected: { min: '10', max: '10' },
      duplicated: { min: 0, max: 0 },
    });
    expect(judge(round('10', { after: '10' }, '20'), around('wait', { risesBy: '10' })).verdict).toBe('pass');
  });

  it('puts the amounts in doubt (CP304) where the number moved in it by itself', () => {
    expect(codesOf(judge(round('10', { after: '13' }, '23'), around('wait')))).toEqual(['CP304']);
    expect(codesOf(judge(round('10', { after: '9' }, '19'), around('quiet')))).toEqual(['CP304']);
  });

  it('lets writes come late (CP313), and an unknown one land', () => {
    expect(codesOf(judge(round('7', { after: '10' }, '20'), around('wait')))).toEqual(['CP313']);
    const unknown = [
      {
        before: ['0'],
        phases: [{ acknowledged: 9, unknown: 1, after: '9' }, { after: '10' }, { acknowledged: 10, after: '20' }],
      },
    ];
    expect(judge(unknown, around('wait')).verdict).toBe('pass');
  });

  it('leaves of a loss what did not come late', () => {
    const result = judge(round('5', { after: '7' }, '17'), around('wait'));
    expect(codesOf(result)).toEqual(['CP101']);
    expect(findingOf(result, 'CP101')).toMatchObject({ phase: 'concurrent', count: { min: 3, max: 5 } });
  });

  it('may turn a window or end a hold: nobody else wrote then', () => {
    expect(judge(round('10', { after: '0' }, '10'), around('wait', { object: 'quota' })).verdict).toBe('pass');
    expect(codesOf(judge(round('10', { after: '0' }, '9'), around('wait', { object: 'quota' })))).toEqual(['CP101']);
  });

  it('may set the number anew by a request of ours', () => {
    expect(judge(round('10', { after: '0' }, '10'), around('request')).verdict).toBe('pass');
    expect(codesOf(judge(round('10', { after: '0' }, '12'), around('request')))).toEqual(['CP102']);
  });

  it('is judged where that was asked for', () => {
    const held = around('wait', { object: 'custom', risesBy: '-10', perPhase: false, phaseIndex: 1 });
    expect(judge(round('10', { after: '0' }, '10'), held)).toMatchObject({ verdict: 'pass', findings: [] });
    expect(codesOf(judge(round('10', { after: '4' }, '14'), held))).toEqual(['CP114']);
    expect(codesOf(judge(round('10', {}, '14'), held))).toEqual(['CP308']);
  });

  it('holds back what comes out with the next writes (CP120)', () => {
    expect(codesOf(judge(round('0', { after: '0' }, '20'), around('wait')))).toEqual(['CP120']);
    expect(codesOf(judge(round('0', {}, '20'), around('wait')))).toEqual(['CP120']);
  });

  it('is of no matter where it could not be read, and writes and a reading follow', () => {
    expect(judge(round('10', { after: null }, '20'), around('run')).verdict).toBe('pass');
  });

  it('at the end is judged up to the last writes', () => {
    const header = headerOf({ phases: [phase(0, 'concurrent'), phase(1, 'wait')] });
    expect(judge([{ before: ['0'], phases: [{ acknowledged: 10, after: '10' }, {}] }], header).verdict).toBe('pass');
    const whole = {
      ...header,
      expect: { readings: [{ reading: 'value', risesBy: '10', perPhase: false }], unique: false },
    };
    expect(judge([{ before: ['0'], phases: [{ acknowledged: 10, after: '10' }, {}] }], whole).verdict).toBe('pass');
    expect(
      codesOf(judge([{ before: ['0'], phases: [{ acknowledged: 10, after: '10' }, { after: null }] }], header)),
    ).toEqual(['CP308']);
  });
});

describe('one phase that is held to a change of its own', () => {
  it('is judged alone', () => {
    const second = headerOf({
      expect: {
        readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: false, phaseIndex: 1 }],
        unique: false,
      },
    });
    const rounds = (burst: string, spaced: string): readonly RoundSketch[] => [
      {
        before: ['0'],
        phases: [
          { acknowledged: 10, after: burst },
          { acknowledged: 10, after: spaced },
        ],
      },
    ];
    expect(judge(rounds('1', '11'), second)).toMatchObject({ verdict: 'pass', findings: [] });
    expect(findingOf(judge(rounds('10', '18'), second), 'CP101').phase).toBe('spaced');
  });
});
