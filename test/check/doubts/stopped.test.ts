import { describe, expect, it } from 'vitest';
import type { StopMark } from '../../../src/history/history.ts';
import { codesOf, findingOf, judge, tenAndTen } from '../../support/verdicts.ts';

const interrupted = { why: 'interrupted', message: 'the run was interrupted' } as const;
const deadline = { why: 'deadline', message: 'the run reached its time limit of 600 s' } as const;

describe('a run that ended early', () => {
  it('is no pass when it was interrupted, and says what was judged', () => {
    const result = judge([
      tenAndTen('0', '10', '20'),
      { before: ['0'], phases: [{ acknowledged: 3, unknown: 7 }], stop: interrupted },
    ]);
    expect(codesOf(result)).toEqual(['CP308']);
    expect(findingOf(result, 'CP308').message).toBe(
      'The run was interrupted in round 2, and nothing was found wrong until then',
    );
    expect(result).toMatchObject({ verdict: 'inconclusive', rounds: { planned: 2, run: 2, wrong: 0 } });
    expect(result.confidence.statement).toMatch(/^0 of 1 round/);
    expect(result.notes.find(({ code }) => code === 'stopped')?.message).toMatch(/interrupted.*not judged/);
  });

  it('claims no loss from a value that had no time to settle', () => {
    const phases = [
      { acknowledged: 10, after: '10' },
      { acknowledged: 10, after: '12' },
    ];
    const result = judge([{ before: ['0'], phases, stop: deadline }]);
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual(['CP308']);
    expect(findingOf(result, 'CP308').message).toMatch(/time limit of 600 s/);
    expect(result.phases[1]?.lost).toEqual({ min: null, max: null });
  });

  it('keeps what had settled before', () => {
    const phases = [{ acknowledged: 10, after: '1' }, { acknowledged: 2 }];
    expect(codesOf(judge([{ before: ['0'], phases, stop: interrupted }]))).toEqual(['CP101']);
    const watched = [
      { acknowledged: 10, after: '10' },
      { acknowledged: 10, after: '11', quiet: ['11'] },
    ];
    expect(codesOf(judge([{ before: ['0'], phases: watched, stop: interrupted }]))).toEqual(['CP101']);
  });

  it.each<[string, Pick<StopMark, 'why' | 'message'>, (string | null)[], string]>([
    ['before anything was read', interrupted, [], 'CP301'],
    ['after the first reading', interrupted, ['0'], 'CP308'],
    ['by its deadline, before anything was answered', deadline, [null], 'CP301'],
  ])('is inconclusive when it ended %s', (_, stop, before, code) => {
    const result = judge([{ before, stop }]);
    expect(result.verdict).toBe('inconclusive');
    expect(codesOf(result)).toEqual([code]);
  });

  it('did not reach its target where none of the writes after a restart could be sent', () => {
    const message = 'none of the 10 writes of the spaced phase was answered: connect ECONNREFUSED';
    const phases = [
      { acknowledged: 10, after: '10' },
      { notSent: 10, after: '10' },
    ];
    const result = judge([{ before: ['0', '0'], phases, stop: { why: 'unanswered', message } }]);
    expect(codesOf(result)).toEqual(['CP301']);
    expect(findingOf(result, 'CP301').message).toBe(`The run ended in round 1: ${message}`);
  });

  it('is inconclusive when the target stopped to answer', () => {
    const unanswered = {
      why: 'unanswered',
      message: 'none of the 10 writes of the concurrent phase was answered',
    } as const;
    const result = judge([{ before: ['0'], phases: [{ unknown: 10, after: '0' }], stop: unanswered }]);
    expect(codesOf(result)).toEqual(['CP302']);
    const later = judge([
      tenAndTen('0', '10', '20'),
      { before: ['0'], phases: [{ unknown: 10, after: '0' }], stop: unanswered },
    ]);
    expect(later.verdict).toBe('inconclusive');
    expect(findingOf(later, 'CP302').message).toMatch(/^The run ended in round 2: none of the 10 writes/);
  });
});
