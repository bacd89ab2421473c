import type { Call } from '../../plan/render.ts';
import type { Context } from '../context.ts';
import type { Connection } from '../http/connection.ts';
import type { Exchange } from '../http/exchange.ts';
import { unopened } from '../http/target.ts';
import type { PreparedWrite } from '../intent.ts';

/** Connections that are kept by name, each replaced when it is gone. */
export class Kept {
  readonly #context: Context;
  readonly #open = new Map<string, Connection>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Takes over a connection, to be used until it is gone. */
  keep(name: string, connection: Connection): void {
    this.#open.set(name, connection);
  }

  /** Sends on the connection of that name. Never rejects. */
  async send(name: string, { call, hangUp }: PreparedWrite & { readonly call: Call }): Promise<Exchange> {
    const { target, clock } = this.#context;
    const startNs = clock.now();
    let connection: Connection;
    try {
      connection = await this.#connection(name, call);
    } catch (error) {
      return unopened(startNs, clock.now(), error);
    }
    return target.sendOn(connection, call, hangUp);
  }

  async #connection(name: string, call: Call): Promise<Connection> {
    const kept = this.#open.get(name);
    if (kept?.usable()) return kept;
    kept?.close();
    this.#open.delete(name);
    const opened = await this.#context.target.open(call);
    this.#open.set(name, opened);
    return opened;
  }

  close(): void {
    for (const connection of this.#open.values()) connection.close();
  }
}
