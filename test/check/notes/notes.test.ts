import { describe, expect, it } from 'vitest';
import { headerOf } from '../../support/history.ts';
import { judge, tenAndTen } from '../../support/verdicts.ts';

const notesOf = (result: ReturnType<typeof judge>, code: string): readonly string[] =>
  result.notes.filter((note) => note.code === code).map(({ message }) => message);

describe('a value that moves by the same other amount for each write', () => {
  it.each([
    ['twice as far', tenAndTen('0', '20', '40'), '1', '2'],
    ['the other way', tenAndTen('100', '90', '80'), '1', '-1'],
    ['in other steps', tenAndTen('0', '75', '150'), '2.5', '7.5'],
  ])('%s fails, and the note names the step that would fit', (_, round, step, amount) => {
    const result = judge([round], headerOf({ step }));
    expect(result.verdict).toBe('fail');
    expect(notesOf(result, 'other-step')).toEqual([
      `Each write moved the value by ${amount} in every phase: if one write is meant to move it by that much, say --step ${amount} (step: ${amount}).`,
    ]);
    expect(judge([round], headerOf({ step: amount })).verdict).toBe('pass');
  });

  it.each([
    ['right', [tenAndTen('0', '10', '20')]],
    ['lost in the burst', [tenAndTen('0', '1', '11')]],
    ['by another factor in each phase', [tenAndTen('0', '20', '50')]],
    ['by another factor in each round', [tenAndTen('0', '20', '40'), tenAndTen('0', '30', '60')]],
    ['nowhere', [tenAndTen('5', '5', '5')]],
    [
      'by what unknown writes may have done',
      [{ before: ['0'], phases: [{ acknowledged: 5, unknown: 5, after: '20' }] }],
    ],
  ])('but not one that moved %s', (_, rounds) => {
    expect(notesOf(judge(rounds), 'other-step')).toEqual([]);
  });

  it('says nothing where refused writes account for it', () => {
    const half = { acknowledged: 5, rejected: 5 };
    const phases = [
      { ...half, after: '10' },
      { ...half, after: '20' },
    ];
    const both = judge([{ before: ['0', '0'], phases }]);
    const burst = judge([
      {
        before: ['0', '0'],
        phases: [
          { ...half, after: '10' },
          { rejected: 10, after: '10' },
        ],
      },
    ]);
    for (const result of [both, burst]) {
      expect(result.findings.map(({ code }) => code)).toContain('CP103');
      expect(notesOf(result, 'other-step')).toEqual([]);
    }
    const more = { acknowledged: 8, rejected: 2 };
    const step = judge([
      {
        before: ['0', '0'],
        phases: [
          { ...more, after: '16' },
          { ...more, after: '32' },
        ],
      },
    ]);
    expect(notesOf(step, 'other-step')).toHaveLength(1);
  });

  it('says nothing where the rise was asked for as a number', () => {
    const readings = [{ reading: 'value', risesBy: '10', perPhase: true }];
    const result = judge([tenAndTen('0', '20', '40')], headerOf({ expect: { readings, unique: false } }));
    expect(notesOf(result, 'other-step')).toEqual([]);
  });
});

describe('what to say to the command line', () => {
  const unreadable = (status: number) =>
    judge([
      {
        before: [null],
        failedRead: { status, reason: `GET http://127.0.0.1:8080/counter was answered ${status}` },
        stop: { why: 'unreadable', message: `GET http://127.0.0.1:8080/counter was answered ${status}` },
      },
    ]);

  it.each([
    [404, '--read'],
    [405, '--read'],
    [401, "-H 'Authorization: ...'"],
    [403, "-H 'Authorization: ...'"],
    [302, '-L'],
  ])('where the reading was answered %i', (status, flag) => {
    const notes = notesOf(unreadable(status), 'hint');
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(new RegExp(`^The reading was answered ${status}: ${flag.replaceAll('.', '\\.')} `));
  });

  it.each([
    [404, '--url'],
    [405, '-X'],
    [403, "-H 'Authorization: ...'"],
  ])('where every write was answered %i', (status, flag) => {
    const phases = [
      { rejected: 10, status, after: '0' },
      { rejected: 10, status, after: '0' },
    ];
    const notes = notesOf(judge([{ before: ['0'], phases }]), 'hint');
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(new RegExp(`^The writes were answered ${status}: ${flag.replaceAll('.', '\\.')} `));
  });

  it('is nothing where a status says no more, where some writes were let in, and where another try was read', () => {
    expect(notesOf(unreadable(500), 'hint')).toEqual([]);
    const refused = [
      { acknowledged: 5, rejected: 5, status: 404, after: '5' },
      { acknowledged: 10, after: '15' },
    ];
    expect(notesOf(judge([{ before: ['0'], phases: refused }]), 'hint')).toEqual([]);
    const late = [{ acknowledged: 10, after: [null, '10'], failedRead: { status: 404, reason: 'answered 404' } }];
    expect(notesOf(judge([{ before: ['0'], phases: late }]), 'hint')).toEqual([]);
  });
});

describe('a run that ended early', () => {
  const stop = { why: 'deadline', message: 'the run reached its time limit of 1 s' } as const;

  it('leaves nothing unjudged where nothing was written', () => {
    const told = notesOf(judge([{ before: ['0'], stop }]), 'stopped');
    expect(told).toEqual(['The run ended in round 1, before its plan did: the run reached its time limit of 1 s.']);
    const written = notesOf(judge([{ before: ['0'], phases: [{ acknowledged: 1 }], stop }]), 'stopped');
    expect(written[0]).toMatch(/1 s\. What had not settled by then is not judged\.$/);
  });
});
