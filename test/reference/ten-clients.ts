import { Client } from 'undici';

export const WRITES = 10;

/** Ten open connections to a counter. */
export class TenClients {
  readonly #clients: readonly Client[];

  private constructor(url: string) {
    this.#clients = Array.from({ length: WRITES }, () => new Client(url));
  }

  static async open(url: string): Promise<TenClients> {
    const ten = new TenClients(url);
    await Promise.all(ten.#clients.map((client) => ask(client, 'GET', '/counter')));
    return ten;
  }

  /** The statuses of ten increments sent at once, each on a connection of its own. */
  burst(key: string): Promise<number[]> {
    const sent = this.#clients.map((client) => ask(client, 'POST', `/counters/${key}/increment`));
    return Promise.all(sent.map(async (answer) => (await answer).status));
  }

  async increment(key: string, turn = 0): Promise<number> {
    return (await ask(this.#client(turn), 'POST', `/counters/${key}/increment`)).status;
  }

  async read(key: string): Promise<number> {
    return (await ask(this.#client(0), 'GET', `/counters/${key}`)).json.value;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  #client(turn: number): Client {
    const client = this.#clients[turn % WRITES];
    if (!client) throw new Error('no connection');
    return client;
  }
}

async function ask(client: Client, method: 'GET' | 'POST', path: string) {
  const { statusCode, body } = await client.request({ method, path });
  return { status: statusCode, json: (await body.json()) as { readonly value: number } };
}
