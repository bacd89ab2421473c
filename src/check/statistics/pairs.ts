import { ascending, everyRow } from '../exact/rows/ascending.ts';
import type { Flights } from './window.ts';

/** Every second pair of neighbours of a burst, those that may read closest together first. */
export class Pairs {
  /** The window in which both were handed over and both were answered. */
  readonly #needs: Float64Array;
  /** How much later the first was handed over than the second, and the slack of each; three numbers a pair. */
  readonly #shapes: Float64Array;

  /** `from`: which flight is the first of the first pair. `quickest`: what the quickest of all took (ns). */
  constructor({ sent, answered }: Flights, from: 0 | 1, quickest: number) {
    const count = Math.max(0, Math.floor((sent.length - from) / 2));
    const difference = (times: Float64Array, at: number): number => (times[at] as number) - (times[at + 1] as number);
    const slack = (at: number): number => Math.max(1, (answered[at] as number) - (sent[at] as number) - quickest);
    const need = new Float64Array(count);
    for (let i = 0, at = from as number; i < count; i++, at += 2) {
      need[i] = Math.max(Math.abs(difference(sent, at)), Math.abs(difference(answered, at)));
    }
    this.#needs = need.slice().sort();
    this.#shapes = new Float64Array(3 * count);
    ascending(need, everyRow(count)).forEach((i, place) => {
      const at = from + 2 * i;
      this.#shapes[3 * place] = difference(sent, at);
      this.#shapes[3 * place + 1] = slack(at);
      this.#shapes[3 * place + 2] = slack(at + 1);
    });
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

/** The share of the rectangle a by b, u and v even in it, with u - v at most x. */
function shareBelow(x: number, a: number, b: number): number {
  const y = Math.min(Math.max(x + b, 0), a + b);
  return (corner(y) - corner(y - a) - corner(y - b) + corner(y - a - b)) / (a * b);
}

const corner = (side: number): number => (side > 0 ? (side * side) / 2 : 0);
