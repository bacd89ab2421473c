import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../src/history/formats/format.ts';
import type { History } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { exported, judgedAgain, leastLost } from '../support/exported.ts';
import { headerOf, historyOf, type RoundSketch } from '../support/history.ts';
import { runs } from '../support/runs.ts';
import { judged } from '../support/simulated/alarms.ts';
import { executionOf } from '../support/simulated/execution.ts';
import { shown } from '../support/simulated/shown.ts';
import { spoilt } from '../support/simulated/spoilt.ts';

const FORMATS = ['edn', 'elle-json', 'porcupine', 'corpus'] as const;

async function again(history: History, name: FormatName) {
  const written = exported(history, name);
  if (typeof written === 'string') throw new Error(written);
  return { told: written.told, results: await judgedAgain(written, name) };
}

describe.each(FORMATS)('A simulated run that is exported to %s', (name) => {
  it('is not accused by it where the service is right', async () => {
    const accused: string[] = [];
    let passed = 0;
    for (let seed = 0; seed < runs(300); seed++) {
      const execution = executionOf(seed);
      const written = exported(execution.history, name);
      if (typeof written === 'string') continue;
      const results = await judgedAgain(written, name);
      for (const result of results) if (result.verdict === 'fail') accused.push(shown(execution, result));
      if (results.every(({ verdict }) => verdict === 'pass')) passed += 1;
    }
    expect(accused).toEqual([]);
    expect(passed).toBeGreaterThan(40);
  });

  it('has lost as much as it had, and no more, where the service is wrong', async () => {
    let [same, other] = [0, 0];
    for (let seed = 0; seed < runs(300); seed++) {
      const execution = executionOf(seed, spoilt(seed));
      const own = judged(execution);
      if (own.verdict !== 'fail' || execution.world.machines > 1) continue;
      const written = exported(execution.history, name);
      if (typeof written === 'string') continue;
      const results = await judgedAgain(written, name);
      const [least, before] = [leastLost(results), leastLost([own])];
      expect(least, shown(execution, own)).toBeLessThanOrEqual(before);
      if (results.some(({ verdict }) => verdict === 'fail') && least === before) same += 1;
      else other += 1;
    }
    expect(same).toBeGreaterThan(10);
    expect(other / (same + other)).toBeLessThan(0.15);
  });
});

const anew = (kept: string): RoundSketch => ({
  key: 'one',
  before: ['0'],
  phases: [{ acknowledged: 10, after: kept }],
});
const setup = headerOf({ setup: true });

describe.each(FORMATS)('A run whose rounds are set up anew, in %s', (name) => {
  it('is right where it was', async () => {
    const { told, results } = await again(historyOf([anew('10'), anew('10'), anew('10')], setup), name);
    expect(told).toBe('');
    expect(results.map(({ verdict }) => verdict)).toEqual(name === 'corpus' ? ['pass', 'pass', 'pass'] : ['pass']);
  });

  it('has lost what each round lost', async () => {
    const { results } = await again(historyOf([anew('4'), anew('10'), anew('7')], setup), name);
    expect(leastLost(results)).toBe(9);
  });

  it('began where each round began', async () => {
    const other: RoundSketch = { key: 'one', before: ['5'], phases: [{ acknowledged: 10, after: '15' }] };
    const { told, results } = await again(historyOf([anew('10'), other], setup), name);
    expect(told).toBe(name === 'corpus' ? '' : `what ${name} does not say must be given to check: --initial unknown\n`);
    expect(results.every(({ verdict }) => verdict === 'pass')).toBe(true);
  });
});

const from = (start: string, end: string): RoundSketch => ({
  before: [start],
  phases: [{ acknowledged: 10, after: end }],
});
const FLAGS: readonly [string, History, string][] = [
  ['a start', historyOf([from('33', '43')]), '--initial 33'],
  ['a start that the header tells', historyOf([from('33', '43')], headerOf({ initial: '33' })), '--initial 33'],
  ['a start that nobody read', historyOf([{ phases: [{ acknowledged: 10, after: '43' }] }]), '--initial unknown'],
  ['a level', historyOf([from('0', '10')], headerOf({ require: 'latest' })), '--require latest'],
  [
    'a limit',
    historyOf([from('0', '10')], headerOf({ object: 'quota', limit: '10', limitPer: 'round' })),
    '--limit 10',
  ],
];

describe('What a format does not say', () => {
  it.each(FLAGS)('is told: %s', (_, history, flags) => {
    for (const name of ['edn', 'elle-json', 'porcupine'] as const)
      expect(exported(history, name)).toMatchObject({
        told: `what ${name} does not say must be given to check: ${flags}\n`,
      });
    expect(exported(history, 'ndjson')).toMatchObject({ told: '' });
  });

  it('is told where more was asked than that the number rises', () => {
    const { expect: asked } = headerOf();
    const history = historyOf([from('0', '10')], headerOf({ expect: { ...asked, unique: true } }));
    expect(exported(history, 'edn')).toMatchObject({ told: 'edn does not say what else was asked: unique\n' });
  });
});

const each = (change: Partial<Operation>): RoundSketch => ({
  before: ['0'],
  phases: [{ acknowledged: 10, after: '10', each: () => change }],
});
const onOne = (sketch: RoundSketch): RoundSketch => ({ ...sketch, key: 'one' });
const plain = from('0', '10');
const quota = (limitPer: string, more = {}) => headerOf({ object: 'quota', limit: '10', limitPer, ...more });
const reading = { reading: 'value', risesBy: 'acknowledged', perPhase: true };

const REFUSED: readonly [string, History][] = [
  ['things that are reserved', historyOf([plain], headerOf({ object: 'reservation', limit: '1' }))],
  ['effects', historyOf([plain], headerOf({ object: 'effect' }))],
  ['a limit of each phase', historyOf([plain], quota('phase'))],
  ['a limit of each identity', historyOf([plain], quota('identity'))],
  ['a limit of each window of time', historyOf([plain], quota('2000ms'))],
  ['a limit on a number that does not go up', historyOf([plain], quota('round', { step: '-1' }))],
  ['a limit of each round on a number that goes on', historyOf([onOne(plain), onOne(plain)], quota('round'))],
  ['several readings', historyOf([plain], headerOf({ readings: ['value', 'other'] }))],
  ['readings that move the number', historyOf([plain], headerOf({ readingInfo: { value: { adds: '1' } } }))],
  [
    'a number that is not to rise by what was acknowledged',
    historyOf([plain], headerOf({ expect: { readings: [{ ...reading, risesBy: '0' }], unique: false } })),
  ],
  [
    'a number that is not to rise by what was acknowledged',
    historyOf([plain], headerOf({ expect: { readings: [{ ...reading, within: 0.1 }], unique: false } })),
  ],
  ['a number that is not held to anything', historyOf([plain], headerOf({ expect: { readings: [], unique: true } }))],
  ['writes that were sent more than once', historyOf([each({ intent: 'one' })])],
  ['different amounts in rounds', historyOf([onOne(each({ amount: '2' })), onOne(plain)])],
  [
    'what leaves this run inconclusive',
    historyOf([{ before: ['0', '5'], phases: [{ acknowledged: 10, after: '15' }] }]),
  ],
];

describe('What would mislead whoever checks it', () => {
  it.each(REFUSED)('is refused: %s', (what, history) => {
    for (const name of FORMATS) expect(exported(history, name)).toContain(`${name} has no place for ${what}`);
    expect(exported(history, 'ndjson')).toMatchObject({ told: '' });
  });

  it('is refused in a corpus where clocks may be off from each other, and told elsewhere', () => {
    const far = (i: number): Partial<Operation> => (i === 0 ? { machine: 'far' } : {});
    const sketch: RoundSketch = { before: ['0'], phases: [{ acknowledged: 10, after: '10', each: far }] };
    const history = historyOf([sketch], headerOf({ clock: { unit: 'ns', errorNs: 1_000 } }));
    expect(exported(history, 'corpus')).toContain('corpus has no place for clocks of several machines');
    expect(exported(history, 'edn')).toMatchObject({ told: expect.stringContaining('--clock-error 1000ns') });
  });
});

describe('A call that a corpus does not know', () => {
  it.each(['reserve', 'release', 'effect'] as const)('is refused there: %s', (f) => {
    const history = historyOf([each({ f })], headerOf({ runId: 'imported' }));
    expect(exported(history, 'corpus')).toContain('corpus has no place for calls to reserve, release or effect');
    expect(exported(history, 'edn')).toMatchObject({ told: '' });
  });
});

describe('What an answer to a write held', () => {
  it('is left out where it is no number after the write', async () => {
    const returned = (i: number): Partial<Operation> => ({ value: String(900 + i) });
    const sketch: RoundSketch = { before: ['0'], phases: [{ acknowledged: 10, after: '10', each: returned }] };
    for (const name of FORMATS) {
      const { results } = await again(historyOf([sketch], headerOf({ returns: false })), name);
      expect(results.map(({ verdict }) => verdict)).toEqual(['pass']);
    }
  });
});
