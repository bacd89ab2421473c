// @ts-check
// A clock that a caller can set ahead, so that nobody waits for a day or for a lease to end.
import { badBody, objectOf, ok, Refusal } from './answer.js';

/**
 * @import { Asked, Methods } from './asked.ts'
 * @typedef {{ nowMs: () => number, advance: (ms: number) => void }} Clock
 */

const MOST_MS = 10 * 365 * 86_400_000;

/**
 * @param {() => number} nowMs
 * @returns {Clock}
 */
export function createClock(nowMs = () => Date.now()) {
  let aheadMs = 0;
  return {
    nowMs: () => nowMs() + aheadMs,
    advance(ms) {
      aheadMs += ms;
    },
  };
}

/**
 * `GET /clock` → `{"nowMs":…}`, `POST /clock` `{"advanceMs":86400000}` → the same, later.
 *
 * @param {Clock} clock
 * @param {Asked} asked
 * @returns {Methods}
 */
export const clockMethods = (clock, asked) => ({
  GET: async () => ok({ nowMs: clock.nowMs() }),
  POST: async () => {
    const { advanceMs } = await objectOf(asked, '{"advanceMs":86400000}');
    if (typeof advanceMs !== 'number' || !Number.isSafeInteger(advanceMs)) throw badBody('{"advanceMs":86400000}');
    if (advanceMs < 0 || advanceMs > MOST_MS) throw new Refusal(400, 'the clock goes ahead by 0 ms to ten years');
    clock.advance(advanceMs);
    return ok({ nowMs: clock.nowMs() });
  },
});
