// @ts-check
// Plain JavaScript, because workerd loads this very file too.

const DAY_MS = 86_400_000;

/**
 * Which day a time is in (UTC): quotas start anew when it turns.
 *
 * @param {number} nowMs
 */
export const dayOf = (nowMs) => Math.floor(nowMs / DAY_MS);
