import type { Flight } from './window.ts';

/** Every second pair of neighbours of a burst, those that may read closest together first. */
export class Pairs {
  /** The window in which both were handed over and both were answered. */
  readonly #needs: Float64Array;
  /** How much later the first was handed over than the second, and the slack of each; three numbers a pair. */
  readonly #shapes: Float64Array;

  /** `from`: which flight is the first of the first pair. */
  constructor(flights: readonly Flight[], from: 0 | 1) {
    const count = Math.floor((flights.length - from) / 2);
    const need = new Float64Array(count).map((_, i) => needOf(...pairAt(flights, from + 2 * i)));
    const order = Array.from(need.keys()).sort((i, j) => (need[i] as number) - (need[j] as number));
    this.#needs = new Float64Array(count);
    this.#shapes = new Float64Array(3 * count);
    for (const [place, i] of order.entries()) {
      const [a, b] = pairAt(flights, from + 2 * i);
      this.#needs[place] = need[i] as number;
      this.#shapes.set([a.sent - b.sent, Math.max(a.slack, 1), Math.max(b.slack, 1)], 3 * place);
    }
  }

  /** The chance that none of the pairs reads within a window (ns) of each other; looked into only as far as `bound`. */
  apart(window: number, bound: number): number {
    const [needs, shapes] = [this.#needs, this.#shapes];
    let chance = 1;
    for (let i = 0; i < needs.length && (needs[i] as number) < window && chance > bound; i++) {
      const [gap, a, b] = [shapes[3 * i] as number, shapes[3 * i + 1] as number, shapes[3 * i + 2] as number];
      chance *= 1 - (shareBelow(window - gap, a, b) - shareBelow(-window - gap, a, b));
    }
    return chance;
  }
}

const pairAt = (flights: readonly Flight[], at: number): readonly [Flight, Flight] =>
  flights.slice(at, at + 2) as [Flight, Flight];

const needOf = (a: Flight, b: Flight): number => Math.max(Math.abs(a.sent - b.sent), Math.abs(a.answered - b.answered));

/** The share of the rectangle a by b, u and v even in it, with u - v at most x. */
function shareBelow(x: number, a: number, b: number): number {
  const y = Math.min(Math.max(x + b, 0), a + b);
  return (corner(y) - corner(y - a) - corner(y - b) + corner(y - a - b)) / (a * b);
}

const corner = (side: number): number => (side > 0 ? (side * side) / 2 : 0);
