import { describe, expect, it } from 'vitest';
import { human } from '../../src/report/human.ts';
import { json } from '../../src/report/json.ts';
import { strings } from '../../src/report/strings.ts';
import type { Finding } from '../../src/verdict/finding.ts';
import type { PhaseResult, Report } from '../../src/verdict/report.ts';
import { finding, operation, phase, read, report, scenario } from './sample.ts';

const WIDE = { columns: 100, colors: false };
const NARROW = { columns: 60, colors: false };

const failed = scenario({
  verdict: 'fail',
  rounds: { planned: 1, run: 1, wrong: 1 },
  phases: [phase('concurrent', 1), phase('spaced', 10, { before: '1', after: '11' })],
  findings: [finding()],
});

const rounds = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

const manyRounds = scenario({
  verdict: 'fail',
  rounds: { planned: 20, run: 20, wrong: 20 },
  phases: rounds(20).flatMap((round) => [
    phase('concurrent', 1 + (round % 3), { round }),
    phase('spaced', 10, { round, before: '1', after: '11' }),
  ]),
  findings: rounds(20).map((round) => finding({ round })),
});

const refusing = scenario({
  name: 'Ten increments are ten increments',
  file: 'scenarios/ten.probe.yaml',
  phases: [
    phase('concurrent', 4, {
      lost: { min: 0, max: 0 },
      expected: { min: '4', max: '4' },
      writes: { sent: 10, acknowledged: 4, rejected: 6, unknown: 0, notSent: 0 },
    }),
  ],
  notes: [{ code: 'loud', message: '6 writes were refused with 429; a refused write is not a lost one.' }],
});

const unreached = scenario({
  verdict: 'inconclusive',
  phases: [
    phase('concurrent', 0, {
      before: null,
      after: null,
      lost: { min: null, max: null },
      duplicated: { min: null, max: null },
      writes: { sent: 0, acknowledged: 0, rejected: 0, unknown: 0, notSent: 10 },
    }),
  ],
  findings: [
    finding({
      code: 'CP301',
      title: 'target not reached',
      message: 'No connection to 127.0.0.1:9 could be made: connect ECONNREFUSED.',
      silent: false,
      witness: [],
      argument: '',
      phase: null,
      round: null,
    }),
  ],
});

describe('the report for a person', () => {
  it.each([
    ['fail', report(failed), WIDE],
    ['fail-narrow', report(failed), NARROW],
    ['pass', report(scenario()), WIDE],
    ['pass-refused', report(refusing), WIDE],
    ['inconclusive', report(unreached), WIDE],
    ['many-rounds', report(manyRounds), WIDE],
    ['many-rounds-narrow', report(manyRounds), NARROW],
    ['several-scenarios', report(failed, refusing, unreached), WIDE],
  ])('%s reads as in its golden file', async (name, input, style) => {
    await expect(human(input, style)).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  it('has no line wider than a narrow terminal, but for the command to repeat', () => {
    const lines = human(report(failed, refusing, manyRounds), NARROW).split('\n');
    const wide = lines.filter((line) => line.length > 60 && !line.includes('npx counter-probe run'));
    expect(wide).toEqual([]);
  });

  it('has a table of three rounds with refused and duplicated writes in 80 columns', () => {
    const phases = rounds(3).flatMap((round) =>
      (['concurrent', 'spaced'] as const).map((kind) =>
        phase(kind, 10, {
          ...{ round, before: '1000', after: '1010', duplicated: { min: 1, max: 2 } },
          writes: { sent: 12, acknowledged: 10, rejected: 2, unknown: 0, notSent: 0 },
        }),
      ),
    );
    const lines = human(report(scenario({ phases })), { columns: 80, colors: false }).split('\n');
    expect(lines[3]).toMatch(/^round +phase +from -> to +acked +refused +lost +dup +in flight +spread$/);
  });

  it('does not grow with the rounds', () => {
    const lines = human(report(manyRounds), WIDE).split('\n');
    expect(lines.length).toBeLessThan(30);
  });

  it('is ASCII where the target says nothing else', () => {
    expect(human(report(failed, refusing, manyRounds, unreached), WIDE)).toMatch(/^[\n -~]*$/);
  });

  it('has no escape sequence without colours, and one around the verdict with them', () => {
    expect(human(report(failed), WIDE)).not.toContain('\u001b');
    expect(human(report(failed), { ...WIDE, colors: true }).startsWith('\u001b[1m\u001b[31mFAIL')).toBe(true);
  });

  it('shows the first and the last of a long witness', () => {
    const witness = rounds(40).map((id) => operation({ id }));
    const text = human(report(scenario({ verdict: 'fail', findings: [finding({ witness })] })), WIDE);
    expect(text).toContain('... 35 more');
    expect(text).toContain('#40');
    expect(text).not.toContain('#20');
  });

  describe('of a finding that comes from an odd answer', () => {
    const odd = (changes: Partial<Finding>) => {
      const witness = [read('', { value: null, status: 404, excerpt: '<html>\\u{a}  <p>no such page</p>' })];
      return human(report(scenario({ verdict: 'inconclusive', findings: [finding({ witness, ...changes })] })), NARROW);
    };

    it.each(['CP301', 'CP302', 'CP305', 'CP308', 'CP309'] as const)('shows how it began (%s)', (code) => {
      expect(odd({ code })).toContain('\n    answer: <html> <p>no such page</p>\n');
    });

    it('cuts it to the width, and shows none for other findings', () => {
      const witness = [operation({ status: 500, counts: 'unknown', excerpt: 'long '.repeat(50) })];
      const line =
        odd({ code: 'CP302', witness })
          .split('\n')
          .find((text) => text.includes('answer: ')) ?? '';
      expect(line).toHaveLength(60);
      expect(line).toMatch(/^ {4}answer: long .*…$/);
      expect(odd({ code: 'CP101' })).not.toContain('answer: ');
    });
  });

  it('says first what a write without an answer counts as', () => {
    const witness = [
      operation({ status: null, counts: 'unknown', reason: 'no complete answer within 1000 ms', complete: null }),
      operation({ status: null, counts: 'notSent', reason: 'connect ECONNREFUSED 127.0.0.1:9' }),
      operation({ status: 500, counts: 'unknown' }),
    ];
    const text = human(report(scenario({ verdict: 'fail', findings: [finding({ witness })] })), WIDE);
    expect(text).toContain('increment  unknown: no complete answer within 1000 ms ');
    expect(text).toContain('increment  not sent: connect ECONNREFUSED 127.0.0.1:9 ');
    expect(text).toContain('increment  500 unknown ');
  });

  it('does not call writes kept when the effect of others is unknown', () => {
    const phases = [
      phase('concurrent', 10, { writes: { sent: 12, acknowledged: 10, rejected: 0, unknown: 2, notSent: 0 } }),
    ];
    const text = human(report(scenario({ phases })), WIDE);
    expect(text.split('\n')[0]).toBe('PASS  10 writes were acknowledged, none is known to be lost, 2 unknown');
  });

  it('says a range where the loss is not one number', () => {
    const phases = [phase('concurrent', 5, { lost: { min: 3, max: 5 } })];
    const text = human(report(scenario({ verdict: 'fail', phases, findings: [finding()] })), WIDE);
    expect(text.split('\n')[0]).toBe(
      'FAIL  10 concurrent writes were acknowledged, 5-7 were kept: 3-5 lost, silently (CP101)',
    );
  });
});

describe('the first line of a failed run', () => {
  const first = (phases: readonly PhaseResult[], columns: number) =>
    human(report(scenario({ verdict: 'fail', phases, findings: [finding()] })), { columns, colors: false }).split(
      '\n',
    )[0];

  it('says which writes it counts', () => {
    const [burst, spaced] = [phase('concurrent', 1), phase('spaced', 7)];
    const kept = phase('spaced', 10);
    expect(first([burst, kept], 100)).toMatch(/^FAIL {2}10 concurrent writes were acknowledged, 1 was kept: 9 lost,/);
    expect(first([spaced], 100)).toMatch(/^FAIL {2}10 spaced writes were acknowledged, 7 were kept: 3 lost,/);
    expect(first([burst, spaced], 100)).toMatch(/^FAIL {2}20 writes were acknowledged, 8 were kept: 12 lost,/);
  });

  it('needs no second line in 80 columns', () => {
    const line = 'FAIL  10 concurrent writes acknowledged, 1 kept: 9 lost, silently (CP101)';
    expect(first([phase('concurrent', 1), phase('spaced', 10)], 80)).toBe(line);
  });
});

const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\r\n\t\u202eevil\u2066\u200b\ufeff\u0085\u009b31m\u2028\ud800\u{e0041}';

describe('a target that tries to steer the terminal', () => {
  const hostile: Report = strings(report(failed, refusing, manyRounds, unreached), (text) =>
    /^(pass|fail|inconclusive|CP\d+)$/.test(text) ? text : text + HOSTILE,
  );
  const RAW = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u;

  it('gets no raw control, format or override character into the text', () => {
    expect(human(hostile, WIDE)).not.toMatch(RAW);
    expect(human(hostile, WIDE)).toContain('\\u{1b}]0;owned');
  });

  it('gets none into the JSON, which still holds its words as they were', () => {
    expect(json(hostile)).not.toMatch(RAW);
    expect(JSON.parse(json(hostile))).toEqual(hostile);
  });
});

describe('the report for a program', () => {
  it('is the report object, two spaces deep, with a line feed at its end', () => {
    const input = report(failed);
    expect(JSON.parse(json(input))).toEqual(input);
    expect(json(input)).toMatch(/^\{\n {2}"\$schema"/);
    expect(json(input)).toMatch(/\n\}\n$/);
  });
});
