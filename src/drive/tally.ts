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
  readonly #intents = new Map<string, { counts: Counts; readonly labels: Set<string> }>();

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

  /** One yes is enough; without one, a single unknown attempt leaves it unknown. */
  #countIntent({ counts, intent, abandoned, labels }: Counted): void {
    if (counts === 'unknown' && (intent === null || !abandoned)) this.#unknown++;
    const name = intent === null ? `write ${this.total}` : `intent ${intent}`;
    const known = this.#intents.get(name) ?? { counts: 'notSent', labels: new Set() };
    if (ORDER.indexOf(counts) > ORDER.indexOf(known.counts)) known.counts = counts;
    for (const label of labels) known.labels.add(label);
    this.#intents.set(name, known);
  }

  /** How many intents have an outcome, by the name that a quantity calls it: each moves a value once, however often it is sent. */
  intents(name: string): Count {
    const wanted = name === 'keys' ? 'acknowledged' : name;
    const all = [...this.#intents.values()];
    const having = all.filter(({ counts, labels }) => counts === wanted || labels.has(wanted));
    const open = all.filter(({ counts, labels }) => counts === 'unknown' && !labels.has(wanted));
    return { least: having.length, most: having.length + (wanted === 'unknown' ? 0 : open.length) };
  }

  /** How many writes were answered with an outcome, by the name that a quantity calls it. */
  answers(name: string): Count {
    const open = Math.max(
      [...this.#intents.values()].filter(({ counts }) => counts === 'unknown').length,
      this.#unknown,
    );
    switch (name) {
      case 'acknowledged':
        return { least: this.acknowledged, most: this.acknowledged + open };
      case 'rejected':
        return exactly(this.#rejected);
      case 'unknown':
        return exactly(this.#unknown);
      case 'keys':
        return this.intents(name);
      default: {
        const found = this.#labels.get(name) ?? 0;
        return { least: found, most: found + open };
      }
    }
  }
}

/** The later, the more it says of its intent. */
const ORDER: readonly Counts[] = ['notSent', 'rejected', 'unknown', 'acknowledged'];

const exactly = (n: number): Count => ({ least: n, most: n });
