import type { PlanOf } from '../plan/plan.ts';
import type { Call } from '../plan/render.ts';
import { pause } from './clock.ts';
import type { Context, Round, Tally } from './context.ts';
import type { Connection } from './http/connection.ts';
import type { Exchange } from './http/exchange.ts';
import { unopened } from './http/target.ts';
import { type PreparedWrite, prepare, recordWrite } from './write.ts';

/** Writes one after another, each after the answer of the one before and a pause. */
export async function runSpaced(context: Context, round: Round, phase: PlanOf<'spaced'>, tally: Tally): Promise<void> {
  const connections = new Connections(context, phase);
  try {
    await sendAll(context, round, phase, tally, connections);
  } finally {
    connections.close();
  }
}

async function sendAll(
  context: Context,
  round: Round,
  phase: PlanOf<'spaced'>,
  tally: Tally,
  connections: Connections,
): Promise<void> {
  for (let i = 0; i < phase.how.count && !context.signal.aborted; i++) {
    if (i > 0) await pause(phase.how.everyMs, context.signal);
    if (context.signal.aborted) break;
    const write = prepare(context, round, phase, 's0');
    const invoke = context.clock.now();
    const exchange = await connections.send(write, i);
    recordWrite(context, round, phase, write, invoke, exchange, tally);
    context.progress({ kind: 'phase', round: round.number, phase: phase.info, done: i + 1 });
  }
}

/** The connections of a spaced phase: a fresh one a write, or some kept ones in turn, replaced when they are gone. */
class Connections {
  readonly #context: Context;
  readonly #kept: (Connection | null)[];

  constructor(context: Context, phase: PlanOf<'spaced'>) {
    this.#context = context;
    this.#kept = phase.how.connections === 'fresh' ? [] : Array(phase.how.connections ?? phase.how.count).fill(null);
  }

  async send({ call }: PreparedWrite, i: number): Promise<Exchange> {
    const { target, clock } = this.#context;
    if (this.#kept.length === 0) return target.send(call);
    const startNs = clock.now();
    let connection: Connection;
    try {
      connection = await this.#connection(i % this.#kept.length, call);
    } catch (error) {
      return unopened(startNs, clock.now(), error);
    }
    return target.sendOn(connection, call);
  }

  async #connection(place: number, call: Call): Promise<Connection> {
    const kept = this.#kept[place];
    if (kept?.usable()) return kept;
    kept?.close();
    this.#kept[place] = null;
    const opened = await this.#context.target.open(call);
    this.#kept[place] = opened;
    return opened;
  }

  close(): void {
    for (const connection of this.#kept) connection?.close();
  }
}
