/** How long a checkout holds what it is for. */
export const LEASE_MS = 7 * 60_000;

/** How long until a sold mark is seen everywhere. */
export const MARK_LAG_MS = 60_000;
