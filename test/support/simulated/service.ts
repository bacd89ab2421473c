/** What is asked of a service at one moment. */
export interface Call {
  readonly does: 'write' | 'release' | 'read' | 'setup' | 'turn';
  readonly key: string;
  readonly identity: number;
  /** Attempts of one intent have the same; null: an intent of its own. */
  readonly intent: string | null;
  readonly things: readonly string[];
  readonly hold: string | null;
  /** Until when the caller waits for the answer. */
  readonly answeredAt: number;
}

export interface Answer {
  readonly status: number;
  /** A number that was read, or that a write returned. */
  readonly value: string | null;
  /** Names what was done. */
  readonly body: string;
}

/** Each call takes effect at one moment, all of it or none. */
export type Service = (call: Call, now: number) => Answer;

export const YES = 200;
export const NO = 409;

export const yes = (body: string, value: string | null = null): Answer => ({ status: YES, value, body });
export const no = (body: string): Answer => ({ status: NO, value: null, body });

/** What was kept under some name; made when it is first asked for. */
export class Kept<T> {
  readonly #of = new Map<string, T>();
  readonly #make: () => T;

  constructor(make: () => T) {
    this.#make = make;
  }

  at(name: string): T {
    const known = this.#of.get(name);
    if (known !== undefined) return known;
    const made = this.#make();
    this.#of.set(name, made);
    return made;
  }

  clear(isOut: (name: string) => boolean): void {
    for (const name of [...this.#of.keys()]) if (isOut(name)) this.#of.delete(name);
  }
}
