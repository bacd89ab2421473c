import type { PhasePlan } from '../plan/plan.ts';
import { pause } from './clock.ts';
import type { Context, Round, Tally } from './context.ts';
import type { Connection } from './http/connection.ts';
import type { Exchange } from './http/exchange.ts';
import { unopened } from './http/target.ts';
import { type PreparedWrite, prepare, recordWrite } from './write.ts';

/** Writes one after another, each after the answer of the one before and a pause. */
export async function runSpaced(context: Context, round: Round, phase: PhasePlan, tally: Tally): Promise<void> {
  const lanes = new Lanes(context, phase);
  for (let i = 0; i < phase.count && !context.signal.aborted; i++) {
    if (i > 0) await pause(phase.everyMs ?? 0, context.signal);
    if (context.signal.aborted) break;
    const write = prepare(context, round, phase, 's0');
    const invoke = context.clock.now();
    const exchange = await lanes.send(write, i);
    recordWrite(context, round, phase, write, invoke, exchange, tally);
    context.progress({ kind: 'phase', round: round.number, phase, done: i + 1 });
  }
  lanes.close();
}

/** The connections of a spaced phase: a fresh one a write, or some kept ones in turn, replaced when they are gone. */
class Lanes {
  readonly #context: Context;
  readonly #kept: (Connection | null)[];

  constructor(context: Context, phase: PhasePlan) {
    this.#context = context;
    this.#kept = phase.connections === 'fresh' ? [] : Array(phase.connections ?? phase.count).fill(null);
  }

  async send({ call }: PreparedWrite, i: number): Promise<Exchange> {
    const { target, clock } = this.#context;
    if (this.#kept.length === 0) return target.send(call);
    const startNs = clock.now();
    try {
      return await target.sendOn(await this.#connection(i % this.#kept.length, call.url), call);
    } catch (error) {
      return unopened(startNs, clock.now(), error);
    }
  }

  async #connection(lane: number, url: string): Promise<Connection> {
    const kept = this.#kept[lane];
    if (kept?.usable()) return kept;
    kept?.close();
    this.#kept[lane] = null;
    const opened = await this.#context.target.open(url);
    this.#kept[lane] = opened;
    return opened;
  }

  close(): void {
    for (const connection of this.#kept) connection?.close();
  }
}
