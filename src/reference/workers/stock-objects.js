// The lock and the payment service as Durable Objects: one map in storage, and one step at a time on it. While an object
// waits for its own storage its input gate lets no other event in (Cloudflare docs, Durable Objects glossary, "input
// gate"), so nothing comes between this get and this put.
import { DurableObject } from 'cloudflare:workers';
import * as lockSteps from '../stock/lock-steps.js';
import * as sessionSteps from '../stock/session-steps.js';

class Steps extends DurableObject {
  async run(steps, name, args) {
    const map = (await this.ctx.storage.get('map')) ?? new Map();
    const result = steps[name](map, ...args);
    await this.ctx.storage.put('map', map);
    return result;
  }
}

export class Lock extends Steps {
  step(name, args) {
    return this.run(lockSteps, name, args);
  }
}

/** Played by an object of its own: nothing leaves this machine. */
export class Payments extends Steps {
  step(name, args) {
    return this.run(sessionSteps, name, args);
  }
}

/** A stub belongs to the request that got it, so each step gets its own. */
const stepsOf = (namespace, names) =>
  Object.fromEntries(names.map((name) => [name, (...args) => namespace.getByName('shop').step(name, args)]));

/** One lock for the whole shop, for an order may hold several things. */
export const lockIn = (LOCK) => stepsOf(LOCK, Object.keys(lockSteps));

export const paymentsIn = (PAYMENTS) => stepsOf(PAYMENTS, Object.keys(sessionSteps));
