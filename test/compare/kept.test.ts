import { describe, expect, it } from 'vitest';
import { answersOf } from '../../src/compare/answers.ts';
import { keptCell, killCell, NOTHING_TO_KILL, retryCell } from '../../src/compare/kept.ts';
import { measurement } from '../../src/compare/measurements.ts';
import type { RunMark } from '../../src/history/history.ts';
import { finding, phase } from '../report/sample.ts';
import { base, measured, rateOf } from './sample.ts';

const extent = { rounds: 2, settleMs: 300, killCommand: 'kill it' };
const of = (question: 'burst' | 'spaced' | 'retry' | 'kill') => measurement(base, question, extent);

describe('what was kept', () => {
  it('is told from the least to the most of a round, with how often it went wrong', () => {
    const found = measured(of('burst'), {
      verdict: 'fail',
      phases: [phase('concurrent', 1), phase('concurrent', 3, { round: 2 })],
      rounds: { planned: 2, run: 2, wrong: 2 },
      findings: [finding({ silent: true })],
    });
    expect(keptCell(found, rateOf)).toMatchObject({
      ...{ tested: true, kept: { min: 1, max: 3 }, wrong: 2, codes: ['CP101'], silent: true },
      bound: '2 of 2 rounds wrong, 50 % to 100 % at 95 %',
    });
  });

  it('counts refused writes apart', () => {
    const writes = { sent: 10, acknowledged: 1, rejected: 9, unknown: 0, notSent: 0 };
    const one = phase('spaced', 1, { writes, lost: { min: 0, max: 0 } });
    const cell = keptCell(measured(of('spaced'), { verdict: 'pass', phases: [one], findings: [] }), rateOf);
    expect(cell).toMatchObject({ tested: true, kept: { min: 1, max: 1 }, rejected: { min: 9, max: 9 } });
  });

  it('is not told by an inconclusive measurement', () => {
    const doubt = finding({ code: 'CP304', message: 'somebody else wrote' });
    const cell = keptCell(measured(of('burst'), { verdict: 'inconclusive', findings: [doubt] }), rateOf);
    expect(cell).toEqual({ tested: false, why: 'CP304 somebody else wrote' });
  });
});

describe('a retry', () => {
  const rose = (by: number) =>
    measured(of('retry'), { verdict: by === 4 ? 'pass' : 'fail', phases: [phase('spaced', by, { intents: 4 })] });

  it.each([
    [4, 'once', '0 of 4 keys counted twice, at most 20 % at 95 %'],
    [6, 'some twice', '2 of 4 keys counted twice, 25 % to 60 % at 95 %'],
    [8, 'twice', '4 of 4 keys counted twice, 50 % to 100 % at 95 %'],
    [3, 'lost', '1 of 4 keys never counted'],
  ])('that moves the number by %d of 4 keys counted %s', (by, counted, bound) => {
    expect(retryCell(rose(by), rateOf)).toEqual({ tested: true, counted, keys: 4, applied: by, bound });
  });

  it('tells nothing where writes are lost even one after another', () => {
    const wrong = { planned: 1, run: 1, wrong: 1 };
    const spaced = measured(of('spaced'), { verdict: 'fail', phases: [phase('spaced', 6)], rounds: wrong });
    expect(answersOf({ retry: rose(4), spaced }, rateOf).retry).toMatchObject({ tested: false });
  });
});

describe('a kill', () => {
  const ran = (exitCode: number | null): RunMark => ({
    ...{ ran: true, round: 1, phaseIndex: 1, first: 0, last: 1, exitCode },
  });
  const killed = (kept: number, exitCode: number | null = 0) => {
    const phases = [phase('spaced', 10, { index: 0 }), phase('spaced', kept, { index: 1, before: '10' })];
    return measured(of('kill'), { verdict: kept === 10 ? 'pass' : 'fail', phases }, { marks: [ran(exitCode)] });
  };

  it('is told with what was there after it', () => {
    expect(killCell(killed(3), rateOf)).toMatchObject({ kills: 1, acknowledged: 10, kept: { min: 3, max: 3 } });
    expect(killCell(killed(10), rateOf)).toMatchObject({
      bound: '0 of 1 kill lost what was acknowledged, at most 50 % at 95 %',
    });
  });

  it('adds up over its rounds', () => {
    const phases = [3, 10].flatMap((kept, i) => [
      phase('spaced', 10, { index: 0, round: i + 1 }),
      phase('spaced', kept, { index: 1, round: i + 1, before: '10' }),
    ]);
    const cell = killCell(measured(of('kill'), { verdict: 'fail', phases }, { marks: [ran(0)] }), rateOf);
    expect(cell).toMatchObject({ kills: 2, acknowledged: 20, kept: { min: 13, max: 13 } });
  });

  it('is not tested of what cannot be killed', () => {
    expect(killCell(killed(10, NOTHING_TO_KILL), rateOf)).toMatchObject({
      tested: false,
      why: expect.stringContaining('/crash'),
    });
  });

  it('is not told beside writes of unknown effect', () => {
    const writes = { sent: 10, acknowledged: 7, rejected: 0, unknown: 3, notSent: 0 };
    const phases = [phase('spaced', 7, { index: 0, writes }), phase('spaced', 7, { index: 1, before: '7' })];
    const cell = killCell(measured(of('kill'), { verdict: 'pass', phases }, { marks: [ran(0)] }), rateOf);
    expect(cell).toMatchObject({ tested: false, why: expect.stringContaining('not known') });
  });

  it('is not blamed for what was missing before it', () => {
    const phases = [phase('spaced', 6, { index: 0 }), phase('spaced', 6, { index: 1, before: '6' })];
    const cell = killCell(measured(of('kill'), { verdict: 'fail', phases }, { marks: [ran(0)] }), rateOf);
    expect(cell).toEqual({ tested: false, why: '4 of 10 were missing before the kill' });
  });
});
