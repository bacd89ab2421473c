/** One payment that was made. */
export interface Payment {
  readonly id: string;
  /** Its `Idempotency-Key`. */
  readonly key: string | null;
  readonly account: string;
  readonly amount: number;
}

export interface PaymentOrder {
  readonly account: string;
  readonly amount: number;
}

/** What a design that takes payments brings; the HTTP contract is laid over it. Throw a `Refusal` to refuse. */
export interface Payments {
  /** Pays. With a key that was there before: gives what was paid then. */
  readonly pay: (key: string | null, order: PaymentOrder) => Promise<Payment>;
  /** All that was paid, oldest first. */
  readonly made: () => Promise<readonly Payment[]>;
  /** The accounts that keys are claimed for whose work has not ended, one for each key. */
  readonly claims: () => readonly string[];
  /** The next payment ends half way, as when its process dies: nothing that would clean up runs. */
  readonly crashNext: () => Promise<void>;
}
