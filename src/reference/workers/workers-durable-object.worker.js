// Right. All requests for a key reach one object, which runs one event at a time; while it waits for its own storage, its
// input gate lets no other event in, so nothing comes between this get and this put (Cloudflare docs, Durable Objects
// glossary, "input gate", and the example "Build a counter"). The answer leaves only after the put is safe ("output
// gate"). It rests on nothing but storage being awaited in between: see workers-do-fetch.
import { DurableObject } from 'cloudflare:workers';
import { counterContract } from '../counter/contract.js';
import { worker } from './worker.js';

export class Counter extends DurableObject {
  async set(value) {
    await this.ctx.storage.put('n', value);
  }

  async increment() {
    const n = (await this.read()) + 1;
    await this.ctx.storage.put('n', n);
    return n;
  }

  async read() {
    return (await this.ctx.storage.get('n')) ?? 0;
  }
}

export default worker('workers-durable-object', ({ COUNTER }) =>
  counterContract({
    set: (key, value) => COUNTER.getByName(key).set(value),
    increment: (key) => COUNTER.getByName(key).increment(),
    read: (key) => COUNTER.getByName(key).read(),
  }),
);
