import { describe, expect, it } from 'vitest';
import { requirementNamed } from '../../../src/check/diagnosis/requirement.ts';
import { checkRecorded } from '../../../src/check/recorded/recorded.ts';
import type { HistoryHeader, PhaseInfo } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { holds } from '../../../src/verify/verify.ts';
import { certified } from '../../support/certified.ts';
import { headerOf, historyOf, type RoundSketch } from '../../support/history.ts';
import { codesOf, judge } from '../../support/verdicts.ts';
import { saw, yes } from '../objects/recorded.ts';

const [, spaced] = headerOf().phases as [PhaseInfo, PhaseInfo];
const phase: PhaseInfo = { ...spaced, index: 0 };
const one = headerOf({ phases: [phase], rounds: 2 });

/** Two writes of which one does not show, a round that nobody looked at ahead of, and one more write. */
const unseen = (last: string): readonly RoundSketch[] => [
  { key: 'k', before: ['2'], phases: [{ acknowledged: 2, after: '3' }] },
  { key: 'k', before: [null], phases: [{ acknowledged: 1, after: last }] },
];

describe('A number that lacks writes, and a later one that has room for all', () => {
  it('is no loss, though nobody looked ahead of the round between', () => {
    expect(codesOf(judge(unseen('5'), one))).toEqual(['CP308', 'CP313']);
  });

  it('is a loss where the later one has no room for its own as well', () => {
    expect(codesOf(judge(unseen('4'), one))).toEqual(['CP101', 'CP308']);
  });

  it('is old where every read must be the latest', () => {
    expect(codesOf(judge(unseen('5'), { ...one, require: 'latest' }))).toEqual(['CP108', 'CP308', 'CP313']);
  });

  it('counts as lost only what the last number lacks', () => {
    const [first, second] = unseen('4') as [RoundSketch, RoundSketch];
    const rounds = [
      { ...first, phases: [{ acknowledged: 4, after: '3' }] },
      { ...second, phases: [{ acknowledged: 1, after: '6' }] },
    ];
    expect(judge(rounds, one).findings[0]).toMatchObject({ code: 'CP101', count: { min: 1 } });
  });

  it('hides no loss where it came to rest short once more', () => {
    const rounds = [...unseen('5'), { key: 'k', before: [null], phases: [{ acknowledged: 1, after: '5' }] }];
    expect(codesOf(judge(rounds, one))).toEqual(['CP101', 'CP308']);
  });

  it('is a loss all the same where only what a later phase lacks has room', () => {
    const rounds: readonly RoundSketch[] = [
      {
        key: 'k',
        before: ['7'],
        phases: [
          { acknowledged: 1, after: '7' },
          { acknowledged: 2, after: '7' },
        ],
      },
      {
        key: 'k',
        before: ['7'],
        phases: [
          { acknowledged: 1, after: '8' },
          { unknown: 1, after: '10' },
        ],
      },
    ];
    expect(judge(rounds, headerOf({ rounds: 2 })).findings[0]).toMatchObject({ code: 'CP101', count: { min: 1 } });
  });

  it('was not lost by a command either', () => {
    const killed: PhaseInfo = { ...spaced, kind: 'run', name: 'kill', count: 0 };
    const header = headerOf({
      phases: [phase, killed, { ...spaced, index: 2 }],
      expect: { ...headerOf().expect, readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: false }] },
    });
    const judged = (last: string) => {
      const history = historyOf(
        [
          {
            before: ['0'],
            phases: [{ acknowledged: 5, after: '5' }, { after: '2' }, { acknowledged: 2, after: last }],
          },
        ],
        header,
      );
      const ran = { ran: true, round: 1, phaseIndex: 1, exitCode: 0, first: 0, last: 1 } as const;
      const of = { ...history, marks: [...history.marks, ran] };
      return certified(of, checkRecorded(of, requirementNamed('eventual')));
    };
    expect(codesOf(judged('4'))).toEqual(['CP115']);
    expect(codesOf(judged('7'))).toEqual([]);
  });
});

/** The clocks of two machines are 2,000 off at most; one saw 3 at rest, the other 4 at about the same time. */
const apart = headerOf({
  phases: [phase],
  clock: { unit: 'ns', errorNs: 2_000 },
  expect: { readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: false }], unique: false },
});
const [a, b] = [{ machine: 'a' }, { machine: 'b' }];
const before = { role: 'before' as const, phaseIndex: -1, phase: 'before' };
const seenTwice = (last: string): readonly Operation[] =>
  [
    saw('2', 5_000, 6_000, { ...before, ...a }),
    yes('increment', 7_000, 11_000, a),
    saw('2', 9_000, 10_000, { ...before, ...b }),
    yes('increment', 12_000, 15_000, b),
    saw('3', 17_000, 19_000, b),
    saw(last, 19_000, 21_000, a),
  ].map((op, id) => ({ ...op, id }));
const judgedTwice = (last: string, changes: Partial<HistoryHeader> = {}) => {
  const history = { header: { ...apart, ...changes }, operations: seenTwice(last), marks: [] };
  return { history, result: certified(history, checkRecorded(history, requirementNamed(history.header.require))) };
};

describe('Two machines of which one sees less than the other', () => {
  it('show no loss', () => {
    expect(codesOf(judgedTwice('4').result)).toEqual(['CP313']);
    expect(codesOf(judgedTwice('3').result)).toEqual(['CP101']);
  });

  it('show none in a history of another tool', () => {
    const imported = { runId: 'imported', initial: '2' };
    expect(codesOf(judgedTwice('4', imported).result)).toEqual([]);
    expect(codesOf(judgedTwice('3', imported).result)).toEqual(['CP101']);
    expect(codesOf(judgedTwice('4', { runId: 'imported' }).result)).toEqual([]);
  });

  it('are no proof of a loss, but of a read that is behind', () => {
    const witness = { floors: [0], increments: [1, 3], ceilings: [4] };
    const counter = { key: '', reading: 'value', round: null, returns: false, others: false };
    const way = { reading: 'value', from: 0, to: 4 };
    const heldOf = (last: string) => {
      const { history } = judgedTwice(last);
      const key = history.operations[0]?.key ?? '';
      const isHeld = (form: string) => holds(history, { counter: { ...counter, key, witness: { form, ...witness } } });
      return {
        lost: isHeld('lost'),
        behind: isHeld('behind'),
        short: holds(history, { finding: { code: 'CP101', proof: { form: 'short', ...way } } }),
      };
    };
    expect(heldOf('4')).toEqual({ lost: false, behind: true, short: false });
    expect(heldOf('3')).toEqual({ lost: true, behind: true, short: true });
  });
});
