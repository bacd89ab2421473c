/** A fail, as it was claimed and as it would be saved: what its verifier must take when the tests of its file are over. */
export interface Claimed {
  /** The history and its certificate, as they would be saved. */
  readonly history: string;
  readonly certificate: string;
  readonly codes: readonly string[];
  readonly test: string;
}

const claimed: Claimed[] = [];

/** How many were claimed by a test of this name. */
export const claimsOf = (test: string): number => claimed.filter((one) => one.test === test).length;

export const claim = (one: Claimed): void => void claimed.push(one);

/** All claims of a file, which are its last: files that share a worker share this list. */
export const takeClaims = (): readonly Claimed[] => claimed.splice(0);
