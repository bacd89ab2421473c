import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { certificateFor } from '../../src/cli/check/certify.ts';
import type { Expectation, History, HistoryHeader } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { holds, verify } from '../../src/verify/verify.ts';
import { no, quotaOf, saw, stockOf, times, yes } from '../check/objects/recorded.ts';
import { headerOf, historyOf, inColumns, type PhaseSketch, type RoundSketch } from '../support/history.ts';
import { chunksOf, sha256Of, textOf } from '../support/saved.ts';
import { everyFinding } from './forms.ts';

const rises = (risesBy: string, more: Partial<Expectation['readings'][number]> = {}): Partial<HistoryHeader> => ({
  expect: { readings: [{ reading: 'value', risesBy, perPhase: true, ...more }], unique: false },
});
const sketched = (phases: readonly PhaseSketch[], changes: Partial<HistoryHeader> = {}, before = '0') =>
  historyOf([{ before: [before], phases }], headerOf(changes));
const recorded = (header: HistoryHeader, operations: readonly Operation[]): History => ({
  header,
  operations: operations.map((one, id) => ({ ...one, id })),
  marks: [],
});
const ten = (after: NonNullable<PhaseSketch['after']> | null, more: PhaseSketch = {}): PhaseSketch => ({
  acknowledged: 10,
  after,
  ...more,
});
const counted = (counts: Expectation['counts'], object: HistoryHeader['object'] = 'quota') =>
  headerOf({ object, expect: { readings: [], unique: false, ...(counts ? { counts } : {}) }, readings: [] });
const naming = headerOf({
  ...{ object: 'effect' as const, readings: [] },
  expect: { readings: [], unique: true, sameBody: 'acknowledged' },
});
const two = ['left', 'right'];
const pair: Partial<HistoryHeader> = {
  object: 'custom',
  readings: two,
  phases: headerOf().phases.slice(0, 1),
  expect: {
    readings: [],
    unique: false,
    sums: [{ of: two, equals: '10', perPhase: false }],
  },
};
const retried = (answer: (i: number) => Partial<Operation>): readonly Operation[] =>
  times(2, (i) => yes('effect', i * 10, i * 10 + 5, { intent: 'key-1', ...answer(i) }));
const base = { role: 'before', phaseIndex: -1 } as const;
const ofReading = (reading: string, value: string, from: number, changes: Partial<Operation> = {}) =>
  saw(value, from, from + 1, { reading, ...changes });

const atMost20: Partial<HistoryHeader> = {
  object: 'custom',
  expect: { readings: [{ reading: 'value', risesBy: null, perPhase: true, atMost: '20' }], unique: false },
};

/** Each look moves the number as well. */
const counting: Partial<HistoryHeader> = { readingInfo: { value: { adds: '1' } } };
const lookedAt = (quiet: string): PhaseSketch => ({ quiet: [quiet] });

/** Another request that took 5 ms ahead of the first write, and so long in the phase of spaced writes. */
function asked(tookMs: number): History {
  const { expect: wanted } = headerOf();
  const header = headerOf({ expect: { ...wanted, unharmed: { request: 'GET /r/abc', slowerByMs: null } } });
  const history = historyOf([{ before: ['0'], phases: [ten('10'), ten('20')] }], header);
  const mark = (phaseIndex: number, invoke: number, ms: number) =>
    ({ unharmed: true, round: 1, phaseIndex, invoke, complete: invoke + ms * 1e6, status: 302, reason: null }) as const;
  const while4 = times(4, (i) => mark(1, 100 + i, tookMs));
  return { ...history, marks: [...history.marks, mark(-1, 0, 5), mark(-1, 1, 5), ...while4] };
}

/** What is wrong, the form of its proof, a history that has it, and the same as it should be. */
const CASES: readonly (readonly [code: string, form: string, wrong: History, right: History])[] = [
  ['CP101', 'short', sketched([ten('1')]), sketched([ten(['1', null])])],
  ['CP101', 'short', sketched([ten('1'), ten('11')]), sketched([ten('10'), ten('20')])],
  ['CP114', 'off', sketched([ten('10')], rises('12')), sketched([ten('10')], rises('10'))],
  [
    'CP117',
    'off',
    sketched([ten('1')], { object: 'custom', ...rises('0') }),
    sketched([ten('0')], { object: 'custom', ...rises('0') }),
  ],
  ['CP102', 'surplus', sketched([ten('12'), ten('22')]), sketched([ten('10'), ten('20')])],
  ['CP103', 'surplus', sketched([ten('12', { rejected: 2 })]), sketched([ten('10', { rejected: 2 })])],
  [
    'CP107',
    'surplus',
    sketched([ten('12', { rejected: 2 })], { object: 'quota' }),
    sketched([ten('10', { rejected: 2 })], { object: 'quota' }),
  ],
  ['CP114', 'uneven', sketched([ten('5')], { step: '3' }), sketched([ten('30')], { step: '3' })],
  ['CP118', 'kind', sketched([ten('1111111111')]), sketched([ten('10')])],
  ['CP118', 'kind', sketched([ten('4')], {}, '250'), sketched([ten('260')], {}, '250')],
  [
    'CP118',
    'no-number',
    sketched([ten(null, { failedRead: { status: 200, reason: 'no number at $.value: "many"' } })]),
    sketched([ten('10')]),
  ],
  ['CP120', 'held-back', sketched([ten('0'), ten('20')]), sketched([ten('10'), ten('20')])],
  [
    'CP112',
    'same',
    sketched([{ acknowledged: 2, returned: ['7', '7'], after: '2' }], {
      expect: { ...headerOf().expect, unique: true },
    }),
    sketched([{ acknowledged: 2, returned: ['7', '8'], after: '2' }], {
      expect: { ...headerOf().expect, unique: true },
    }),
  ],
  [
    'CP104',
    'count',
    recorded(
      counted([{ count: 'acknowledged', equals: '2', perPhase: false }]),
      times(3, () => yes('admit', 0, 5)),
    ),
    recorded(
      counted([{ count: 'acknowledged', equals: '2', perPhase: false }]),
      times(2, () => yes('admit', 0, 5)),
    ),
  ],
  [
    'CP104',
    'over',
    recorded(
      quotaOf(2, 'identity', { readings: [] }),
      times(3, () => yes('admit', 0, 5, { identity: 1 })),
    ),
    recorded(
      quotaOf(2, 'identity', { readings: [] }),
      times(3, (i) => yes('admit', 0, 5, { identity: i })),
    ),
  ],
  [
    'CP104',
    'window',
    recorded(
      quotaOf(2, '1000ms', { readings: [] }),
      times(5, (i) => yes('admit', i * 1e6, (i + 1) * 1e6)),
    ),
    recorded(
      quotaOf(2, '1000ms', { readings: [] }),
      times(4, (i) => yes('admit', i * 1e6, (i + 1) * 1e6)),
    ),
  ],
  [
    'CP105',
    'under',
    recorded(quotaOf(2, 'round', { readings: [] }), [yes('admit', 0, 5), no('admit', 0, 5)]),
    recorded(quotaOf(2, 'round', { readings: [] }), [yes('admit', 0, 5), yes('admit', 0, 5), no('admit', 0, 5)]),
  ],
  [
    'CP105',
    'room',
    recorded(quotaOf(2, 'round', { readings: [] }), [no('admit', 0, 5), yes('admit', 6, 7), yes('admit', 8, 9)]),
    recorded(quotaOf(2, 'round', { readings: [] }), [no('admit', 0, 9), yes('admit', 6, 7), yes('admit', 8, 9)]),
  ],
  [
    'CP106',
    'oversold',
    recorded(stockOf(1, { readings: [] }), [
      yes('reserve', 0, 1, { hold: 'a' }),
      yes('reserve', 2, 3, { hold: 'b' }),
      yes('release', 5, 6, { hold: 'a' }),
    ]),
    recorded(stockOf(1, { readings: [] }), [
      yes('reserve', 0, 1, { hold: 'a' }),
      yes('release', 2, 3, { hold: 'a' }),
      yes('reserve', 5, 6, { hold: 'b' }),
    ]),
  ],
  [
    'CP119',
    'no-order',
    recorded(stockOf(1, { readings: [] }), [
      yes('reserve', 0, 1, { hold: 'a' }),
      yes('release', 2, 10, { hold: 'a' }),
      yes('reserve', 3, 5, { hold: 'b' }),
      yes('release', 6, 7, { hold: 'b' }),
      no('reserve', 8, 9),
    ]),
    recorded(stockOf(1, { readings: [] }), [
      yes('reserve', 0, 1, { hold: 'a' }),
      yes('release', 2, 10, { hold: 'a' }),
      yes('reserve', 3, 5, { hold: 'b' }),
      yes('release', 6, 9, { hold: 'b' }),
      no('reserve', 8, 9),
    ]),
  ],
  ['CP116', 'slowed', asked(400), asked(40)],
  ['CP101', 'short', sketched([ten('2', lookedAt('3'))], counting), sketched([ten('11', lookedAt('12'))], counting)],
  [
    'CP117',
    'room',
    recorded(stockOf(1, { readings: [] }), [
      yes('reserve', 0, 1, { items: ['a'] }),
      no('reserve', 2, 3, { items: ['a', 'b'] }),
      no('reserve', 4, 5, { items: ['b'] }),
    ]),
    recorded(stockOf(1, { readings: [] }), [
      yes('reserve', 0, 1, { items: ['a'] }),
      no('reserve', 2, 3, { items: ['a', 'b'] }),
      yes('reserve', 4, 5, { items: ['b'] }),
    ]),
  ],
  [
    'CP110',
    'effects',
    recorded(
      naming,
      retried((i) => ({ returned: `order-${i}` })),
    ),
    recorded(
      naming,
      retried(() => ({ returned: 'order' })),
    ),
  ],
  [
    'CP111',
    'answers',
    recorded(
      naming,
      retried((i) => ({ answer: `d${i}` })),
    ),
    recorded(
      naming,
      retried(() => ({ answer: 'd' })),
    ),
  ],
  [
    'CP107',
    'sum',
    recorded(headerOf(pair), [
      ofReading('left', '3', 0, base),
      ofReading('right', '7', 0, base),
      yes('increment', 2, 3),
      ofReading('left', '4', 5),
      ofReading('left', '4', 7),
      ofReading('right', '5', 5),
      ofReading('right', '5', 7),
    ]),
    recorded(headerOf(pair), [
      ofReading('left', '3', 0, base),
      ofReading('right', '7', 0, base),
      yes('increment', 2, 3),
      ofReading('left', '4', 5),
      ofReading('left', '4', 7),
      ofReading('right', '6', 5),
      ofReading('right', '6', 7),
    ]),
  ],
  ['CP114', 'bounds', sketched([ten('30')], atMost20), sketched([ten('20')], atMost20)],
  [
    'CP113',
    'stale',
    sketched([ten(['4', '10'])], { require: 'read-your-writes' }),
    sketched([ten(['10', '10'])], { require: 'read-your-writes' }),
  ],
];

/** As it is written down. */
const plain = (result: unknown): unknown => JSON.parse(JSON.stringify(result));

const EVERY_CODE = Array.from({ length: 20 }, (_, i) => `CP${101 + i}`).concat('CP301');

/** One fault that is more than one thing: what is off is also a value that no writes make. */
const ALSO: Readonly<Record<string, readonly string[]>> = { off: ['CP114'] };

async function accepts(history: History, certificate: unknown) {
  return verify(chunksOf(textOf(history)), certificate);
}

describe.each(CASES)('%s is proven by %s', (code, form, wrong, right) => {
  const sha256 = sha256Of(textOf(wrong));
  const { certificate } = certificateFor({ history: wrong, sha256 }, check(wrong));
  const finding = certificate?.findings?.find((one) => one.code === code && one.proof.form === form);

  it('and the verifier accepts it', async () => {
    expect(certificate?.findings?.map((one) => [one.code, one.proof.form])).toContainEqual([code, form]);
    expect(await accepts(wrong, certificate)).toMatchObject({ accepted: true });
    expect(await accepts(wrong, { ...certificate, counters: [] })).toMatchObject({ accepted: true });
  });

  it('and not of another history, a corrected one, or another code', async () => {
    expect(await accepts(right, certificate)).toMatchObject({ accepted: false });
    expect(holds(right, { finding })).toBe(false);
    const called = EVERY_CODE.filter((other) => holds(wrong, { finding: { ...finding, code: other } }));
    expect(called.filter((other) => other === code || !(ALSO[form] ?? []).includes(other))).toEqual([code]);
  });

  it('and not when any operation that it names is another', () => {
    const names = Object.entries(finding?.proof ?? {}).filter(([, value]) => typeof value === 'number');
    for (const [name] of names) {
      const proof = { ...finding?.proof, [name]: 999_999 };
      expect({ name, holds: holds(wrong, { finding: { code, proof } }) }).toEqual({ name, holds: false });
    }
    expect(holds(wrong, { finding: { code, proof: { ...finding?.proof, more: 1 } } })).toBe(false);
  });

  it('and so it is where the operations are kept as columns', () => {
    const columns = inColumns(wrong);
    expect(plain(check(columns))).toEqual(plain(check(wrong)));
    expect(plain(check(inColumns(right)))).toEqual(plain(check(right)));
    expect(holds(columns, { finding })).toBe(true);
    for (const claimed of everyFinding(columns)) {
      const both = [columns, wrong].map((history) => holds(history, { finding: claimed }));
      if (both[0] !== both[1]) expect({ claimed, both }).toBe('alike');
    }
  });

  it('and nothing at all is proven of the corrected one', () => {
    expect(check(right).verdict).not.toBe('fail');
    for (const claimed of everyFinding(right)) {
      if (holds(right, { finding: claimed })) expect(claimed).toBe('refused');
    }
  });
});

it('proves nothing of a counter that counts, however its unknown writes came out', () => {
  const phase = fc.record({ acknowledged: fc.nat(3), rejected: fc.nat(1), unknown: fc.nat(2), counted: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(phase, { minLength: 1, maxLength: 2 }), fc.constantFrom('1', '-2', '0.5'), (phases, step) => {
      let steps = 0;
      const sketch = phases.map(({ acknowledged, rejected, unknown, counted: of }): PhaseSketch => {
        steps += acknowledged + Math.min(unknown, of);
        return { acknowledged, rejected, unknown, after: String(7 + Number(step) * steps) };
      });
      const round: RoundSketch = { before: ['7'], phases: sketch };
      const history = historyOf([round], headerOf({ step }));
      for (const claimed of everyFinding(history)) {
        if (holds(history, { finding: claimed })) expect({ phases, step, claimed }).toBe('refused');
      }
    }),
    { numRuns: 12 },
  );
});
