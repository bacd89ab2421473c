import { setImmediate } from 'node:timers/promises';
import { sharedOut } from '../intent.ts';
import type { RunningOf } from '../running.ts';
import { sendNext } from './send.ts';

/** Clients that each send their next write when their last one was answered. */
export async function runLanes(run: RunningOf<'lanes'>): Promise<void> {
  const { lanes, each } = run.phase.how;
  const work = async (numbers: readonly number[], lane: number) => {
    for (const i of numbers) if (!run.context.signal.aborted) await sendNext(run, `l${lane}`, { i });
  };
  const begun: Promise<void>[] = [];
  for (const [lane, numbers] of sharedOut(run, lanes * each, lanes).entries()) {
    if (run.context.signal.aborted) break;
    begun.push(work(numbers, lane));
    // To begin thousands takes seconds, in which the end of the run must be heard.
    if (lane % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  await Promise.all(begun);
}

const AT_ONCE = 250;

/** Names of lanes, each used by one at a time: the first that is free. */
export class FreeLanes {
  readonly #prefix: string;
  readonly #free: number[] = [];
  #made = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  async use<T>(work: (lane: string) => Promise<T>): Promise<T> {
    const number = this.#free.pop() ?? this.#made++;
    try {
      return await work(`${this.#prefix}${number}`);
    } finally {
      this.#free.push(number);
    }
  }
}
