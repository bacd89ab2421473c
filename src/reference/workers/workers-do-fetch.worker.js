// Wrong, though it is a Durable Object. The input gate is closed only while the object waits for its storage. Here it
// waits for an answer from elsewhere between the get and the put; meanwhile other requests are let in, read the same
// number and put the same sum (Cloudflare docs, Durable Objects glossary, "input gate": only storage operations hold
// events back). Ask first and count afterwards, or put both inside blockConcurrencyWhile().
// Measured: ten at once leave 1.
import { DurableObject } from 'cloudflare:workers';
import { counterContract } from '../counter/contract.js';
import { worker } from './worker.js';

export class Counter extends DurableObject {
  async set(value) {
    await this.ctx.storage.put('n', value);
  }

  async increment() {
    const n = (await this.read()) + 1;
    await askWhetherHuman();
    await this.ctx.storage.put('n', n);
    return n;
  }

  async read() {
    return (await this.ctx.storage.get('n')) ?? 0;
  }
}

/** The service is played by the process that started workerd; nothing leaves this machine. */
async function askWhetherHuman() {
  const answer = await fetch('http://bot-filter.invalid/check');
  return (await answer.json()).human;
}

export default worker('workers-do-fetch', ({ COUNTER }) =>
  counterContract({
    set: (key, value) => COUNTER.getByName(key).set(value),
    increment: (key) => COUNTER.getByName(key).increment(),
    read: (key) => COUNTER.getByName(key).read(),
  }),
);
