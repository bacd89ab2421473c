/** What somebody in simulated time waits for: a while, a call, or others to be done. */
export type Want =
  | { readonly wait: number }
  | { readonly call: (done: (came: unknown) => void) => void }
  | { readonly all: readonly Act[] };

/** What somebody does, from one wait to the next. */
export type Act<T = void> = Generator<Want, T, unknown>;

interface Due {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Simulated time, in whole nanoseconds: no clock, no timer, and nothing that takes any. */
export class Clockwork {
  now = 0;
  #due: Due[] = [];
  #order = 0;

  /** What is due at the same time happens in the order in which it was asked for. */
  at(time: number, run: () => void): void {
    const due = { at: Math.max(time, this.now), order: this.#order++, run };
    let place = this.#due.length;
    while (place > 0 && (this.#due[place - 1] as Due).at <= due.at) place--;
    // The latest first, so that the next one is at the end.
    this.#due.splice(place, 0, due);
  }

  start(act: Act, done: () => void = () => {}): void {
    const go = (came?: unknown): void => {
      const { value, done: isOver } = act.next(came);
      const want = value as Want;
      if (isOver) done();
      else if ('wait' in want) this.at(this.now + want.wait, go);
      else if ('call' in want) want.call(go);
      else this.#startAll(want.all, go);
    };
    go();
  }

  /** Until nothing more is due. */
  run(): void {
    for (let next = this.#due.pop(); next !== undefined; next = this.#due.pop()) {
      this.now = next.at;
      next.run();
    }
  }

  #startAll(acts: readonly Act[], done: () => void): void {
    let left = acts.length;
    if (left === 0) done();
    for (const act of acts) {
      this.start(act, () => {
        left -= 1;
        if (left === 0) done();
      });
    }
  }
}

export function* wait(ns: number): Act {
  yield { wait: ns };
}

export function* together(acts: readonly Act[]): Act {
  yield { all: acts };
}

/** `start` is told whom to call back. */
export function* called<T>(start: (done: (came: T) => void) => void): Act<T> {
  return (yield { call: start as (done: (came: unknown) => void) => void }) as T;
}
