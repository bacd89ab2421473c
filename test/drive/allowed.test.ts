import { describe, expect, it } from 'vitest';
import { allowed, isCertain, isOutside } from '../../src/drive/round/allowed.ts';
import { type Counted, Tally } from '../../src/drive/tally.ts';
import { parseDecimal } from '../../src/history/decimal.ts';
import type { ReadingExpectation } from '../../src/history/history.ts';
import { compile } from '../../src/plan/compile.ts';
import { phase, scenario } from './scenarios.ts';

const write = (counts: Counted['counts'], more: Partial<Counted> = {}): Counted => ({
  ...{ counts, intent: null, labels: [], abandoned: false, answered: true, reason: null },
  ...more,
});

const yes = write('acknowledged');
const maybe = write('unknown');

interface Case {
  readonly held: Partial<ReadingExpectation>;
  readonly writes: readonly Counted[];
  /** Of phases before. */
  readonly earlier?: readonly Counted[];
  readonly phaseIndex?: number;
}

/** Which of 10 to 20 are allowed of a reading that was 10 ahead of the round, and rose by its earlier writes. */
function allowedOf({ held, writes, earlier = [], phaseIndex = 1 }: Case) {
  const expectation = { reading: 'total', risesBy: 'acknowledged', perPhase: true, ...held };
  const phases = [phase('spaced'), phase('spaced', { name: 'second' }), phase('wait')];
  const expect = { readings: [expectation], unique: false };
  const { header } = compile(scenario('http://127.0.0.1:1', phases, { expect }), 7);
  const round = new Tally(null);
  for (const one of earlier) new Tally(round).count(one);
  const tally = new Tally(round);
  for (const one of writes) tally.count(one);
  const info = header.phases[phaseIndex];
  if (info === undefined) throw new Error('no such phase');
  const before = parseDecimal(String(10 + earlier.length));
  const range = allowed(header, { reading: 'total', phase: info, before, base: parseDecimal('10'), tally, round });
  if (range === null) return null;
  const values = Array.from({ length: 11 }, (_, i) => 10 + i);
  const decimal = (value: number) => parseDecimal(String(value)) ?? { unscaled: 0n, scale: 0 };
  const fits = values.filter((value) => !isOutside(range, decimal(value)));
  return { fits, certain: values.filter((value) => isCertain(range, decimal(value))) };
}

describe('the only right value is', () => {
  it.each<[string, Case, number]>([
    ['that of the writes acknowledged', { held: {}, writes: [yes, yes, yes] }, 13],
    ['that of the writes acknowledged, less those refused', { held: {}, writes: [yes, write('rejected')] }, 11],
    ['a step of its own further for each', { held: { step: '2' }, writes: [yes, yes] }, 14],
    ['a number further', { held: { risesBy: '3' }, writes: [yes] }, 13],
    ['where it comes to rest', { held: { risesBy: null, equals: '17' }, writes: [yes] }, 17],
    [
      'one further for each key',
      {
        held: { risesBy: 'keys' },
        writes: [write('acknowledged', { intent: 'a' }), write('acknowledged', { intent: 'a' })],
      },
      11,
    ],
    [
      'one further for an intent that is acknowledged again and again',
      { held: {}, writes: [1, 2, 3].map(() => write('acknowledged', { intent: 'a' })) },
      11,
    ],
    [
      'one further for an intent whose answers have an outcome of its own',
      {
        held: { risesBy: 'created' },
        writes: [1, 2].map(() => write('acknowledged', { intent: 'a', labels: ['created'] })),
      },
      11,
    ],
    [
      'one further for an intent that was refused twice',
      { held: { risesBy: 'rejected' }, writes: [1, 2].map(() => write('rejected', { intent: 'a' })) },
      11,
    ],
    [
      'one further for an intent whose first attempt was given up',
      {
        held: {},
        writes: [write('unknown', { intent: 'a', abandoned: true }), write('acknowledged', { intent: 'a' })],
      },
      11,
    ],
    [
      'by an outcome of its own',
      { held: { risesBy: 'created' }, writes: [write('acknowledged', { labels: ['created'] }), yes] },
      11,
    ],
    ['of the whole round', { held: { perPhase: false }, earlier: [yes, yes], writes: [yes] }, 13],
    [
      'of the whole round at its end, by a number',
      { held: { perPhase: false, risesBy: '5' }, earlier: [yes], writes: [yes] },
      15,
    ],
    ['what it was, in a phase without writes', { held: { risesBy: '5' }, writes: [], phaseIndex: 2 }, 10],
    [
      'that of its own phase',
      { held: { perPhase: false, phaseIndex: 1, risesBy: '2' }, earlier: [yes], writes: [yes] },
      13,
    ],
  ])('%s', (_what, given, value) => {
    expect(allowedOf(given)).toEqual({ fits: [value], certain: [value] });
  });
});

describe('no value is right for certain', () => {
  it.each<[string, Case, readonly number[]]>([
    ['with effects unknown', { held: {}, writes: [yes, maybe, maybe] }, [11, 12, 13]],
    ['with only bounds known', { held: { risesBy: null, atLeast: '12', atMost: '14' }, writes: [yes] }, [12, 13, 14]],
    [
      'with an intent of which nothing is known',
      { held: {}, writes: [write('unknown', { intent: 'a', abandoned: true }), maybe, yes] },
      [11, 12, 13],
    ],
  ])('%s', (_what, given, fits) => {
    expect(allowedOf(given)).toEqual({ fits, certain: [] });
  });

  it.each<[string, Case]>([
    ['with a tolerance', { held: { within: 0.05 }, writes: [yes] }],
    [
      'by a number, ahead of the end of the round',
      { held: { perPhase: false, risesBy: '5' }, writes: [yes], phaseIndex: 0 },
    ],
    ['by another phase', { held: { phaseIndex: 0 }, writes: [yes] }],
    ['by another reading', { held: { risesBy: 'total' }, writes: [yes] }],
    ['by two expectations that contradict each other', { held: { risesBy: '1', equals: '20' }, writes: [yes] }],
  ])('%s', (_what, given) => {
    expect(allowedOf(given)).toBeNull();
  });
});
