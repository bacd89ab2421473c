import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeReservation } from '../../../src/check/objects/reservation.ts';
import { searchOrder } from '../../../src/check/objects/search.ts';
import { type Stock, stocksOf } from '../../../src/check/objects/stock.ts';
import type { HistoryHeader } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { runs } from '../../support/runs.ts';
import { codesOf, maybe, no, saw, stockOf, times, yes } from './recorded.ts';
import { ofTheHold, stockOps, writtenStock } from './small.ts';
import { isAnyPassed, isLegalSomehow } from './stock-oracle.ts';

const judged = (operations: readonly Operation[], header: HistoryHeader = stockOf(1)) =>
  codesOf(judgeReservation(header, operations));

describe('one painting', () => {
  it('may be sold to one of five', () => {
    expect(judged([yes('reserve', 0, 10), ...times(4, () => no('reserve', 0, 10))])).toEqual([]);
  });

  it('is not sold to five', () => {
    const [finding] = judgeReservation(
      stockOf(1),
      times(5, (i) => yes('reserve', 0, 10 + i)),
    );
    expect(finding).toMatchObject({ code: 'CP106', count: { min: 4, max: 4 }, proof: { form: 'oversold' } });
    expect(finding?.witness).toHaveLength(2);
  });

  it('is not refused to all', () => {
    expect(judged(times(3, () => no('reserve', 0, 10)))).toEqual(['CP105']);
  });

  it('may be refused to all where one of unknown fate may have it', () => {
    expect(judged([maybe('reserve', 0), no('reserve', 5, 10)])).toEqual([]);
  });

  it('is sold again only when it was given back', () => {
    const [held, back] = [{ hold: 'a' }, yes('release', 5, 8, { hold: 'a' })];
    expect(judged([yes('reserve', 0, 1, held), yes('reserve', 2, 4, { hold: 'b' }), back])).toEqual(['CP106']);
    expect(judged([yes('reserve', 0, 1, held), yes('reserve', 2, 6, { hold: 'b' }), back])).toEqual([]);
    expect(judged([yes('reserve', 0, 1, held), yes('reserve', 2, 5, { hold: 'b' }), back])).toEqual([]);
    expect(judged([yes('reserve', 0, 1), yes('release', 5, 8), yes('reserve', 9, 10), yes('reserve', 11, 12)])).toEqual(
      ['CP106'],
    );
  });

  it('is not refused after it was given back', () => {
    const sold = [yes('reserve', 0, 1, { hold: 'a' }), yes('release', 2, 3, { hold: 'a' })];
    expect(judged([...sold, no('reserve', 4, 5)])).toEqual(['CP105']);
    expect(judged([...sold, no('reserve', 3, 5)])).toEqual([]);
  });

  it('may be held by attempts of one order, however many were answered', () => {
    expect(judged(times(3, (i) => yes('reserve', i, i + 1, { intent: 'x' })))).toEqual([]);
  });

  it('may be held for a moment by one of unknown fate, and be sold after that', () => {
    expect(judged([maybe('reserve', 0), no('reserve', 1, 2), yes('reserve', 3, 4)])).toEqual([]);
  });

  it('may be held for a moment by one that was refused for another reason', () => {
    const unpaid = { status: 402 };
    expect(judged([no('reserve', 0, 9, unpaid), no('reserve', 1, 2), yes('reserve', 10, 11)])).toEqual([]);
    expect(judged([no('reserve', 0, 1, unpaid), no('reserve', 2, 3), yes('reserve', 10, 11)])).toEqual(['CP105']);
    const two = [yes('reserve', 0, 1), no('reserve', 2, 9, unpaid), no('reserve', 3, 4), yes('reserve', 10, 11)];
    expect(judged(two, stockOf(2))).toEqual([]);
  });

  it('stays sold from round to round, where nothing is set up', () => {
    const rounds = [yes('reserve', 0, 1), no('reserve', 2, 3), no('reserve', 10, 11, { round: 2 })];
    expect(judged(rounds)).toEqual([]);
    expect(judged(rounds, stockOf(1, { setup: true }))).toEqual(['CP105']);
  });

  it('may have been sold ahead of the run, where nobody was ever granted it and others were granted theirs', () => {
    const [sold, other] = [yes('reserve', 0, 1), no('reserve', 10, 11, { round: 2, key: 'other' })];
    expect(judged([sold, other])).toEqual([]);
    expect(judged([sold, other], stockOf(1, { setup: true }))).toEqual(['CP105']);
    const item = { ...other, items: ['other'] };
    expect(judged([{ ...sold, items: ['k'] }, item])).toEqual(['CP105']);
  });

  it('may be sold, after a setup or in a later phase, by what was not heard of before', () => {
    const late = [maybe('reserve', 0), yes('reserve', 1, 2)];
    const two = (changes: Partial<Operation>) => [yes('reserve', 10, 11, changes), no('reserve', 12, 13, changes)];
    expect(judged([...late, ...two({ round: 2 })], stockOf(2, { setup: true }))).toEqual([]);
    expect(judged([...late.slice(1), ...two({ round: 2 })], stockOf(2, { setup: true }))).toEqual(['CP105']);
    expect(judged([...late, ...two({ phaseIndex: 1 })], stockOf(2, { limitPer: 'phase' }))).toEqual([]);
  });

  it('is not judged by a stock of one where the writer said how many there are', () => {
    const counts = [{ count: 'acknowledged', perPhase: false, equals: '2' }];
    const header = stockOf(1, { limit: null, expect: { readings: [], unique: false, counts } });
    expect(
      judged(
        times(2, () => yes('reserve', 0, 1)),
        header,
      ),
    ).toEqual([]);
  });
});

describe('holds that end by themselves', () => {
  const lease = stockOf(1, { limitPer: '1000ms' });
  const ms = (at: number) => at * 1e6;

  it('may be followed by another when they have ended', () => {
    expect(judged([yes('reserve', 0, ms(5)), yes('reserve', ms(1_000), ms(1_010))], lease)).toEqual([]);
    expect(judged([yes('reserve', 0, ms(5)), yes('reserve', ms(500), ms(510))], lease)).toEqual(['CP106']);
  });

  it('must let another in, some time after they have ended', () => {
    expect(judged([yes('reserve', 0, ms(5)), no('reserve', ms(1_500), ms(1_510))], lease)).toEqual(['CP105']);
    expect(judged([yes('reserve', 0, ms(5)), no('reserve', ms(1_050), ms(1_060))], lease)).toEqual([]);
  });
});

describe('orders of several things', () => {
  const order = (...items: readonly string[]) => ({ items });

  it('leave nothing held when they are refused', () => {
    const refused = [yes('reserve', 0, 1, order('a')), no('reserve', 2, 3, order('a', 'b'))];
    expect(judged([...refused, yes('reserve', 4, 5, order('b'))])).toEqual([]);
    const [finding] = judgeReservation(stockOf(1), [...refused, no('reserve', 4, 5, order('b'))]);
    expect(finding).toMatchObject({ code: 'CP117' });
    expect(finding?.message).toMatch(/^b could not be had/);
  });

  it('may stand in each other’s way while both are under way', () => {
    expect(judged([no('reserve', 0, 5, order('a', 'b')), no('reserve', 1, 6, order('b', 'c'))])).toEqual([]);
  });

  it('sell no thing twice', () => {
    expect(judged([yes('reserve', 0, 1, order('a', 'b')), yes('reserve', 2, 3, order('b', 'c'))])).toEqual(['CP106']);
    expect(judged([yes('reserve', 0, 1, order('a', 'b')), yes('reserve', 2, 3, order('c', 'd'))])).toEqual([]);
  });
});

describe('a number at rest', () => {
  const expected = {
    readings: [{ reading: 'value', risesBy: 'acknowledged', perPhase: false, step: '-1' }],
    unique: false,
  };
  const header = stockOf(5, { expect: expected });
  const before = saw('5', 0, 1, { role: 'before', phaseIndex: -1 });
  const twoAndBack = [
    yes('reserve', 2, 3, { hold: 'a' }),
    yes('reserve', 2, 3, { hold: 'b' }),
    yes('release', 4, 5, { hold: 'a' }),
  ];

  it.each([
    ['4', []],
    ['3', ['CP117']],
    ['5', ['CP117']],
  ])('of %s left of five, with one held: %j', (value, codes) => {
    expect(judged([before, ...twoAndBack, saw(value, 10, 11)], header)).toEqual(codes);
  });

  it('may be either where the release was never answered', () => {
    const open = [...twoAndBack.slice(0, 2), maybe('release', 4, { hold: 'a' })];
    for (const value of ['3', '4']) expect(judged([before, ...open, saw(value, 10, 11)], header)).toEqual([]);
    expect(judged([before, ...open, saw('2', 10, 11)], header)).toEqual(['CP117']);
  });
});

describe('the search', () => {
  it('tells nothing where a release names a hold that no answer named', () => {
    const again = [yes('reserve', 0, 1), yes('release', 2, 3, { hold: 'x' }), yes('reserve', 4, 5)];
    expect(codesOf(judgeReservation(stockOf(1), again))).toEqual([]);
    const sold = [yes('reserve', 0, 1, { hold: 'a' }), yes('release', 2, 3, { hold: 'x' }), no('reserve', 4, 5)];
    expect(codesOf(judgeReservation(stockOf(1), sold))).toEqual([]);
  });

  const stock = (header: HistoryHeader, operations: readonly Operation[]) => stocksOf(header, operations)[0] as Stock;

  it('finds a contradiction that no count shows', () => {
    // It was sold again and given back again, so it was back from the first as well when it was refused.
    const [finding] = judgeReservation(stockOf(1), [
      yes('reserve', 0, 1, { hold: 'a' }),
      yes('release', 2, 10, { hold: 'a' }),
      yes('reserve', 3, 5, { hold: 'b' }),
      yes('release', 6, 7, { hold: 'b' }),
      no('reserve', 8, 9),
    ]);
    expect(finding).toMatchObject({ code: 'CP119', proof: { form: 'no-order' } });
    expect(finding?.witness).toHaveLength(5);
  });

  it.each([1, 10, 300])('visits N + 1 states for a burst of %i', (n) => {
    const burst = times(n, (i) => yes('reserve', 0, 10 + i));
    expect(searchOrder(stock(stockOf(n), burst), 10_000)).toEqual({ answer: 'explained', states: n + 1 });
  });

  it('answers unknown when its budget ends, and then nothing is decided', () => {
    const knot = times(12, (i) => yes('reserve', 0, 100, { items: [`t${i}`, 'all'], hold: `h${i}` }));
    const back = times(12, (i) => yes('release', 0, 100, { hold: `h${i}`, items: [`t${i}`, 'all'] }));
    const late = no('reserve', 50, 60, { items: ['all'] });
    const all = [
      ...knot,
      ...back,
      late,
      yes('reserve', 101, 102, { items: ['all'] }),
      no('reserve', 105, 110, { items: ['all'] }),
    ];
    const many = [...all, yes('reserve', 103, 104, { items: ['t3'] }), no('reserve', 105, 106, { items: ['t3'] })];
    expect(searchOrder(stock(stockOf(1), many), 3).answer).toBe('unknown');
    const [finding] = judgeReservation(stockOf(1), many, 3);
    expect(finding).toMatchObject({ code: 'CP314' });
  });
});

it.each([1, 2])(
  'accuses exactly the histories that no order explains, and holds given back unseen (stock %i)',
  (limit) => {
    let [right, wrong] = [0, 0];
    const one = fc.oneof(stockOps([['a']], false), stockOps([['a']], true).map(ofTheHold));
    fc.assert(
      fc.property(one, (ops) => {
        const explained = isLegalSomehow(ops, limit);
        const fine = judged(ops.map(writtenStock), stockOf(limit)).length === 0;
        if (explained || !isAnyPassed(ops)) expect({ ops, fine }).toEqual({ ops, fine: explained });
        if (!isAnyPassed(ops)) explained ? right++ : wrong++;
      }),
      { numRuns: runs(1_200) },
    );
    expect(Math.min(right, wrong)).toBeGreaterThan(200);
  },
);

it('accuses no order of several things that can be explained', () => {
  const several = fc.oneof(
    stockOps([['a'], ['b'], ['a', 'b'], ['b', 'c']], false),
    stockOps([['a'], ['b'], ['a', 'b'], ['b', 'c']], true).map(ofTheHold),
  );
  fc.assert(
    fc.property(several, (ops) => {
      fc.pre(isLegalSomehow(ops, 1));
      expect({ ops, codes: judged(ops.map(writtenStock)) }).toEqual({ ops, codes: [] });
    }),
    { numRuns: runs(1_200) },
  );
});

it('accuses no true execution whose clocks are off by no more than is said', () => {
  const calls = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9), fc.boolean(), fc.nat(1)), { maxLength: 30 });
  fc.assert(
    fc.property(calls, fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 5 })), (all, skew) => {
      let [now, held, count] = [20, [] as string[], 0];
      const operations = all.map(([gap, before, after, back, machine]) => {
        now += gap + 1;
        const off = skew[machine] as number;
        const [from, to] = [now - before + off, now + after + off];
        const where = { machine: `m${machine}` };
        const first = held[0];
        if (back && first !== undefined) {
          held = held.slice(1);
          return yes('release', from, to, { ...where, hold: first });
        }
        const hold = `h${count++}`;
        if (held.length === 2) return no('reserve', from, to, where);
        held = [...held, hold];
        return yes('reserve', from, to, { ...where, hold });
      });
      const header = stockOf(2, { clock: { unit: 'ns', errorNs: 5 } });
      expect(judged(operations, header)).toEqual([]);
    }),
    { numRuns: 400 },
  );
});
