import { parseDecimal, subtract, wholeSteps } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { Ranks } from '../objects/ranks.ts';
import { type Intent, intentsOf } from './intents.ts';
import type { RoundReading } from './ledger.ts';
import type { Leg } from './leg.ts';
import type { PhaseRun } from './rounds.ts';
import type { NumberStand } from './stand.ts';
import { type Counted, countedAt, countsIn } from './tally.ts';

/** What a number that was read says of the writes of a leg. */
interface Missing {
  readonly count: number;
  readonly by: Operation;
}

/** What the last numbers of a counter, at rest or not, say of all that was missing before. */
export class TheEnd {
  readonly #errorNs: number;
  readonly #finals: readonly Operation[];
  /** Counted writes of each phase, in order, with the phases before. */
  readonly #upTo = new Map<PhaseRun, number>();
  readonly #done: readonly { readonly machine: string | undefined; readonly complete: number }[];
  readonly #ranks = new Map<string | undefined, Ranks>();

  constructor({ clock }: HistoryHeader, entries: readonly RoundReading[]) {
    this.#errorNs = clock.errorNs;
    this.#finals = this.#finalsAmong(entries);
    const done: Operation[] = [];
    const known = new Set<Intent>();
    for (const { round, measure } of entries) {
      for (const phase of round.phases) {
        for (const one of newlyDone(phase, measure.counted, known)) done.push(one);
        this.#upTo.set(phase, done.length);
      }
    }
    this.#done = done.map(({ machine, complete, invoke }) => ({ machine, complete: complete ?? invoke }));
  }

  /** How many of a leg's counted writes are missing from the last numbers at least, and the number that says so. */
  missing(leg: Leg): Missing | null {
    const { after, distance, measure } = leg;
    const start = subtract(after.value, distance);
    let least: Missing | null = null;
    for (const read of this.#finals) {
      if (read !== after.read && this.#precedes(read, after.read)) continue;
      const value = parseDecimal(read.value ?? '');
      const rise = value === null ? null : wholeSteps(subtract(value, start), measure.step);
      if (rise === null) continue;
      const due = leg.acknowledged + this.#dueBeyond(leg, read);
      const count = Math.max(0, due - Number(rise));
      if (least === null || count < least.count) least = { count, by: read };
    }
    return least;
  }

  /** Counted writes of what came after a leg that were complete before a number was read. */
  #dueBeyond({ phases }: Leg, read: Operation): number {
    const last = phases.at(-1);
    const within = last === undefined ? 0 : (this.#upTo.get(last) ?? 0);
    return Math.max(0, this.#ranksFor(read.machine).below(read.invoke) - within);
  }

  #ranksFor(machine: string | undefined): Ranks {
    const known = this.#ranks.get(machine);
    if (known !== undefined) return known;
    const late = (other: string | undefined): number => (other === machine ? 0 : 2 * this.#errorNs);
    const made = new Ranks(this.#done.map((one) => one.complete + late(one.machine)));
    this.#ranks.set(machine, made);
    return made;
  }

  /** The last number at rest, and all that was read after it or may have been. */
  #finalsAmong(entries: readonly RoundReading[]): readonly Operation[] {
    const rests = entries.flatMap(({ stands }) =>
      stands.filter((one): one is NumberStand => one.kind === 'number' && !one.moving),
    );
    const last = rests.reduce<Operation | null>(
      (latest, { read }) => (latest === null || read.invoke >= latest.invoke ? read : latest),
      null,
    );
    const reads = entries.flatMap(({ round, expectation: { reading } }) =>
      [...round.before, ...round.phases.flatMap((phase) => phase.reads)].filter(
        (read) => read.reading === reading && read.outcome === 'ok',
      ),
    );
    return last === null ? reads : reads.filter((read) => read === last || !this.#precedes(read, last));
  }

  #precedes({ machine, complete, invoke }: Operation, other: Operation): boolean {
    return (complete ?? invoke) + (machine === other.machine ? 0 : 2 * this.#errorNs) < other.invoke;
  }
}

/** When each intent counted, in the first phase that it counts in: it is due once, in however many it is tried. */
function newlyDone(phase: PhaseRun, counted: Counted, known: Set<Intent>): readonly Operation[] {
  return intentsIn(phase).flatMap((intent) => {
    const first = countedAt(intent, counted);
    if (first === null || phase.intents === null) return first ?? [];
    if (known.has(intent) || !countsIn(intent, phase, counted)) return [];
    known.add(intent);
    return first;
  });
}

const intentsIn = ({ intents, writes }: PhaseRun): readonly Intent[] => intents ?? intentsOf(writes);
