import pLimit from 'p-limit';
import type { Decimal } from '../../history/decimal.ts';
import type { PhaseInfo } from '../../history/history.ts';
import type { ReadRole } from '../../history/operation.ts';
import { pause } from '../clock.ts';
import type { Context, Round } from '../context.ts';
import type { Position, Read, Reading } from '../reading.ts';
import type { Tally } from '../tally.ts';
import { allowed, isOutside } from './allowed.ts';
import { likeness, settle } from './settle.ts';

const BASE: Position = { index: -1, name: 'before' };
const READING = 4;
/** Longest watch for another writer after an odd value, in milliseconds. */
const LONG_WATCH_MS = 5_000;
const RETRY_MS = 100;

/** The values of a round's readings, as they go from phase to phase. */
export class RoundValues {
  readonly #context: Context;
  readonly #round: Round;
  readonly #readings: readonly Reading[];
  readonly #base = new Map<Reading, Decimal | null>();
  readonly #now = new Map<Reading, Decimal | null>();
  /** Readings whose value is not what it should be since the last phase. */
  readonly #wrong = new Set<Reading>();
  #last: PhaseInfo | null = null;
  #odd = false;
  /** When the youngest of the values that stand was first seen (ns). */
  #stoodNs = 0;

  constructor(context: Context, round: Round, readings: readonly Reading[]) {
    this.#context = context;
    this.#round = round;
    this.#readings = readings;
  }

  /** Reads every base value and, ahead of the first round, watches them; what could not be read, or null. */
  async base(): Promise<string | null> {
    const reads = await this.#each((reading) => this.#read(reading, 'before', BASE));
    for (const reading of this.#readings) this.#base.set(reading, this.#now.get(reading) ?? null);
    const missing = reads.find((read) => read.value === null);
    if (missing !== undefined) return whyMissing(missing);
    if (this.#round.number === 1 && this.#context.plan.quietMs > 0) await this.#watch(this.#context.plan.quietMs, BASE);
    return null;
  }

  /** After each phase; `tally` is of its writes, `whole` of all writes of the round. */
  async settle(phase: PhaseInfo, tally: Tally, whole: Tally): Promise<void> {
    this.#last = phase;
    const { plan } = this.#context;
    await this.#each(async (reading) => {
      const before = this.#now.get(reading) ?? null;
      const base = this.#base.get(reading) ?? null;
      const standing = { reading: reading.plan.name, phase, before, base, tally, round: whole };
      const range = allowed(plan.header, standing);
      const own = plan.header.expect.readings.filter((one) => one.reading === reading.plan.name);
      const isLike = likeness(Math.max(0, ...own.map(({ within = 0 }) => within)), base);
      const stood = await settle(this.#context, this.#round, phase, reading, range, isLike);
      const value = stood?.value ?? null;
      if (range !== null && value !== null && isOutside(range, value)) this.#wrong.add(reading);
      else this.#wrong.delete(reading);
      this.#odd ||= this.#wrong.has(reading);
      this.#stoodNs = Math.max(this.#stoodNs, stood?.sinceNs ?? 0);
      this.#now.set(reading, value);
    });
  }

  /** A value is not what it should be, and its reading asks for one more write then. */
  wantsNudge(): boolean {
    return [...this.#wrong].some(({ plan }) => plan.info.nudge);
  }

  /**
   * Watches the values that stand. An odd one may be another writer's doing: then the watch lasts as long as the round did.
   * After the last round it lasts until they stood for all of the settling time: a right number may still move.
   */
  async watchAfter(tookMs: number, isLast: boolean): Promise<void> {
    const { clock, plan } = this.#context;
    const forOdd = this.#odd ? Math.min(tookMs, LONG_WATCH_MS) : 0;
    const settleMs = Math.max(0, ...this.#readings.map((reading) => reading.plan.settleMs));
    const toStand = isLast ? settleMs - (clock.now() - this.#stoodNs) / 1e6 : 0;
    if (this.#last !== null) await this.#watch(Math.max(plan.quietMs, forOdd, toStand), this.#last);
  }

  /** Reads each value once more, long after its round: what came late is seen. */
  async lookAgain(): Promise<void> {
    if (this.#last !== null) await this.#watch(0, this.#last);
  }

  async #watch(ms: number, phase: Position): Promise<void> {
    await pause(ms, this.#context.signal);
    if (this.#context.signal.aborted) return;
    await this.#each((reading) => this.#read(reading, 'quiet', phase));
  }

  /** Another try only where it may help: a server that is just starting, an answer cut off. */
  async #read(reading: Reading, role: ReadRole, phase: Position): Promise<Read> {
    const { clock, signal } = this.#context;
    const start = clock.now();
    for (;;) {
      const read = await reading.read(this.#context, this.#round, role, phase);
      if (read.value !== null) this.#now.set(reading, read.value);
      const over = signal.aborted || (clock.now() - start) / 1e6 >= reading.plan.settleMs;
      if (read.value !== null || !read.passing || over) return read;
      await pause(RETRY_MS, signal);
    }
  }

  #each<T>(work: (reading: Reading) => Promise<T>): Promise<T[]> {
    const limit = pLimit(READING);
    return Promise.all(this.#readings.map((reading) => limit(() => work(reading))));
  }
}

function whyMissing({ operation: { reason, value, reading } }: Read): string {
  return value === null
    ? (reason ?? 'nothing was read')
    : `${reading}, read several times in turn, never told one number`;
}
