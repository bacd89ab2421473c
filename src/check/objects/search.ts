import type { Operation } from '../../history/operation.ts';
import type { Stock } from './stock.ts';
import { isRelease, thingsOf, unitsOf } from './things.ts';
import { groupedBy, isRefused, mayCount } from './writes.ts';

/** Whether some order explains every answer; `unknown` when the budget ended first. */
export type SearchAnswer = 'explained' | 'contradiction' | 'unknown';

/** One operation as the search takes it. Those of one class are the same but for their times. */
interface Step {
  readonly start: number;
  readonly end: number;
  readonly certain: boolean;
  readonly does: 'grant' | 'refuse' | 'release';
  readonly things: readonly number[];
  readonly units: bigint;
  /** Index of a hold that is told by its name; -1 for one that is like all others. */
  readonly hold: number;
  /** Of each of its things: how many units more may be held, or be back, by what is not looked at; see `searchOrder`. */
  readonly slack: readonly bigint[];
}

export interface Searched {
  readonly answer: SearchAnswer;
  /** States that were looked at. */
  readonly states: number;
}

/**
 * Looks for an order of all operations, within their times, in which each grant finds room in all of its things, each
 * refusal finds one of them full, and a release gives back what is held (or nothing, where nothing is). Of operations
 * that differ in nothing but their times only the one that must be over first is tried: if another leads to an order, so
 * does it with the two exchanged. A refusal that can take its place takes it at once, for it changes nothing. So a burst
 * of N that are alike visits N + 1 states.
 *
 * `only`: the order is of these alone. The others may take place anywhere in their times, or not at all: what they may have
 * given back is room for a grant, and what they may have been granted is in the way of a refusal.
 */
export function searchOrder(stock: Stock, budget: number, only: ReadonlySet<Operation> | null = null): Searched {
  const { steps, things, holds } = stepsOf(stock, only);
  return new Search(steps, things, holds, stock.limit, budget).run();
}

function stepsOf(stock: Stock, only: ReadonlySet<Operation> | null) {
  const { times, reserves, releases } = stock;
  const things = new Map<string, number>();
  const holds = new Map<string, number>();
  const released = new Set(releases.flatMap(({ hold }) => hold ?? []));
  const number = (map: Map<string, number>, name: string): number => {
    if (!map.has(name)) map.set(name, map.size);
    return map.get(name) as number;
  };
  const named = ({ hold }: Operation): number => (hold !== undefined && released.has(hold) ? number(holds, hold) : -1);
  const all = [...reserves.filter((one) => mayCount(one) || isRefused(one)), ...releases];
  const slackOf = slackFor(stock, only === null ? [] : all.filter((one) => !only.has(one) && mayCount(one)));
  const steps = (only === null ? all : all.filter((one) => only.has(one))).map(
    (one): Step => ({
      start: times.earliest(one),
      end: times.latest(one),
      certain: one.counts !== 'unknown',
      does: isRelease(one) ? 'release' : isRefused(one) ? 'refuse' : 'grant',
      things: thingsOf(one).map((thing) => number(things, thing)),
      slack: thingsOf(one).map((thing) => slackOf(one, thing)),
      units: unitsOf(one),
      hold: isRefused(one) ? -1 : named(one),
    }),
  );
  return { steps, things: things.size, holds: holds.size };
}

function slackFor({ times }: Stock, others: readonly Operation[]): (one: Operation, thing: string) => bigint {
  return (one, thing) => {
    if (isRelease(one)) return 0n;
    const may = others.filter(
      (other) =>
        isRelease(other) !== isRefused(one) &&
        thingsOf(other).includes(thing) &&
        times.earliest(other) <= times.latest(one),
    );
    return may.reduce((units, other) => units + unitsOf(other), 0n);
  };
}

const classOf = ({ does, certain, things, units, hold, slack }: Step): string =>
  JSON.stringify([does, certain, things.map((thing, i) => [thing, String(slack[i])]).sort(), String(units), hold]);

/** A choice that was made, and what it changed. */
interface Frame {
  readonly choices: readonly number[];
  next: number;
  readonly undo: (() => void)[];
}

class Search {
  readonly #steps: readonly Step[];
  readonly #limit: bigint;
  readonly #budget: number;
  /** Steps of each class, by their ends. */
  readonly #classes: readonly (readonly number[])[];
  readonly #first: number[];
  readonly #done: Uint8Array;
  readonly #level: bigint[];
  readonly #held: Uint8Array;
  #left: number;
  readonly #seen = new Set<string>();

  constructor(steps: readonly Step[], things: number, holds: number, limit: bigint, budget: number) {
    this.#steps = steps;
    this.#limit = limit;
    this.#budget = budget;
    const groups = groupedBy([...steps.keys()], (i) => classOf(steps[i] as Step));
    this.#classes = [...groups.values()].map((group) =>
      [...group].sort((a, b) => (steps[a] as Step).end - (steps[b] as Step).end),
    );
    this.#first = this.#classes.map(() => 0);
    this.#done = new Uint8Array(steps.length);
    this.#level = Array<bigint>(things).fill(0n);
    this.#held = new Uint8Array(holds);
    this.#left = steps.filter(({ certain }) => certain).length;
  }

  run(): Searched {
    const frames: Frame[] = [];
    let frame = this.#enter([]);
    while (this.#left > 0) {
      const choice = frame?.choices[frame.next];
      if (frame !== null && choice !== undefined) {
        if (this.#seen.size > this.#budget) return { answer: 'unknown', states: this.#seen.size };
        frame.next += 1;
        frames.push(frame);
        frame = this.#enter([this.#do(choice)]);
        continue;
      }
      for (const undo of frame?.undo.reverse() ?? []) undo();
      const last = frames.pop();
      if (last === undefined) return { answer: 'contradiction', states: this.#seen.size };
      frame = last;
    }
    return { answer: 'explained', states: this.#seen.size };
  }

  /** Does what can be done at once; the frame has no choices where this state was looked at before. */
  #enter(undo: (() => void)[]): Frame {
    for (let one = this.#free(); one !== null; one = this.#free()) undo.push(this.#do(one));
    // A release that came too early gave nothing back: what is held is not told by what is done.
    const state = `${this.#done.join('')} ${this.#held.join('')} ${this.#level.join(' ')}`;
    const known = this.#seen.has(state);
    this.#seen.add(state);
    return { choices: known ? [] : this.#candidates().filter((i) => this.#isLegal(i)), next: 0, undo };
  }

  /** A refusal that is right here and now. */
  #free(): number | null {
    return this.#candidates().find((i) => this.#stepAt(i).does === 'refuse' && this.#isLegal(i)) ?? null;
  }

  /** Of each class the one that must be over first, of those that may come next; the most urgent first. */
  #candidates(): readonly number[] {
    let bound = Number.POSITIVE_INFINITY;
    for (const [c, members] of this.#classes.entries()) {
      while (this.#done[members[this.#first[c] as number] as number] === 1) (this.#first[c] as number)++;
      const at = members[this.#first[c] as number];
      if (at !== undefined) bound = Math.min(bound, this.#stepAt(at).end);
    }
    return this.#classes
      .flatMap((members, c) => {
        for (let k = this.#first[c] as number; k < members.length; k += 1) {
          const at = members[k] as number;
          if (this.#done[at] === 0 && this.#stepAt(at).start <= bound) return [at];
        }
        return [];
      })
      .sort((a, b) => this.#stepAt(a).end - this.#stepAt(b).end);
  }

  #stepAt(i: number): Step {
    return this.#steps[i] as Step;
  }

  #isLegal(i: number): boolean {
    const { does, things, units, slack } = this.#stepAt(i);
    const way = does === 'grant' ? -1n : 1n;
    const fits = things.every(
      (thing, k) => (this.#level[thing] as bigint) + units + way * (slack[k] as bigint) <= this.#limit,
    );
    return does === 'release' || (does === 'grant' ? fits : !fits);
  }

  /** Returns what takes it back. */
  #do(i: number): () => void {
    const step = this.#stepAt(i);
    const { does, things, hold, certain } = step;
    const levels = things.map((thing) => this.#level[thing] as bigint);
    const firsts = this.#first.slice();
    const held = hold < 0 ? 0 : (this.#held[hold] as number);
    if (does !== 'refuse') this.#move(step);
    this.#done[i] = 1;
    if (certain) this.#left -= 1;
    return () => {
      this.#done[i] = 0;
      if (certain) this.#left += 1;
      if (hold >= 0) this.#held[hold] = held;
      for (const [k, thing] of things.entries()) this.#level[thing] = levels[k] as bigint;
      for (const [c, first] of firsts.entries()) this.#first[c] = first;
    };
  }

  #move({ does, things, units, hold }: Step): void {
    if (does === 'release' && hold >= 0 && this.#held[hold] === 0) return;
    if (hold >= 0) this.#held[hold] = does === 'grant' ? 1 : 0;
    for (const thing of things) {
      const level = (this.#level[thing] as bigint) + (does === 'grant' ? units : -units);
      this.#level[thing] = level < 0n ? 0n : level;
    }
  }
}
