import type { RunningOf } from '../running.ts';
import { sendNext } from './send.ts';

/** Clients that each send their next write when their last one was answered. */
export async function runLanes(run: RunningOf<'lanes'>): Promise<void> {
  const { lanes, each } = run.phase.how;
  const work = async (lane: string) => {
    for (let n = 0; n < each && !run.context.signal.aborted; n++) await sendNext(run, lane);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(`l${lane}`)));
}

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
