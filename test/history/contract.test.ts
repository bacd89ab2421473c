import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { isProbeError } from '../../src/errors.ts';
import { readHistory } from '../../src/history/codec.ts';
import type { History } from '../../src/history/history.ts';

/** Nothing but what the contract of the format names. */
const HEADER = {
  ...{ format: 'counter-probe-history', version: 1, object: 'counter', initial: '0', step: '1', limit: null },
  ...{ clock: { unit: 'ns', errorNs: 0 }, runId: 'r', scenario: 'from another tool', seed: 1, target: 'http://a/b' },
  ...{ require: 'eventual', expect: {}, phases: [{ name: 'concurrent' }, { name: 'spaced' }], limitPer: null },
};
const RELEASE = { release: true, round: 1, phase: 'concurrent', first: 1, last: 2, early: false };

const write = (id: number, phase: string, invoke: number) => ({
  ...{ id, process: `p${id}`, session: `s${id}`, f: 'increment', key: 'k', phase, round: 1, invoke },
  ...{ complete: invoke + 5, outcome: 'ok', counts: 'acknowledged', value: null, status: 200, reason: null },
  attempt: `a${id}`,
});
const read = (id: number, phase: string, invoke: number, value: string) => ({
  ...write(id, phase, invoke),
  ...{ f: 'read', counts: null, value, attempt: null },
});

function load(lines: readonly object[]): Promise<History> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const operations = lines.filter((line) => 'f' in line).length;
  const sha256 = createHash('sha256').update(text).digest('hex');
  async function* chunks(): AsyncGenerator<string> {
    yield `${text}${JSON.stringify({ footer: true, operations, sha256 })}\n`;
  }
  return readHistory(chunks(), 'other.ndjson');
}

const messageOf = (lines: readonly object[]): Promise<string> =>
  load(lines).then(
    () => 'accepted',
    (error) => (isProbeError(error) ? error.message : Promise.reject(error)),
  );

const WRITES = [write(1, 'concurrent', 10), write(2, 'concurrent', 11), write(3, 'spaced', 40)];

describe('A history with nothing more than the contract of its format', () => {
  it('is read, and judged as one that says all', async () => {
    const kept = await load([HEADER, RELEASE, ...WRITES, read(4, 'spaced', 60, '3')]);
    expect(check(kept)).toMatchObject({ verdict: 'pass', rounds: { run: 1, wrong: 0 } });
    const lossy = check(await load([HEADER, RELEASE, ...WRITES, read(4, 'spaced', 60, '1')]));
    expect(lossy.findings.map(({ code, count }) => [code, count.min])).toEqual([['CP101', 2]]);
  });

  it('knows the phases by their names, and its calls as sent at their beginning and answered at their end', async () => {
    const { header, operations, marks } = await load([
      HEADER,
      RELEASE,
      read(0, 'before', 1, '0'),
      ...WRITES,
      { ...write(5, 'spaced', 50), complete: null, outcome: 'info', counts: 'unknown' },
      read(4, 'spaced', 60, '3'),
    ]);
    expect(header).toMatchObject({ rounds: 1, setup: false, readings: ['value'], settleMs: 0, minOverlap: null });
    expect(header.expect).toEqual({
      readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: false }],
      unique: false,
    });
    expect(header.phases[0]).toEqual({ index: 0, kind: 'concurrent', name: 'concurrent', count: 0, everyMs: null });
    expect(operations.map(({ phaseIndex, role }) => [phaseIndex, role])).toEqual([
      [-1, 'before'],
      [0, null],
      [0, null],
      [1, null],
      [1, null],
      [1, 'settle'],
    ]);
    expect(operations[1]).toMatchObject({ sent: 10, firstByte: 15, ended: 15, returned: null, excerpt: null });
    expect(operations[4]).toMatchObject({ sent: 50, firstByte: null, ended: null });
    expect(marks).toEqual([{ ...RELEASE, phaseIndex: 0, queued: 0 }]);
  });

  it('accuses nobody by a number that was read while writes were under way', async () => {
    const early = check(await load([HEADER, ...WRITES, read(4, 'spaced', 42, '2')]));
    expect(early.findings.map(({ code }) => code)).toEqual(['CP308']);
  });

  it('keeps what it says beyond that', async () => {
    const expecting = { readings: [{ reading: 'total', risesBy: '3', perPhase: true }] };
    const { header, operations } = await load([
      { ...HEADER, expect: expecting, rounds: 7 },
      { ...WRITES[0], sent: 12, phaseIndex: 1 },
      read(4, 'spaced', 60, '3'),
    ]);
    expect(header).toMatchObject({ rounds: 7, readings: ['total'], expect: { ...expecting, unique: false } });
    expect(operations).toMatchObject([{ sent: 12, phaseIndex: 1 }, { reading: 'total' }]);
  });

  it.each([
    ['without a key of the contract', [{ ...HEADER, step: undefined }], /^step: /],
    [
      'with a phase that the header does not have',
      [HEADER, write(1, 'later', 10)],
      /^the phase "later" is not in the header/,
    ],
    [
      'with an operation without its beginning',
      [HEADER, { ...write(1, 'spaced', 10), invoke: undefined }],
      /^invoke: /,
    ],
  ])('is refused %s', async (_, lines, message) => {
    expect(await messageOf(lines)).toMatch(message);
  });
});
