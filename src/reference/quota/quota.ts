/** What a quota design brings; the HTTP contract is laid over it. */
export interface Quota {
  /** The most that one visitor is let through in one window. */
  readonly limit: number;
  /** Lets one more through, or not; `used` as the design counts it, after that. */
  readonly admit: (visitor: string) => Promise<{ readonly admitted: boolean; readonly used: number }>;
  /** 0 for a visitor who never came. */
  readonly used: (visitor: string) => Promise<number>;
  /** Puts a known number in place: preparation. */
  readonly set: (visitor: string, used: number) => Promise<void>;
}

export const DOWNLOADS_A_DAY = 5;
