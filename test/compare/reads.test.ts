import { describe, expect, it } from 'vitest';
import { measurement } from '../../src/compare/measurements.ts';
import { readCells } from '../../src/compare/read-cells.ts';
import { agedReads } from '../../src/compare/reads.ts';
import type { Operation } from '../../src/history/operation.ts';
import { finding, operation, phase, read } from '../report/sample.ts';
import { base, measured, rateOf } from './sample.ts';

const scenario = measurement(base, 'reads', { rounds: 1, settleMs: 300, killCommand: null });
const MS = 1e6;

/** A write of the client `m0`, from one millisecond to another. */
const wrote = (from: number, to: number, changes: Partial<Operation> = {}): Operation =>
  operation({ process: 'm0', invoke: from * MS, complete: to * MS, ...changes });
const saw = (value: string, at: number, process = 'r0'): Operation =>
  read(value, { process, role: 'during', invoke: at * MS, complete: (at + 1) * MS });

const seen = (operations: readonly Operation[], changes = {}) =>
  measured(scenario, { verdict: 'pass', findings: [], phases: [phase('spaced', 10)], ...changes }, { operations });

describe('the age of a read', () => {
  it('is the time since the first write that it misses was acknowledged', () => {
    const aged = agedReads(seen([wrote(0, 10), wrote(20, 30), saw('0', 50)]));
    expect(aged).toMatchObject({ reads: [{ behind: 2, ageMs: 40, missing: [0, 1] }], writes: 2, missedWrites: 2 });
  });

  it('is 0 where nothing is missing, or only what was not acknowledged yet', () => {
    const aged = agedReads(seen([wrote(0, 10), wrote(20, 60), saw('1', 50), saw('2', 55)]));
    expect(aged?.reads.map(({ behind, ageMs }) => [behind, ageMs])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('is not told of refused writes', () => {
    const refused = wrote(20, 30, { counts: 'rejected', outcome: 'fail' });
    expect(agedReads(seen([wrote(0, 10), refused, saw('1', 50, 'm0')]))?.reads).toMatchObject([
      { behind: 0, own: false },
    ]);
  });

  it('is not known beside a write of unknown effect, or of values that are no count', () => {
    expect(agedReads(seen([wrote(0, 10, { counts: 'unknown', outcome: 'info' }), saw('1', 50)]))).toBeNull();
    expect(agedReads(seen([wrote(0, 10), saw('0.5', 50)]))).toBeNull();
  });
});

describe('own writes', () => {
  const fresh = { consistency: { required: 'read-your-writes', satisfied: ['read-your-writes'] } };

  it('were seen where the pipeline says so', () => {
    const { ownWrite, staleness } = readCells(seen([wrote(0, 10), saw('1', 12, 'm0')], fresh), 30, rateOf);
    expect(ownWrite).toMatchObject({ seen: true, reads: 1, missed: 0 });
    expect(staleness).toMatchObject({ staleReads: 0, maxMs: 0, maxBehind: 0, everyMs: 30 });
  });

  it('were missed where it found that', () => {
    const found = { verdict: 'fail' as const, findings: [finding({ code: 'CP113' })] };
    const { ownWrite, staleness } = readCells(
      seen([wrote(0, 10), saw('0', 12, 'm0'), saw('0', 40)], found),
      30,
      rateOf,
    );
    expect(ownWrite).toMatchObject({ seen: false, reads: 1, missed: 1 });
    expect(staleness).toMatchObject({ staleReads: 2, p50Ms: 2, maxMs: 30, maxBehind: 1, writes: 1, missedWrites: 1 });
  });

  it('are not judged where writes were lost', () => {
    const lost = { verdict: 'fail' as const, phases: [phase('spaced', 5)], findings: [finding()] };
    const { ownWrite, staleness } = readCells(seen([wrote(0, 10), saw('0', 12)], lost), 30, rateOf);
    expect([ownWrite.tested, staleness.tested]).toEqual([false, false]);
  });
});
