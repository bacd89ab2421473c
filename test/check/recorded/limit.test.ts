import { expect, it } from 'vitest';
import { judgeCorpusHistory, parseCorpusHistory } from '../../../src/check/exact/corpus.ts';
import { checkRecorded } from '../../../src/check/recorded/recorded.ts';
import { certificateFor } from '../../../src/cli/check/certify.ts';
import { corpus } from '../../../src/history/formats/corpus.ts';
import type { History } from '../../../src/history/history.ts';
import { holds } from '../../../src/verify/verify.ts';
import type { Small } from '../../support/oracle.ts';
import { historyFrom, type Scale } from '../../support/saved.ts';
import { inc, info, refusal, saw } from '../../support/small.ts';

function imported(ops: readonly Small[], scale: Scale): History {
  const { header, ...more } = historyFrom(ops, scale);
  return { header: { ...header, runId: 'imported' }, ...more };
}

const messageOf = (ops: readonly Small[], limit: number): string | undefined =>
  checkRecorded(imported(ops, { limit }), { level: 'eventual' }).findings.find(({ code }) => code === 'CP104')?.message;

it.each<[string, readonly Small[], number, string]>([
  ['a value above it', [info(0), info(0), info(0), saw(3, 5, 6)], 2, '#3 shows 3, which is above the limit'],
  [
    'too many',
    [inc(0, 1), inc(0, 1), inc(0, 1)],
    2,
    '3 increments were acknowledged, more than the limit has room for',
  ],
  [
    'too many after a value',
    [info(0), saw(1, 1, 2), inc(3, 4), inc(3, 4)],
    2,
    '#1 shows 1, and after that more increments were acknowledged than the limit has room for',
  ],
])('A limit that is not kept is told of by what shows it: %s', (_, ops, limit, message) => {
  expect(messageOf(ops, limit)).toBe(message);
});

it('What was let in above the limit is proven beside a read that is below the start', () => {
  const history = imported([refusal(0, 3, 3), inc(3, 6), saw(-1, 3, 8)], { from: '3', initial: '3', limit: 0 });
  const { certificate, unproven } = certificateFor(
    { history, sha256: '' },
    checkRecorded(history, { level: 'eventual' }),
  );
  expect(unproven).toEqual([]);
  expect(certificate?.counters.map((proof) => 'witness' in proof && proof.witness.form)).toEqual(['overflow']);
  for (const proof of certificate?.counters ?? []) expect(holds(history, { counter: proof })).toBe(true);
});

it('A start that is not known may be above the limit, by every way to ask', () => {
  const verdicts = (ops: readonly Small[]) => {
    const history = imported(ops, { initial: null, from: '0', limit: 9 });
    const result = checkRecorded(history, { level: 'latest' });
    const { certificate } = certificateFor({ history, sha256: '' }, result);
    const holding = certificate?.counters.every((proof) => holds(history, { counter: proof }));
    const line = JSON.parse([...corpus.write(history)].join(''));
    const { verdict } = judgeCorpusHistory(parseCorpusHistory(line, { file: 'it', line: 1 }));
    return [result.verdict, certificate?.verdict, holding, verdict];
  };
  const right = ['pass', 'linearizable', true, 'linearizable'];
  expect(verdicts([saw(10, 5, 6)])).toEqual(right);
  expect(verdicts([info(0), saw(10, 5, 6), refusal(9, 3, 9)])).toEqual(right);
  const wrong = ['fail', 'violation', true, 'violation'];
  expect(verdicts([inc(0, 9), saw(10, 5, 6)])).toEqual(wrong);
  expect(verdicts([info(0), info(0), saw(10, 5, 6), saw(8, 5, 6)])).toEqual(wrong);
  expect(verdicts([info(0), saw(11, 5, 6), info(0), saw(12, 5, 6)])).toEqual(wrong);
  expect(verdicts([saw(12, 5, 6, 0, 13), info(0), saw(11, 5, 6)])).toEqual(wrong);
});

it('A range that was read before the first write is not the start', () => {
  const history = imported([saw(5, 0, 1, 0, 7), inc(2, 3), saw(8, 4, 5)], { initial: null, from: '0' });
  const { operations, ...more } = history;
  const before = operations.map((one, i) => (i === 0 ? { ...one, role: 'before' as const } : one));
  expect(checkRecorded({ ...more, operations: before }, { level: 'latest' }).verdict).toBe('pass');
});
