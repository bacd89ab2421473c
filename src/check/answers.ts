import type { Operation } from '../history/operation.ts';
import type { AnswerExample, ScenarioResult } from '../verdict/report.ts';
import type { Facts } from './ledger/facts.ts';

/** Kinds of answer that are kept. */
const MAX_KINDS = 12;
/** Bodies of one status that are kept apart. */
const MAX_BODIES = 3;

/** One example of each kind of answer to writes, and of readings that came to nothing; nothing where all said a yes that nobody kept. */
export function answersShown(facts: Facts): Pick<ScenarioResult, 'answers'> {
  const answers = answersOf(facts);
  const isPlain = answers.every(({ counts, excerpt }) => counts === 'acknowledged' && excerpt === null);
  return isPlain && answers.length < 2 ? {} : { answers };
}

/** As `answersShown`, whatever they are. */
export function answersOf({ rounds }: Facts): readonly AnswerExample[] {
  const kinds = new Kinds();
  for (const { before, phases } of rounds) {
    for (const read of before) if (isNothing(read)) kinds.add(read);
    for (const { writes, reads } of phases) {
      for (const write of writes) kinds.add(write);
      for (const read of reads) if (isNothing(read)) kinds.add(read);
    }
  }
  return kinds.examples();
}

const isNothing = ({ outcome }: Operation): boolean => outcome !== 'ok';

/** What an answer is told by. */
type Told = Pick<AnswerExample, 'of' | 'status' | 'counts' | 'reason' | 'excerpt'> & Pick<Operation, 'shape'>;

interface Kind {
  first: Told;
  times: number;
}

class Kinds {
  readonly #kinds = new Map<string, Kind>();
  readonly #bodies = new Map<string, number>();
  #last: { readonly told: Told; readonly kind: Kind } | null = null;

  /** Most are as the one before. */
  add({ f, status, counts, reason, excerpt, shape }: Operation): void {
    const of = f === 'read' ? 'read' : 'write';
    const told: Told = { of, status, counts, reason, excerpt, ...(shape === undefined ? {} : { shape }) };
    if (this.#last === null || !isSame(told, this.#last.told)) {
      const kind = this.#kindOf(told);
      if (kind === null) return;
      this.#last = { told, kind };
    }
    this.#last.kind.times += 1;
  }

  examples(): readonly AnswerExample[] {
    return [...this.#kinds.values()].map(({ first: { of, status, counts, reason, excerpt }, times }) => {
      return { of, status, counts, times, reason, excerpt };
    });
  }

  /** null: one of the kinds that are not kept. */
  #kindOf(told: Told): Kind | null {
    const status = JSON.stringify([told.of, told.status, told.counts]);
    const place = JSON.stringify([status, bodyOf(told)]);
    const known = this.#kinds.get(place);
    if (known !== undefined) {
      if (known.first.excerpt === null) known.first = told;
      return known;
    }
    const bodies = this.#bodies.get(status) ?? 0;
    if (bodies >= MAX_BODIES || this.#kinds.size >= MAX_KINDS) return null;
    const kind = { first: told, times: 0 };
    this.#bodies.set(status, bodies + 1);
    this.#kinds.set(place, kind);
    return kind;
  }
}

const isSame = (a: Told, b: Told): boolean =>
  a.shape === b.shape &&
  a.status === b.status &&
  a.counts === b.counts &&
  a.excerpt === b.excerpt &&
  a.reason === b.reason &&
  a.of === b.of;

/** What tells it from others of its status; of those that say yes few are kept, and the others say how they differ. */
function bodyOf({ status, counts, reason, excerpt, shape }: Told): string | null {
  if (counts === 'acknowledged') return shape ?? '';
  return status === null ? reason : shapeOf(excerpt);
}

/** A body without what differs from one answer to the next: digits, and long names of ids. */
const shapeOf = (excerpt: string | null): string => (excerpt ?? '').replace(/[0-9a-f-]{8,}|\d+/gi, '#').slice(0, 200);
