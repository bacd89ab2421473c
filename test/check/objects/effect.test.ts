import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeEffect } from '../../../src/check/objects/effect.ts';
import type { HistoryHeader } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { headerOf } from '../../support/history.ts';
import { codesOf, maybe, no, times, yes } from './recorded.ts';

const effect = headerOf({ object: 'effect', expect: { readings: [], unique: true, sameBody: 'acknowledged' } });
const plain = headerOf({ object: 'effect' });
const judged = (operations: readonly Operation[], header: HistoryHeader = effect) =>
  codesOf(judgeEffect(header, operations));
const sent = (changes: Partial<Operation>) => yes('effect', 0, 5, { intent: 'key-1', ...changes });

describe('one key', () => {
  it('has one effect and one answer, however often it is sent', () => {
    expect(judged(times(3, () => sent({ answer: 'd1', returned: 'order-1' })))).toEqual([]);
  });

  it('may be refused while it is in flight, and lost', () => {
    const all = [sent({ answer: 'd1' }), no('effect', 1, 2, { intent: 'key-1', answer: 'busy' })];
    expect(judged([...all, maybe('effect', 3, { intent: 'key-1' })])).toEqual([]);
  });

  it('has no two effects', () => {
    const [finding] = judgeEffect(effect, [
      sent({ answer: 'd1', returned: 'order-1' }),
      sent({ answer: 'd2', returned: 'order-2' }),
    ]);
    expect(finding).toMatchObject({ code: 'CP110', count: { min: 1, max: 1 }, proof: { form: 'effects' } });
    expect(finding?.message).toMatch(/key-1 made order-1 and order-2/);
  });

  it('has no two answers', () => {
    expect(judged([sent({ answer: 'd1' }), sent({ answer: 'd2' })])).toEqual(['CP111']);
    expect(judged([sent({ answer: 'd1' }), sent({ answer: 'd2', intent: 'key-2' })])).toEqual([]);
    expect(judged([sent({ answer: 'd1' }), sent({ answer: 'd2', key: 'elsewhere' })])).toEqual([]);
  });

  it('may get another answer to another body', () => {
    const phases = [{ index: 0, kind: 'replay', name: 'replay', count: 2, everyMs: null, when: 'other-body' }] as const;
    expect(judged([sent({ answer: 'd1' }), sent({ answer: 'd2' })], { ...effect, phases })).toEqual([]);
  });

  it('may answer as it likes where the same answer is not asked for, and show a number that moves', () => {
    expect(judged([sent({ answer: 'd1' }), sent({ answer: 'd2' })], plain)).toEqual([]);
    expect(judged([sent({ returned: '7' }), sent({ returned: '9' })], plain)).toEqual([]);
  });

  it('compares the answers of the outcome that is asked for', () => {
    const expectation = { readings: [], unique: false, sameBody: 'created' };
    const header = headerOf({ object: 'effect', expect: expectation });
    const two = (labels: readonly string[]) => [sent({ answer: 'd1', labels }), sent({ answer: 'd2', labels })];
    expect(judged(two(['created']), header)).toEqual(['CP111']);
    expect(judged(two(['other']), header)).toEqual([]);
  });
});

it('says nothing of writes that are no attempts of anything', () => {
  expect(judged([yes('effect', 0, 1, { answer: 'd1' }), yes('effect', 0, 1, { answer: 'd2' })])).toEqual([]);
});

it('accuses exactly the keys whose acknowledged attempts say different things', () => {
  const attempts = fc.array(fc.tuple(fc.nat(2), fc.nat(1), fc.nat(2), fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(attempts, (all) => {
      const operations = all.map(([key, made, answer, answered]) => {
        const changes = { intent: `k${key}`, returned: `o${made}`, answer: `a${answer}` };
        return answered ? yes('effect', 0, 1, changes) : no('effect', 0, 1, changes);
      });
      const differs = (at: 1 | 2, among: readonly (typeof all)[number][]): boolean =>
        [0, 1, 2].some(
          (key) => new Set(among.filter((one) => one[3] && one[0] === key).map((one) => one[at])).size > 1,
        );
      const twice = [0, 1, 2].filter((key) =>
        differs(
          1,
          all.filter((one) => one[0] === key),
        ),
      );
      const otherwise = differs(
        2,
        all.filter((one) => !twice.includes(one[0])),
      );
      expect(judged(operations)).toEqual([...(twice.length > 0 ? ['CP110'] : []), ...(otherwise ? ['CP111'] : [])]);
    }),
    { numRuns: 1_000 },
  );
});
