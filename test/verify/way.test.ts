import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { certificateFor } from '../../src/cli/check/certify.ts';
import { compare } from '../../src/history/decimal.ts';
import type { History, ReadingExpectation } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { type Intent, intentsOf } from '../../src/verify/finding/intents.ts';
import { decimalOf } from '../../src/verify/finding/numbers.ts';
import type { Base } from '../../src/verify/finding/rest.ts';
import { precedes, type Saved, savedOf } from '../../src/verify/finding/saved.ts';
import { leastFrom, riseTo, wayOf } from '../../src/verify/finding/way.ts';
import { holds, mostFindings, verify } from '../../src/verify/verify.ts';
import { saw, yes } from '../check/objects/recorded.ts';
import { headerOf, historyOf, type RoundSketch } from '../support/history.ts';
import { chunksOf, historyFrom, sha256Of, textOf } from '../support/saved.ts';
import { smallHistories } from '../support/small.ts';

const risesBy: ReadingExpectation = { reading: 'value', risesBy: 'acknowledged', perPhase: true };

/** Some writes attempts of one intent, some of another amount. */
const varied = (history: History): History => ({
  ...history,
  operations: history.operations.map((one, i) =>
    one.f === 'read'
      ? one
      : { ...one, ...(i % 3 === 0 ? {} : { intent: `i-${i % 2}` }), ...(i % 4 === 0 ? { amount: '3' } : {}) },
  ),
});

/** As docs/certificate.md has it, every intent of the key looked at. */
const mayLie = (saved: Saved, { attempts, comes }: Intent, { read }: Base, to: Operation): boolean => {
  if (attempts.every((one) => precedes(saved, to, one))) return false;
  if (read === null || comes === 'maybe') return true;
  return !attempts.some((one) => one.outcome !== 'info' && precedes(saved, one, read));
};

const idsOf = (intents: readonly Intent[]): readonly number[] =>
  intents.flatMap(({ attempts }) => attempts.map(({ id }) => id)).sort((a, b) => a - b);

it('finds the same writes between two numbers, and what they make, as looking at each write for each number does', () => {
  fc.assert(
    fc.property(smallHistories({ most: 8, instants: 8 }), fc.constantFrom(0, 1, 2), (ops, errorNs) => {
      const saved = savedOf(varied(historyFrom(ops, { errorNs })));
      const reads = saved.operations.filter(({ f, value }) => f === 'read' && value !== null);
      const all = intentsOf(saved.operations);
      for (const read of [null, ...reads]) {
        const base = { read, value: decimalOf(read?.value ?? '0', 'a value') };
        for (const to of reads) {
          const leastTo = leastFrom(saved, risesBy, base, to);
          expect(idsOf(wayOf(saved, risesBy, base, to).intents)).toEqual(
            idsOf(all.filter((intent) => mayLie(saved, intent, base, to))),
          );
          for (const later of reads) {
            const way = wayOf(saved, risesBy, base, later);
            expect(compare(leastTo(later), way.least)).toBe(0);
            expect(compare(riseTo(saved, risesBy, base, later), way.rise)).toBe(0);
          }
        }
      }
    }),
  );
});

/** One counter through many rounds, the first of which is short. */
function rounds(n: number): History {
  const sketches = Array.from({ length: n }, (_, i): RoundSketch => {
    const [before, middle, after] = [i === 0 ? 0 : 20 * i - 1, 20 * i + 9, 20 * i + 19];
    const phases = [middle, after].map((value) => ({ acknowledged: 10, after: String(value) }));
    return { key: 'k', before: [String(before)], phases };
  });
  return historyOf(sketches, headerOf());
}

/** The same, and how often anything of its operations was looked at. */
function watched(history: History): { readonly history: History; readonly looks: () => number } {
  let looks = 0;
  const operations = history.operations.map(
    (one) =>
      new Proxy(one, {
        get(of, name) {
          looks += 1;
          return Reflect.get(of, name);
        },
      }),
  );
  return { history: { ...history, operations }, looks: () => looks };
}

describe('of four times as many rounds', () => {
  const [few, many] = [rounds(50), rounds(200)];
  const growth = (work: (history: History) => void): number => {
    const [a, b] = [few, many].map((history) => {
      const seen = watched(history);
      work(seen.history);
      return seen.looks();
    });
    return (b as number) / (a as number);
  };

  it('the verifier looks at little more than four times as much', () => {
    const finding = { code: 'CP101', proof: { form: 'short', reading: 'value', from: 0, to: 11 } };
    expect(growth((history) => expect(holds(history, { finding })).toBe(true))).toBeLessThan(5);
  });

  it('and so does who finds the proof', () => {
    const results = new Map([few, many].map((history) => [history.operations.length, check(history)] as const));
    const work = (history: History): void => {
      const result = results.get(history.operations.length);
      if (result === undefined) throw new Error('not judged');
      expect(certificateFor({ history, sha256: '' }, result).certificate?.findings).toHaveLength(1);
    };
    expect(growth(work)).toBeLessThan(6);
  });
});

describe('a certificate that repeats itself', () => {
  const history = rounds(2);
  const text = textOf(history);
  const result = check(history);
  const { certificate } = certificateFor({ history, sha256: sha256Of(text) }, result);
  const repeated = (n: number) => ({ findings: Array(n).fill(certificate?.findings?.[0]) });

  it('is taken as often as that can be looked at, and refused beyond it', async () => {
    const most = mostFindings(history);
    expect(await verify(chunksOf(text), { ...certificate, ...repeated(most) })).toMatchObject({ accepted: true });
    expect(await verify(chunksOf(text), { ...certificate, ...repeated(most + 1) })).toMatchObject({
      accepted: false,
      why: expect.stringContaining('findings'),
    });
  });

  it('of one counter as well', async () => {
    const counters = Array(33).fill(certificate?.counters[0]);
    expect(await verify(chunksOf(text), { ...certificate, counters })).toMatchObject({
      accepted: false,
      why: expect.stringContaining('proofs of one counter'),
    });
  });
});

describe('A write that touches a number', () => {
  const before = { role: 'before' as const, phaseIndex: -1, phase: 'before' };
  const proof = { code: 'CP101', proof: { form: 'short', reading: 'value', from: 0, to: 2 } };
  const isProven = (of: object): boolean => {
    const operations = [saw('0', 10, 20, of), yes('increment', 20, 30), saw('0', 40, 50)];
    const history = { header: headerOf(), operations: operations.map((one, id) => ({ ...one, id })), marks: [] };
    return holds(history, { finding: proof });
  };

  it('comes after it where the number was read ahead of its phase, on the same machine', () => {
    expect(isProven(before)).toBe(true);
    expect(isProven({ ...before, machine: 'another' })).toBe(false);
    expect(isProven({})).toBe(false);
  });
});

it('No number is proven wrong that was read while a later round had begun, whose setup may have set it anew', () => {
  const isProven = (begun: number, setup = true): boolean => {
    const later = saw('0', begun, 60, { role: 'before', phaseIndex: -1, phase: 'before', round: 2 });
    const operations = [saw('1', 10, 20), saw('0', 40, 50, { phaseIndex: 1 }), later];
    const history = {
      header: headerOf({ setup }),
      operations: operations.map((one, id) => ({ ...one, id })),
      marks: [],
    };
    return holds(history, { finding: { code: 'CP114', proof: { form: 'uneven', reading: 'value', from: 0, to: 1 } } });
  };
  expect(isProven(51)).toBe(true);
  expect(isProven(50)).toBe(true);
  expect(isProven(49)).toBe(false);
  expect(isProven(49, false)).toBe(true);
});
