/** What a tracker brings; the HTTP contract is laid over it. */
export interface Tracker {
  /** Settles when the redirect may be answered; what it throws is a 500. */
  readonly visit: (id: string, isPerson: boolean) => Promise<void>;
  /** A page was seen. */
  readonly see: (path: string, isPerson: boolean) => Promise<void>;
  /** `clicks:{id}` and `views:{path}` are all; `hclicks:{id}` and `hviews:{path}` are people. */
  readonly read: (key: string) => Promise<number>;
  /** How many writes the store still takes. */
  readonly setBudget: (writes: number) => Promise<void>;
}
