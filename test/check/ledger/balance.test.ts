import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balance, type Sums } from '../../../src/check/ledger/balance.ts';

interface World {
  /** Acknowledged writes without an effect. */
  readonly lost: number;
  /** Effects beyond the first. */
  readonly extra: number;
  readonly unknown: number;
  readonly refused: number;
}

/** Every way in which some writes can have made the rise: each world by itself, none assumed likelier. */
function worldsOf({ acknowledged, rejected, unknown }: Sums, rise: number): readonly World[] {
  const worlds: World[] = [];
  for (let lost = 0; lost <= acknowledged; lost += 1) {
    for (let u = 0; u <= unknown; u += 1) {
      for (let refused = 0; refused <= rejected; refused += 1) {
        const extra = rise - (acknowledged - lost) - u - refused;
        if (extra >= 0) worlds.push({ lost, extra, unknown: u, refused });
      }
    }
  }
  return worlds;
}

const sums = fc.record({ acknowledged: fc.nat(6), rejected: fc.nat(3), unknown: fc.nat(4) });
const least = (numbers: readonly number[]): number => Math.min(...numbers);
const most = (numbers: readonly number[]): number => Math.max(0, ...numbers);

describe('the balance of a rise', () => {
  it('claims no loss and no double count that some world is without', () => {
    fc.assert(
      fc.property(sums, fc.nat(16), (writes, rise) => {
        const worlds = worldsOf(writes, rise);
        const { lost, duplicated } = balance(writes, BigInt(rise));
        expect(lost.min).toBe(least(worlds.map((world) => world.lost)));
        expect(duplicated.min).toBe(least(worlds.map((world) => world.extra)));
      }),
    );
  });

  it('bounds a loss by the worlds in which nothing counts twice and no refused write counts', () => {
    fc.assert(
      fc.property(sums, fc.nat(16), (writes, rise) => {
        const plain = worldsOf(writes, rise).filter(({ extra, refused }) => extra === 0 && refused === 0);
        expect(balance(writes, BigInt(rise)).lost.max).toBe(most(plain.map((world) => world.lost)));
      }),
    );
  });

  it('bounds a double count by the worlds in which nothing is lost', () => {
    fc.assert(
      fc.property(sums, fc.nat(16), (writes, rise) => {
        const kept = worldsOf(writes, rise).filter(({ lost }) => lost === 0);
        expect(balance(writes, BigInt(rise)).duplicated.max).toBe(most(kept.map((world) => world.extra)));
      }),
    );
  });

  it('calls a surplus refused writes first, and a double count only the rest', () => {
    fc.assert(
      fc.property(sums, fc.nat(16), (writes, rise) => {
        const { surplus, refused, duplicated } = balance(writes, BigInt(rise));
        expect(surplus).toBe(Math.max(0, rise - writes.acknowledged - writes.unknown));
        expect((refused.min ?? 0) + (duplicated.min ?? 0)).toBe(surplus);
        expect(refused.min).toBe(Math.min(surplus, writes.rejected));
      }),
    );
  });

  it.each([
    ['nothing wrong', [10, 0, 0], 10n, { min: 0, max: 0 }, { min: 0, max: 0 }],
    ['nine of ten lost', [10, 0, 0], 1n, { min: 9, max: 9 }, { min: 0, max: 0 }],
    ['two unknown that hide a loss', [10, 0, 2], 10n, { min: 0, max: 2 }, { min: 0, max: 0 }],
    ['two unknown that all counted', [10, 0, 2], 12n, { min: 0, max: 0 }, { min: 0, max: 2 }],
    ['a value that fell', [10, 0, 0], -5n, { min: 10, max: 10 }, { min: 0, max: 0 }],
    ['three too many, two of them refused', [10, 2, 0], 13n, { min: 0, max: 0 }, { min: 1, max: 3 }],
    ['a rise beyond any number', [1, 0, 0], 10n ** 30n, { min: 0, max: 0 }, { min: 2 ** 53 - 1, max: null }],
  ] as const)('tells %s', (_, [acknowledged, rejected, unknown], rise, lost, duplicated) => {
    expect(balance({ acknowledged, rejected, unknown }, rise)).toMatchObject({ lost, duplicated });
  });
});

it('A count that is more than a number holds is told as a lower bound, and not as that count', () => {
  const cap = Number.MAX_SAFE_INTEGER;
  const writes: Sums = { acknowledged: 1, rejected: 0, unknown: 0 };
  expect(balance(writes, BigInt(cap) + 1n).duplicated).toEqual({ min: cap, max: cap });
  expect(balance(writes, 10n ** 400n).duplicated).toEqual({ min: cap, max: null });
});
