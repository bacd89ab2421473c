// Right. One object a visitor: all requests of a visitor reach it, and while it waits for its own storage its input gate
// lets no other event in, so that check and increment are one operation (Cloudflare docs, Durable Objects glossary,
// "input gate"). The state is one key that starts anew with the day, so there is nothing to clean up and no expiry to
// set. A refused download writes nothing.
import { DurableObject } from 'cloudflare:workers';
import { createClock } from '../http/clock.js';
import { quotaContract } from '../quota/contract.js';
import { dayOf } from '../quota/day.js';
import { worker } from './worker.js';

const clock = createClock();

export class Visitor extends DurableObject {
  async admit(limit, day) {
    const used = await this.used(day);
    if (used >= limit) return { admitted: false, used };
    await this.set(used + 1, day);
    return { admitted: true, used: used + 1 };
  }

  async used(day) {
    const state = await this.ctx.storage.get('state');
    return state?.day === day ? state.used : 0;
  }

  async set(used, day) {
    await this.ctx.storage.put('state', { day, used });
  }
}

export default worker('quota-durable-object', ({ VISITOR, LIMIT }) =>
  quotaContract(
    {
      limit: LIMIT,
      admit: (visitor) => VISITOR.getByName(visitor).admit(LIMIT, dayOf(clock.nowMs())),
      used: (visitor) => VISITOR.getByName(visitor).used(dayOf(clock.nowMs())),
      set: (visitor, used) => VISITOR.getByName(visitor).set(used, dayOf(clock.nowMs())),
    },
    clock,
  ),
);
