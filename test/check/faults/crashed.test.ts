import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import type { History, PhaseInfo, RunMark } from '../../../src/history/history.ts';
import { headerOf, historyOf, type RoundSketch } from '../../support/history.ts';
import { codesOf, findingOf } from '../../support/verdicts.ts';

const phases: readonly PhaseInfo[] = [
  { index: 0, kind: 'spaced', name: 'writes', count: 10, everyMs: 50 },
  { index: 1, kind: 'run', name: 'kill', count: 0, everyMs: null },
  { index: 2, kind: 'spaced', name: 'after', count: 10, everyMs: 50 },
];

/** A command is run in the second phase. */
function withCommand(round: RoundSketch, exitCode: number | null = 0, perPhase = true): History {
  const expect = { readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase }], unique: false };
  const count = round.phases?.length ?? 0;
  const history = historyOf([round], headerOf({ phases: phases.slice(0, count), expect }));
  const mark: RunMark = { ran: true, round: 1, phaseIndex: 1, first: 0, last: 1, exitCode };
  return { ...history, marks: [...history.marks, mark] };
}

const round = (before: string, kill: string | undefined, after: string, unknown = 0): RoundSketch => ({
  before: ['0', '0'],
  phases: [
    { acknowledged: 10, unknown, after: before },
    kill === undefined ? {} : { after: kill },
    { acknowledged: 10, after, quiet: [after] },
  ],
});

describe('acknowledged, then lost by a crash (CP115)', () => {
  it.each([true, false])('is found where the number is below what it had been (perPhase: %s)', (perPhase) => {
    const result = check(withCommand(round('10', '3', '13'), 0, perPhase));
    expect(codesOf(result)).toEqual(['CP115']);
    expect(result.verdict).toBe('fail');
    expect(findingOf(result, 'CP115')).toMatchObject({ phase: 'kill', count: { min: 7, max: 7 }, silent: true });
    expect(findingOf(result, 'CP115').message).toBe(
      '10 writes were acknowledged before the command of phase kill; the value was 10 before it and 3 after it: 7 were lost',
    );
    expect(result.phases[1]).toMatchObject({ kind: 'run', before: '10', after: '3', lost: { min: 7, max: 7 } });
    expect(findingOf(result, 'CP115').argument).toContain('The command of phase kill');
  });

  it('is found where nothing was read between the writes and the command', () => {
    const result = check(withCommand({ before: ['0'], phases: [{ acknowledged: 10 }, { after: '4' }] }, 0, false));
    expect(codesOf(result)).toEqual(['CP115']);
    expect(findingOf(result, 'CP115').count).toEqual({ min: 6, max: 6 });
  });

  it('is not found where everything outlived the command', () => {
    const result = check(withCommand(round('10', '10', '20')));
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('passes where nothing could be read right after the command', () => {
    expect(check(withCommand(round('10', undefined, '20'))).verdict).toBe('pass');
  });

  it('says nothing of writes whose effect is unknown, which may have been all that went', () => {
    expect(codesOf(check(withCommand(round('13', '10', '20', 3))))).not.toContain('CP115');
    expect(findingOf(check(withCommand(round('13', '8', '18', 3))), 'CP115').count).toEqual({ min: 2, max: 5 });
  });

  it('leaves what was lost before the command to CP101', () => {
    const result = check(withCommand(round('6', '4', '14')));
    expect(codesOf(result)).toEqual(['CP101', 'CP115']);
    expect(findingOf(result, 'CP101')).toMatchObject({ phase: 'writes', count: { min: 4, max: 4 } });
    expect(findingOf(result, 'CP115').count).toMatchObject({ min: 2 });
  });

  it('is inconclusive (CP307) where the command failed and nothing else is wrong', () => {
    expect(codesOf(check(withCommand(round('10', '10', '20'), 1)))).toEqual(['CP307']);
    expect(findingOf(check(withCommand(round('10', '10', '20'), null)), 'CP307').message).toMatch(/did not end/);
  });
});
