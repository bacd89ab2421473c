import { describe, expect, it } from 'vitest';
import type { HistoryHeader, PhaseInfo } from '../../../src/history/history.ts';
import { headerOf, type PhaseSketch, type RoundSketch } from '../../support/history.ts';
import { codesOf, findingOf, judge } from '../../support/verdicts.ts';

const [burst, spaced] = headerOf().phases as [PhaseInfo, PhaseInfo];
const again: PhaseInfo = { ...burst, index: 1, name: 'again' };

const quota = (limitPer: string, changes: Partial<HistoryHeader> = {}): HistoryHeader =>
  headerOf({
    ...{ object: 'quota', limit: '5', limitPer, phases: [burst], readings: [] },
    ...{ expect: { readings: [], unique: false }, ...changes },
  });
const each = () => ({ f: 'admit' as const });
const none: PhaseSketch = { rejected: 12, each };
const five: PhaseSketch = { acknowledged: 5, rejected: 7, each };
const some = (phase: PhaseSketch): PhaseSketch => ({ ...phase, acknowledged: 3, rejected: 0 });
const onOneKey = (...phases: readonly PhaseSketch[]): readonly RoundSketch[] =>
  phases.map((phase) => ({ key: 'fixed', phases: [phase] }));

const usedUp = ({ notes }: ReturnType<typeof judge>): readonly string[] =>
  notes.filter(({ code }) => code === 'used-up').map(({ message }) => message);

describe('a limit that let nobody in', () => {
  it.each(['15ms', '1000ms', 'round', 'phase', 'identity'])('in any round was not tested (CP309): a %s', (per) => {
    const result = judge(onOneKey(none, none), quota(per));
    expect(codesOf(result)).toEqual(['CP309']);
    expect(result.verdict).toBe('inconclusive');
    expect(usedUp(result)).toEqual([]);
    expect(findingOf(result, 'CP309').argument).toMatch(
      /A limit that was used up before.* looks just like this\. Each run takes a fresh one/,
    );
  });

  it.each(['15ms', '1000ms', 'round'])(
    'for certain, where an answer was not heard, is in doubt (CP302): a %s',
    (per) => {
      for (const phase of [
        { rejected: 11, unknown: 1, each },
        { unknown: 12, each },
      ])
        expect(codesOf(judge(onOneKey(phase, phase), quota(per)))).toEqual(['CP302']);
    },
  );

  it('is right where it lets nobody in, or where refusals are what was asked for', () => {
    expect(judge(onOneKey(none), quota('round', { limit: '0' })).verdict).toBe('pass');
    const counts = [{ count: 'rejected', equals: '12', perPhase: false }];
    const asked = quota('1000ms', { expect: { readings: [], unique: false, counts } });
    expect(judge(onOneKey(none), asked)).toMatchObject({ verdict: 'pass', findings: [] });
  });
});

describe('a window of which answers were not heard', () => {
  const seen = (acknowledged: number, unknown: number) =>
    judge([{ phases: [{ acknowledged, unknown, rejected: 1, each }] }], quota('1000ms'));

  it('is in doubt (CP302) where they may have broken it, and only there', () => {
    expect(codesOf(seen(5, 6))).toEqual(['CP302']);
    expect(findingOf(seen(5, 6), 'CP302').message).toMatch(/5 writes were admitted and 6 more may have been, where 10/);
    expect(seen(5, 5)).toMatchObject({ verdict: 'pass', findings: [] });
    expect(codesOf(seen(11, 6))).toEqual(['CP104']);
  });
});

describe('a round whose limit was used up before it', () => {
  it.each(['1000ms', 'round', 'identity'])('shows nothing: a %s', (per) => {
    const result = judge(onOneKey(five, none, none), quota(per));
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(usedUp(result)).toHaveLength(1);
    expect(usedUp(result)[0]).toMatch(/^In rounds 2 and 3 no write was let through: .*rests on the other round\.$/);
    expect(result.confidence.statement).toMatch(/^0 of 1 round/);
  });

  it.each(['1000ms', 'round', 'identity'])('by whoever came before the run is no fault: a %s', (per) => {
    const result = judge(onOneKey(none, five, none), quota(per));
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(usedUp(result)[0]).toMatch(/^In rounds 1 and 3 no write was let through/);
    expect(result.confidence.statement).toMatch(/^0 of 1 round/);
  });

  it('is a fault where it was set up (CP105)', () => {
    const result = judge(onOneKey(none, five), quota('round', { setup: true }));
    expect(codesOf(result)).toEqual(['CP105']);
    expect(usedUp(result)).toEqual([]);
  });

  it('is in doubt on a key of its own, which may have been used up ahead of the run (CP309)', () => {
    const result = judge([{ phases: [five] }, { phases: [none] }], quota('round'));
    expect(codesOf(result)).toEqual(['CP309']);
    expect(findingOf(result, 'CP309')).toMatchObject({
      round: 2,
      message: expect.stringMatching(/^Nobody was let in on/),
    });
    expect(usedUp(result)).toEqual([]);
  });

  it('is a fault where a number that was read ahead of it says that some was left (CP105)', () => {
    const reading = { reading: 'value', risesBy: 'acknowledged', perPhase: false };
    const header = quota('round', { readings: ['value'], expect: { readings: [reading], unique: false } });
    const let5In: RoundSketch = { before: ['0'], phases: [{ ...five, after: '5' }] };
    const shut: RoundSketch = { before: ['0'], phases: [{ ...none, after: '0' }] };
    expect(codesOf(judge([shut, let5In], header))).toEqual(['CP105']);
    expect(
      codesOf(
        judge(
          [
            { ...shut, key: 'fixed' },
            { ...let5In, key: 'fixed' },
          ],
          header,
        ),
      ),
    ).toEqual(['CP105']);
  });

  it('is no fault where a number says that it was used up', () => {
    const reading = { reading: 'value', risesBy: 'acknowledged', perPhase: false };
    const header = quota('round', { readings: ['value'], expect: { readings: [reading], unique: false } });
    const result = judge(
      [
        { before: ['5'], phases: [{ ...none, after: '5' }] },
        { before: ['0'], phases: [{ ...five, after: '5' }] },
      ],
      header,
    );
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(usedUp(result)[0]).toMatch(
      /^In round 1 no write was let through: the limit of 5 a round was used up before/,
    );
    expect(codesOf(judge([{ before: ['5'], phases: [{ ...none, after: '5' }] }], header))).toEqual(['CP309']);
  });

  it('is one of a stock that was sold in an earlier one', () => {
    const reserve = () => ({ f: 'reserve' as const });
    const [sold, gone] = [
      { acknowledged: 1, rejected: 4, each: reserve },
      { rejected: 5, each: reserve },
    ];
    const stock = quota('round', { object: 'reservation', limit: '1' });
    const result = judge(onOneKey(sold, gone, gone), stock);
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(result.confidence.statement).toMatch(/^0 of 1 round/);
    expect(codesOf(judge(onOneKey(gone, gone), stock))).toEqual(['CP309']);
  });

  it('is no excuse for one identity that is refused what another used (CP105)', () => {
    const shared = (i: number) => ({ ...each(), identity: i < 6 ? 0 : 1 });
    const header = quota('identity');
    const result = judge(onOneKey({ acknowledged: 5, rejected: 7, each: shared }), header);
    expect(codesOf(result)).toEqual(['CP105']);
  });
});

describe('a burst that was refused as a whole', () => {
  it('before a window turned tried nothing, where a later one was tried', () => {
    const result = judge([{ phases: [none, five] }], quota('15ms', { phases: [burst, again] }));
    expect(result).toMatchObject({ verdict: 'pass', findings: [] });
    expect(usedUp(result)).toEqual([
      'In concurrent of round 1 every write was refused, and later ones were let through: the limit of 5 in 15 ms was used up before. That tried nothing, and the verdict rests on what came after.',
    ]);
    expect(result.confidence.statement).toMatch(/^0 of 1 round/);
    const alone = judge([{ phases: [five] }], quota('15ms'));
    expect(result.confidence.detectableWindowMs).toBeCloseTo(alone.confidence.detectableWindowMs ?? 0, 6);
  });

  it('is all that was tried together: inconclusive (CP309), whatever was let in one by one', () => {
    const header = quota('15ms', { phases: [burst, spaced] });
    const round = { phases: [none, some(none)] };
    const result = judge([round, round], header);
    expect(codesOf(result)).toEqual(['CP309']);
    expect(findingOf(result, 'CP309').phase).toBe('concurrent');
    const tried = judge([round, { phases: [five, some(none)] }], header);
    expect(tried).toMatchObject({ verdict: 'pass', findings: [] });
    expect(usedUp(tried)[0]).toMatch(/^In concurrent of round 1 .* rests on other rounds\.$/);
    expect(tried.confidence.statement).toMatch(/^0 of 1 round/);
  });

  it.each(['1000ms', 'round'])('by what its own round used up is as it should be: a %s', (per) => {
    const bursts = judge([{ phases: [five, none] }], quota(per, { phases: [burst, again] }));
    expect(bursts).toMatchObject({ verdict: 'pass', findings: [] });
    const late = [{ ...spaced, index: 0 }, again];
    const filled = judge([{ phases: [{ acknowledged: 5, each }, none] }], quota(per, { phases: late }));
    expect(filled).toMatchObject({ verdict: 'pass', findings: [] });
    for (const result of [bursts, filled]) expect(usedUp(result)).toEqual([]);
  });

  it('by a limit of a phase is a fault, unless a number says that it was used up before', () => {
    const phases = [burst, again];
    expect(codesOf(judge([{ phases: [none, five] }], quota('phase', { phases })))).toEqual(['CP105']);
    const reading = { reading: 'value', risesBy: null, perPhase: false };
    const shown = { phases, readings: ['value'], expect: { readings: [reading], unique: false } };
    const read = (before: string) =>
      judge([{ before: [before], phases: [none, { ...five, after: '5' }] }], quota('phase', shown));
    expect(codesOf(read('0'))).toEqual(['CP105']);
    expect(read('5')).toMatchObject({ verdict: 'pass', findings: [] });
    expect(usedUp(read('5'))[0]).toMatch(/^In concurrent of round 1 every write was refused/);
  });
});

describe('a limit of which nobody knows how much was used before', () => {
  const reading = { reading: 'value', risesBy: 'acknowledged', perPhase: false };
  const header = quota('round', { readings: ['value'], expect: { readings: [reading], unique: false } });

  it('for the promised number could not be read: whoever was refused is no fault, and it is inconclusive (CP308)', () => {
    const refused = { acknowledged: 2, rejected: 10, each, after: '5' };
    expect(codesOf(judge([{ before: [null], phases: [refused] }], header))).toEqual(['CP308']);
    expect(codesOf(judge([{ before: ['0'], phases: [{ ...refused, after: '2' }] }], header))).toEqual(['CP105']);
  });

  it('is used by another machine in its second round before one has begun its first', () => {
    const of = (machine: string, round: number) => () => ({ f: 'admit' as const, machine, round, identity: 0 });
    const rounds = (second: string) => [
      { key: 'fixed', phases: [{ acknowledged: 3, each: of('b', 2) }] },
      { key: 'fixed', phases: [{ acknowledged: 2, rejected: 10, each: of(second, 1) }] },
    ];
    expect(judge(rounds('a'), quota('identity')).verdict).toBe('pass');
    expect(codesOf(judge(rounds('b'), quota('identity')))).toEqual(['CP105']);
  });
});

describe('a limit that was read as used up, or in part', () => {
  const reading = { reading: 'value', risesBy: 'acknowledged', perPhase: false };
  const phases = [{ ...spaced, index: 0 }];
  const asked = { phases, readings: ['value'], expect: { readings: [reading], unique: false } };
  const admits = (acknowledged: number, before: string, after: string, header = quota('round', asked)) =>
    judge([{ before: [before], phases: [{ acknowledged, after, each }] }], header);

  it('and then let more in than there was room for, is passed (CP104)', () => {
    const one = admits(1, '5', '6');
    expect(codesOf(one)).toEqual(['CP104']);
    expect(findingOf(one, 'CP104')).toMatchObject({ count: { min: 1, max: 1 } });
    expect(findingOf(one, 'CP104').message).toMatch(
      /^Of the limit of 5 5 had been used ahead of the first write, and 1 write/,
    );
    expect(codesOf(admits(4, '2', '6'))).toEqual(['CP104']);
    expect(admits(3, '2', '5')).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('is so where the number tells what is left', () => {
    const left = quota('round', { ...asked, step: '-1' });
    expect(codesOf(admits(2, '1', '-1', left))).toEqual(['CP104']);
    expect(admits(1, '1', '0', left)).toMatchObject({ verdict: 'pass', findings: [] });
  });

  it('is so for a stock (CP106)', () => {
    const reserve = () => ({ f: 'reserve' as const });
    const stock = quota('round', { ...asked, object: 'reservation' });
    const sold = (acknowledged: number, before: string, after: string) =>
      judge([{ before: [before], phases: [{ acknowledged, after, each: reserve }] }], stock);
    expect(codesOf(sold(1, '5', '6'))).toEqual(['CP106']);
    expect(sold(1, '4', '5').verdict).toBe('pass');
  });

  it('is not by a number that counts more than the limit, nor in a later round, which may have its own', () => {
    expect(admits(5, '7', '12')).toMatchObject({ verdict: 'pass', findings: [] });
    const rounds = ['0', '5'].map((before, i) => ({
      ...{ key: 'fixed', before: [before] },
      phases: [{ acknowledged: 5, after: String(5 + 5 * i), each }],
    }));
    expect(judge(rounds, quota('round', asked)).verdict).toBe('pass');
    expect(codesOf(judge(rounds, quota('round', { ...asked, setup: true })))).toEqual(['CP104']);
  });

  it('is not where the number is held to something else', () => {
    const other = { phases, readings: ['value'], expect: { readings: [{ ...reading, risesBy: null }], unique: false } };
    expect(admits(1, '5', '6', quota('round', other)).verdict).toBe('pass');
  });
});
