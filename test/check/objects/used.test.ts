import { describe, expect, it } from 'vitest';
import { filled } from '../../../src/check/objects/filled.ts';
import { usedBefore } from '../../../src/check/objects/used.ts';
import type { HistoryHeader } from '../../../src/history/history.ts';
import { headerOf } from '../../support/history.ts';
import { quotaOf, saw, yes } from './recorded.ts';

const LIMIT = 5n;
const look = (value: string) => saw(value, 0, 10, { role: 'before', phase: 'before', phaseIndex: -1, reading: 'left' });

/** A number that is read, and how far the header and the reading say that one write moves it. */
const moving = (step: string, own?: string): HistoryHeader => {
  const left = { reading: 'left', risesBy: 'acknowledged' as const, perPhase: false };
  const readings = [own === undefined ? left : { ...left, step: own }];
  return quotaOf(5, 'round', { step, expect: { ...headerOf().expect, readings }, readings: ['left'] });
};

describe('What had been used of a limit ahead of a round', () => {
  const used = (value: string, step: string, own?: string) => usedBefore(moving(step, own), [look(value)], LIMIT)(1);

  it('is what a number shows that rises, and what is missing from one that falls', () => {
    expect([used('1', '1'), used('1', '-1')]).toEqual([1n, 4n]);
  });

  it('goes by the step of the reading, where it has one of its own', () => {
    expect([used('1', '1', '-1'), used('1', '-1', '1')]).toEqual([4n, 1n]);
  });

  it('may be all of it, where what is shown is no word on this limit', () => {
    expect([used('7', '1'), used('7', '-1'), used('-1', '1'), used('0.5', '1')]).toEqual([5n, 5n, 5n, 5n]);
  });
});

describe('A limit that was passed by what had been used ahead', () => {
  const header = (errorNs: number): HistoryHeader => ({
    ...moving('1'),
    clock: { unit: 'ns', errorNs },
  });
  const a = { machine: 'a' };
  const ahead = { role: 'before' as const, phase: 'before', phaseIndex: -1, reading: 'left', ...a };
  const admitted = [0, 1].map((i) => yes('admit', 260 + i, 300 + i, a));
  const found = (second: string, errorNs: number) =>
    filled(header(errorNs), [
      saw('4', 50, 60, ahead),
      saw(second, 240, 250, ahead),
      ...admitted,
      yes('admit', 900, 910, { machine: 'b', key: 'other' }),
    ]);

  it('is told from the least that any look shows', () => {
    expect(found('4', 1).map(({ code }) => code)).toEqual(['CP104']);
    expect(found('0', 1)).toEqual([]);
  });

  it('is not told where one of the looks may have come after the first write, by the clocks', () => {
    expect(found('0', 50)).toEqual([]);
  });

  it('is told where such a look shows no less than the least of the others', () => {
    expect(found('4', 50).map(({ code }) => code)).toEqual(['CP104']);
  });
});
