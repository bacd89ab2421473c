/** A payment page, from when it is opened: paid, or closed without a payment. */
export type SessionState = 'open' | 'complete' | 'expired';

export interface Order {
  readonly session: string;
  readonly items: readonly string[];
  readonly buyer: string;
  readonly state: SessionState;
}

export interface Item {
  readonly state: 'free' | 'held' | 'sold';
  /** When it can be bought again; null when that is now, or never. */
  readonly freeAtMs: number | null;
}

export type Checkout =
  | { readonly session: string; readonly expiresAtMs: number }
  | { readonly refused: string; readonly freeAtMs: number | null };

/** What a design of a shop brings, in which each thing exists once; the HTTP contract is laid over it. */
export interface Shop {
  /** Puts a thing on sale that is free: preparation. */
  readonly put: (sku: string) => Promise<void>;
  readonly item: (sku: string) => Promise<Item>;
  /** Opens a payment page for all of the items, or for none. */
  readonly checkout: (items: readonly string[], buyer: string) => Promise<Checkout>;
  /** The payment service tells what became of a page. Gives how the page stands now, null for one that is not known. */
  readonly event: (type: 'completed' | 'expired', session: string) => Promise<SessionState | null>;
  /** The buyer pays on the page. Gives how it stands now, null for one that is not known. */
  readonly pay: (session: string) => Promise<SessionState | null>;
  readonly orders: (sku: string) => Promise<readonly Order[]>;
  /** Takes the lock away, or gives it back: for the sale that must go on without it. */
  readonly setLockDown?: (down: boolean) => Promise<void>;
  /** What was logged, oldest first. */
  readonly log?: () => Promise<readonly string[]>;
}

/** The lock: who holds what. Every function is one step, that nothing comes between. */
export interface Lock {
  readonly reserve: (items: readonly string[], session: string, lease: Lease) => Promise<Reserved>;
  readonly release: (session: string) => Promise<void>;
  /** `untilMs`: how long the lock itself remembers. */
  readonly sell: (items: readonly string[], session: string, untilMs: number) => Promise<void>;
  readonly item: (sku: string, nowMs: number) => Promise<Item>;
  readonly clear: (sku: string) => Promise<void>;
}

export interface Lease {
  readonly nowMs: number;
  readonly untilMs: number;
}

/** `lapsed`: sessions whose hold on one of the items has run out, and whose payment page may still be open. */
export type Reserved =
  | { readonly lapsed: readonly string[] }
  | { readonly refused: 'held' | 'sold'; readonly sku: string; readonly freeAtMs: number };

/** The payment service: pages, and what became of them. Every function is one step. */
export interface Sessions {
  readonly open: (order: Order, untilMs: number) => Promise<void>;
  /** Closes an open page; one that is complete stays so. Gives how it stands. */
  readonly expire: (session: string) => Promise<SessionState | null>;
  /** Takes the payment, if the page is open and its time has not run out. Gives how it stands. */
  readonly complete: (session: string, nowMs: number) => Promise<SessionState | null>;
  readonly find: (session: string) => Promise<Order | null>;
  readonly of: (sku: string) => Promise<readonly Order[]>;
  readonly clear: (sku: string) => Promise<void>;
}

/** Sold for good, as the catalogue knows it after a while. May fail; the sale goes on. */
export interface SoldMarks {
  readonly isSold: (sku: string) => Promise<boolean>;
  readonly mark: (sku: string) => Promise<void>;
  readonly clear: (sku: string) => Promise<void>;
}
