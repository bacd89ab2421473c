import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Certificate } from '../../src/check/proof/certificate.ts';
import type { History } from '../../src/history/history.ts';
import type { Proof } from '../../src/verify/certificate.ts';
import { contradict } from '../../src/verify/contradiction.ts';
import { viewOf } from '../../src/verify/counter.ts';
import { replay } from '../../src/verify/replay.ts';
import { verify } from '../../src/verify/verify.ts';
import { isExplainable } from '../support/oracle.ts';
import { runs } from '../support/runs.ts';
import { certify, chunksOf, counter, historyFrom, type Scale, sha256Of, textOf } from '../support/saved.ts';
import { got, inc, info, saw, smallHistories } from '../support/small.ts';
import { everyOrder, everyWitness, isRefused } from '../support/witnesses.ts';

const check = (history: History, certificate: unknown) => verify(chunksOf(textOf(history)), certificate);
const accepted = expect.objectContaining({ accepted: true });

const scales = fc.constantFrom<Scale>(
  {},
  { initial: '41' },
  { initial: '0.5', step: '0.25' },
  { initial: '7', step: '-2' },
  { initial: '90071992547409930', step: '1' },
);

describe('every certificate is accepted', () => {
  it.each([undefined, 0, 1, 2, 3])('of random histories on any scale, with the limit %s', async (limit) => {
    const mix = limit === undefined ? {} : { limit };
    await fc.assert(
      fc.asyncProperty(smallHistories(mix), scales, async (ops, scale) => {
        const history = historyFrom(ops, { ...scale, ...mix });
        expect(await check(history, certify(history))).toEqual(accepted);
      }),
      { numRuns: runs(150) },
    );
  });

  it('where the start is not known', async () => {
    await fc.assert(
      fc.asyncProperty(smallHistories({ limit: 3 }), fc.constantFrom('0', '-5.5'), async (ops, from) => {
        const history = historyFrom(ops, { initial: null, from, limit: 3 });
        expect(await check(history, certify(history))).toEqual(accepted);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each(['0', null])('by its own rules where others write too (from %s)', (initial) => {
    fc.assert(
      fc.property(smallHistories({ limit: 3 }), (ops) => {
        const history = historyFrom(ops, { initial, limit: 3 });
        const [proof] = certify(history, { ...counter, others: true })?.counters ?? [];
        if (proof === undefined) throw new Error('no proof');
        const view = viewOf(history, proof);
        if ('order' in proof) replay(view, proof);
        else contradict(view, proof.witness, proof);
      }),
      { numRuns: runs(300) },
    );
  });

  it('where answers hold no values', async () => {
    await fc.assert(
      fc.asyncProperty(smallHistories(), async (ops) => {
        const { header, ...more } = historyFrom(ops);
        const history = { header: { ...header, returns: false }, ...more };
        expect(await check(history, certify(history, { ...counter, returns: false }))).toEqual(accepted);
      }),
      { numRuns: runs(150) },
    );
  });

  it.each([true, false])('where clocks are off (start known: %s)', async (known) => {
    await fc.assert(
      fc.asyncProperty(smallHistories(), fc.nat(3), async (ops, errorNs) => {
        const history = historyFrom(ops, { errorNs, initial: known ? '0' : null });
        expect(await check(history, certify(history))).toEqual(accepted);
      }),
      { numRuns: runs(300) },
    );
  });

  it('where a value is no number of steps, or none at all', async () => {
    for (const initial of ['0', null]) {
      for (const value of ['0.5', '1e300', '-1e300', 'many']) {
        const read = historyFrom([inc(0, 1), saw(1, 2, 3)], { initial });
        const operations = read.operations.concat({ ...read.operations[0], id: 9, value } as History['operations'][0]);
        const history = { ...read, operations };
        expect(certify(history)?.verdict).toBe('violation');
        expect(await check(history, certify(history))).toEqual(accepted);
      }
    }
  });
});

const fine = historyFrom([inc(0, 1), inc(0, 3), saw(1, 2, 2), got(3, 4, 5), info(4), saw(3, 6, 7)]);
const broken = historyFrom([inc(0, 1), inc(0, 3), saw(1, 4, 5)]);

const tampered = (history: History, change: (certificate: Certificate) => unknown): unknown =>
  change(JSON.parse(JSON.stringify(certify(history))));

/** Changes the first proof. */
const proof = (change: object) => (certificate: Certificate) => ({
  ...certificate,
  counters: certificate.counters.map((one, i) => (i === 0 ? { ...one, ...change } : one)),
});

describe('a certificate is refused', () => {
  it.each<[string, History, (certificate: Certificate) => unknown, RegExp]>([
    ['that is none', fine, () => ({}), /no certificate/],
    ['with a key it does not know', fine, (c) => ({ ...c, trust: true }), /no certificate/],
    ['of another history', fine, (c) => ({ ...c, history: { sha256: sha256Of('') } }), /another history/],
    ['that leaves an operation out', fine, proof({ order: [0, 2, 1, 3] }), /took effect and is not in the order/],
    ['that takes one twice', fine, proof({ order: [0, 2, 1, 3, 5, 0] }), /stands twice/],
    ['that makes one up', fine, proof({ order: [0, 2, 1, 3, 5, 77] }), /not one of the counter's/],
    ['that changes the order of time', fine, proof({ order: [1, 2, 0, 3, 5] }), /was complete before/],
    ['whose values are not made', fine, proof({ order: [0, 1, 2, 3, 5] }), /so low a value/],
    ['that starts elsewhere', fine, proof({ initial: '1' }), /start value/],
    ['that explains nothing', fine, (c) => ({ ...c, counters: [] }), /of no counter/],
    ['that looks at another counter', fine, proof({ key: 'other', order: [] }), /of no counter/],
    ['that turns the verdict round', broken, (c) => ({ ...c, verdict: 'linearizable' }), /has a violation/],
    ['that has nothing for its verdict', fine, (c) => ({ ...c, verdict: 'violation' }), /has none/],
    [
      'without operations',
      broken,
      proof({ witness: { form: 'lost', floors: [], increments: [], ceilings: [] } }),
      /empty/,
    ],
    [
      'of too few increments',
      broken,
      proof({ witness: { form: 'lost', floors: [], increments: [0], ceilings: [2] } }),
      /do not contradict/,
    ],
    [
      'of one increment twice',
      broken,
      proof({ witness: { form: 'lost', floors: [], increments: [0, 0], ceilings: [2] } }),
      /stands twice/,
    ],
    [
      'of another form',
      broken,
      proof({ witness: { form: 'jump', floors: [2], increments: [], ceilings: [2] } }),
      /do not contradict/,
    ],
  ])('%s', async (_, history, change, why) => {
    expect(await check(history, certify(history))).toEqual(accepted);
    expect(await check(history, tampered(history, change))).toEqual({
      accepted: false,
      why: expect.stringMatching(why),
    });
  });

  it('when any digit of the history is another', async () => {
    const text = textOf(fine);
    const certificate = certify(fine);
    for (let at = 0; at < text.length; at++) {
      if (!/\d/.test(text[at] as string)) continue;
      const other = text.slice(0, at) + ((Number(text[at]) + 1) % 10) + text.slice(at + 1);
      expect(await verify(chunksOf(other), certificate)).toMatchObject({ accepted: false });
    }
  });

  it('when the history is another, though its own checksum fits', async () => {
    await fc.assert(
      fc.asyncProperty(smallHistories(), smallHistories(), async (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(await check(historyFrom(other), certify(historyFrom(one)))).toMatchObject({ accepted: false });
      }),
      { numRuns: 200 },
    );
  });

  it('of a violation where there is none, whatever operations it names', () => {
    fc.assert(
      fc.property(smallHistories({ most: 3, instants: 4, limit: 3 }), fc.boolean(), (ops, others) => {
        fc.pre(isExplainable(ops, { limit: 3, others }));
        const proof = { ...counter, others } as Proof;
        const view = viewOf(historyFrom(ops, { limit: 3 }), proof);
        for (const witness of everyWitness(ops.length)) {
          if (!isRefused(() => contradict(view, witness, proof))) expect({ ops, witness }).toBe('refused');
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('of an explanation where there is none, whatever order it tells', () => {
    fc.assert(
      fc.property(smallHistories({ most: 4, instants: 5, limit: 3 }), fc.boolean(), (ops, others) => {
        fc.pre(!isExplainable(ops, { limit: 3, others }));
        const how = { ...counter, others, initial: '0' };
        const view = viewOf(historyFrom(ops, { limit: 3 }), { ...how, order: [] });
        for (const order of everyOrder([...ops.keys()])) {
          if (!isRefused(() => replay(view, { ...how, order }))) expect({ ops, order }).toBe('refused');
        }
      }),
      { numRuns: runs(400) },
    );
  });
});
