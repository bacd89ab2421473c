import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { Facts } from '../ledger/facts.ts';
import { intentsOf } from '../ledger/intents.ts';
import { operationsIn, type RoundRun } from '../ledger/rounds.ts';
import type { Scope } from '../ledger/scopes.ts';
import { sendsWrites } from '../ledger/sends.ts';
import { machinesOf, setAmid } from '../objects/times.ts';
import { usedBefore, usedUpAtFirst } from '../objects/used.ts';
import { groupedBy, isAcknowledged, isUnheard, mayCount } from '../objects/writes.ts';

/**
 * How much of a limit may have been used by others than the intents of a scope: by what was read ahead of the round, by
 * earlier rounds of a key that nothing sets anew (of several machines, by any other), by other keys, which may share the
 * limit of a quota, and by whoever came before the run. A limit of a phase turns with it, so that what was read is of the first.
 */
export class UsedAhead {
  readonly #header: HistoryHeader;
  readonly #limit: number;
  readonly #byPlace = new Map<string, UsedAt>();
  /** Rounds come one after another: there is one machine. */
  readonly #hasRounds: boolean;
  readonly #atFirst: (one: Operation) => boolean;
  readonly #isSetAmid: (key: string) => boolean;
  readonly #letIn: ReadonlySet<string>;

  constructor({ header, rounds }: Facts, limit: number) {
    this.#header = header;
    this.#limit = limit;
    const all = rounds.flatMap(operationsIn);
    this.#atFirst = usedUpAtFirst(header, all, BigInt(limit));
    this.#isSetAmid = setAmid(header, all);
    this.#hasRounds = machinesOf(all) <= 1;
    this.#letIn = new Set(all.filter(isAcknowledged).map(({ key }) => key));
    for (const round of rounds) this.#add(round);
  }

  of(scope: Scope): number {
    const { round, phase, writes } = scope;
    const [one] = writes;
    if (one === undefined) return 0;
    const more = repeatsIn(writes) + this.#beside(scope, one) + this.#earlierThan(one);
    if (this.#header.limitPer === 'phase') {
      const first = round.phases.find(sendsWrites)?.info.index;
      return more + unheardAhead(round, one.phaseIndex) + (first === phase?.index ? this.#readAhead(round, one) : 0);
    }
    return this.#atFirst(one) ? this.#limit : this.#readAhead(round, one) + more;
  }

  /** Whether a key that never let anybody in, where others did, may have been used up ahead of the run, for all that is known. */
  isShut = ({ round, writes: [one] }: Scope): boolean =>
    one !== undefined &&
    this.#atFirst(one) &&
    !this.#letIn.has(one.key) &&
    this.#readAhead(round, one) + this.#earlierThan(one) < this.#limit;

  /** Whether the setup of another machine may have begun the limit anew meanwhile. */
  isBegunAnew = ({ key }: Operation): boolean => this.#isSetAmid(key);

  #readAhead({ round, before }: RoundRun, { key }: Operation): number {
    const isOfKey = this.#header.object === 'reservation' || this.#header.limitPer === 'identity';
    const used = usedBefore(this.#header, before, BigInt(this.#limit));
    return Number(isOfKey ? used(round, key) : used(round));
  }

  /** By writes of other keys in its scope; of a stock each key is a thing of its own. */
  #beside({ phases }: Scope, { key }: Operation): number {
    if (this.#header.object === 'reservation' || this.#header.limitPer === 'identity') return 0;
    return phases.reduce((n, { writes }) => n + writes.filter((one) => one.key !== key && mayCount(one)).length, 0);
  }

  #add({ round, phases }: RoundRun): void {
    const isOver = this.#header.setup || this.#header.limitPer === 'phase';
    const all = phases.flatMap(({ writes }) => writes);
    for (const [place, writes] of groupedBy(all, (one) => this.#place(one))) {
      const used = this.#byPlace.get(place) ?? { all: 0, own: new Map(), before: new Map() };
      const own = writes.filter(isOver && !this.#isSetAmid(writes[0]?.key ?? '') ? isUnheard : mayCount).length;
      used.before.set(round, used.all);
      used.own.set(round, own);
      used.all += own;
      this.#byPlace.set(place, used);
    }
  }

  #earlierThan(one: Operation): number {
    const used = this.#byPlace.get(this.#place(one));
    if (used === undefined) return 0;
    return this.#hasRounds ? (used.before.get(one.round) ?? 0) : used.all - (used.own.get(one.round) ?? 0);
  }

  #place({ key, identity = 0 }: Operation): string {
    return this.#header.limitPer === 'identity' ? `${identity} ${key}` : key;
  }
}

/** Writes that may have used a limit. */
interface UsedAt {
  /** In all rounds so far. */
  all: number;
  /** By round: ahead of it, and in it. */
  readonly before: Map<number, number>;
  readonly own: Map<number, number>;
}

/** Attempts beyond one for each intent: who does not know them for the same lets each of them in. */
function repeatsIn(writes: readonly Operation[]): number {
  const counted = writes.filter(mayCount);
  return counted.some(({ intent }) => intent !== undefined) ? counted.length - intentsOf(counted).length : 0;
}

/** Of earlier phases of a round: they may arrive when the limit has turned. */
function unheardAhead({ phases }: RoundRun, phaseIndex: number): number {
  const earlier = phases.filter(({ info }) => info.index < phaseIndex);
  return earlier.reduce((n, { writes }) => n + writes.filter(isUnheard).length, 0);
}
