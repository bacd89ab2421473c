import type { Counts } from '../history/operation.ts';

/** What became of one write, as far as sums go by it. */
export interface Counted {
  readonly counts: Counts;
  /** What is meant, the same for every attempt; null where the write is an intent of its own. */
  readonly intent: string | null;
  readonly labels: readonly string[];
  /** We hung up on it on purpose. */
  readonly abandoned: boolean;
  /** Something came back, or was thrown away on purpose. */
  readonly answered: boolean;
  readonly reason: string | null;
}

/** How many there may be, counting each unknown effect as one or none. */
export interface Count {
  readonly least: number;
  readonly most: number;
}

/** Sums over the writes of a phase, or of a round. */
export class Tally {
  total = 0;
  answered = 0;
  acknowledged = 0;
  /** Why the first write that got no answer got none. */
  silence: string | null = null;
  readonly #whole: Tally | null;
  #rejected = 0;
  /** Unknown by themselves, not because we hung up on an attempt of a known intent. */
  #unknown = 0;
  readonly #labels = new Map<string, number>();
  /** Writes without a shared intent that may have counted. */
  #alone = 0;
  readonly #kept = new Set<string>();
  /** Intents with an attempt that may have counted. */
  readonly #open = new Set<string>();

  /** `whole`: what it is a part of, where each write is counted as well. */
  constructor(whole: Tally | null) {
    this.#whole = whole;
  }

  count(write: Counted): void {
    const { counts, labels, answered, reason } = write;
    this.total++;
    if (answered) this.answered++;
    else this.silence ??= reason;
    if (counts === 'acknowledged') this.acknowledged++;
    if (counts === 'rejected') this.#rejected++;
    for (const label of labels) this.#labels.set(label, (this.#labels.get(label) ?? 0) + 1);
    this.#countIntent(write);
    this.#whole?.count(write);
  }

  #countIntent({ counts, intent, abandoned }: Counted): void {
    if (counts === 'unknown' && (intent === null || !abandoned)) this.#unknown++;
    if (intent === null && counts === 'unknown') this.#alone++;
    if (intent !== null && counts === 'unknown') this.#open.add(intent);
    if (intent !== null && counts === 'acknowledged') this.#kept.add(intent);
    if (intent === null && counts === 'acknowledged') this.#kept.add(`write ${this.total}`);
  }

  /** How many writes have an outcome, by the name that a quantity calls it. */
  of(name: string): Count {
    const open = this.#alone + [...this.#open].filter((intent) => !this.#kept.has(intent)).length;
    switch (name) {
      case 'acknowledged':
        return { least: this.acknowledged, most: this.acknowledged + Math.max(open, this.#unknown) };
      case 'rejected':
        return exactly(this.#rejected);
      case 'unknown':
        return exactly(this.#unknown);
      case 'keys':
        return { least: this.#kept.size, most: this.#kept.size + open };
      default: {
        const found = this.#labels.get(name) ?? 0;
        return { least: found, most: found + Math.max(open, this.#unknown) };
      }
    }
  }
}

const exactly = (n: number): Count => ({ least: n, most: n });
