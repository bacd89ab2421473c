import pLimit from 'p-limit';
import { compare, type Decimal } from '../history/decimal.ts';
import type { PhaseInfo } from '../history/history.ts';
import { pause } from './clock.ts';
import type { Context, Round, Tally } from './context.ts';
import type { Position, Read, Reading } from './reading.ts';
import { allowed, settle } from './settle.ts';

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
  readonly #now = new Map<Reading, Decimal | null>();
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
    const reads = await this.#each((reading) => this.#readBase(reading));
    const missing = reads.find((read) => read.value === null);
    if (missing !== undefined) return missing.operation.reason ?? 'nothing was read';
    if (this.#round.number === 1 && this.#context.plan.quietMs > 0) await this.#watch(this.#context.plan.quietMs, BASE);
    return null;
  }

  async settle(phase: PhaseInfo, tally: Tally): Promise<void> {
    this.#last = phase;
    const { plan } = this.#context;
    await this.#each(async (reading) => {
      const range = allowed(this.#now.get(reading) ?? null, plan.header.step, tally);
      const stood = await settle(this.#context, this.#round, phase, reading, range);
      const value = stood?.value ?? null;
      if (value !== null && range !== null)
        this.#odd ||= compare(value, range.low) < 0 || compare(value, range.high) > 0;
      this.#stoodNs = Math.max(this.#stoodNs, stood?.sinceNs ?? 0);
      this.#now.set(reading, value);
    });
  }

  /**
   * Watches the values that stand. An odd one may be another writer's doing: then the watch lasts as long as the round did.
   * After the last round it lasts until they stood for all of the settling time: a right number may still move.
   */
  async watchAfter(tookMs: number, isLast: boolean): Promise<void> {
    const { clock, plan } = this.#context;
    const forOdd = this.#odd ? Math.min(tookMs, LONG_WATCH_MS) : 0;
    const toStand = isLast ? plan.settleMs - (clock.now() - this.#stoodNs) / 1e6 : 0;
    if (this.#last !== null) await this.#watch(Math.max(plan.quietMs, forOdd, toStand), this.#last);
  }

  /** Reads each value once more, long after its round: what came late is seen. */
  async lookAgain(): Promise<void> {
    if (this.#last !== null) await this.#watch(0, this.#last);
  }

  async #watch(ms: number, phase: Position): Promise<void> {
    await pause(ms, this.#context.signal);
    if (this.#context.signal.aborted) return;
    await this.#each(async (reading) => {
      const read = await reading.read(this.#context, this.#round, 'quiet', phase);
      if (read.value !== null) this.#now.set(reading, read.value);
    });
  }

  /** Another try only where it may help: a server that is just starting, an answer cut off. */
  async #readBase(reading: Reading): Promise<Read> {
    const { plan, clock, signal } = this.#context;
    const start = clock.now();
    for (;;) {
      const read = await reading.read(this.#context, this.#round, 'before', BASE);
      if (read.value !== null) this.#now.set(reading, read.value);
      if (read.value !== null || !read.passing || signal.aborted || (clock.now() - start) / 1e6 >= plan.settleMs)
        return read;
      await pause(RETRY_MS, signal);
    }
  }

  #each<T>(work: (reading: Reading) => Promise<T>): Promise<T[]> {
    const limit = pLimit(READING);
    return Promise.all(this.#readings.map((reading) => limit(() => work(reading))));
  }
}
