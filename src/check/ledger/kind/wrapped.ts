import type { Distance } from './kind.ts';

/** Numbers a field can hold, from `low` up to but without `high`; beyond it goes on from the other end. */
interface Field {
  readonly low: bigint;
  readonly high: bigint;
  readonly name: string;
  /** Only a value that went against its writes: few digits wrap to what a plain loss gives as well. */
  readonly backwardsOnly: boolean;
}

const unsigned = (bits: number): Field => ({
  low: 0n,
  high: 2n ** BigInt(bits),
  name: `${bits} bits`,
  backwardsOnly: false,
});

const signed = (bits: number): Field => ({
  low: -(2n ** BigInt(bits - 1)),
  high: 2n ** BigInt(bits - 1),
  name: `${bits} bits with a sign`,
  backwardsOnly: false,
});

const digits = (places: number): Field => ({
  low: 0n,
  high: 10n ** BigInt(places),
  name: `${places} decimal digits`,
  backwardsOnly: true,
});

const FIELDS: readonly Field[] = [
  ...[8, 16, 31, 32, 53, 63, 64].map(unsigned),
  ...[8, 16, 32, 64].map(signed),
  ...Array.from({ length: 19 }, (_, i) => digits(i + 2)),
];

/** Unknown effects that are tried one by one; each is another sum that a wrap could be read into. */
const MAX_UNKNOWN = 1_000;

/** Where more than one in so many numbers of a field is a sum with some unknown writes, to meet one proves nothing. */
const CHANCE = 20n;

/** A sum that left its field at one end and came in at the other: 250 and 10 are 4 in eight bits. */
export function wrapped({ before, after, step, sums }: Distance): { what: string; argument: string } | null {
  if (before.value.scale + after.value.scale + step.scale > 0 || sums.unknown > MAX_UNKNOWN) return null;
  const [from, to] = [before.value.unscaled, after.value.unscaled];
  if (from === to) return null;
  const backwards = (to - from) * step.unscaled < 0n;
  // Forwards, every sum that a wrap with some unknown writes makes is one that a plain loss makes as well.
  if (!backwards && sums.unknown > 0) return null;
  const field = FIELDS.find((f) => (backwards || !f.backwardsOnly) && inside(f, from) && inside(f, to) && wrapsIn(f));
  return field === undefined ? null : told(field);

  function wrapsIn(f: Field): boolean {
    if (BigInt(sums.unknown) * CHANCE > f.high - f.low) return false;
    for (let n = sums.acknowledged; n <= sums.acknowledged + sums.unknown; n += 1) {
      const sum = from + BigInt(n) * step.unscaled;
      if (!inside(f, sum) && (sum - to) % (f.high - f.low) === 0n) return true;
    }
    return false;
  }
}

const inside = ({ low, high }: Field, value: bigint): boolean => value >= low && value < high;

const told = ({ low, high, name }: Field) => ({
  what: `it wrapped around in ${name}`,
  argument: `The right sum lies outside ${low} to ${high - 1n}, and differs from what was read by a multiple of ${high - low}.`,
});
