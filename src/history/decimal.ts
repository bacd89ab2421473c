/** An exact decimal: `unscaled` × 10^-`scale`, scale ≥ 0, without trailing zeros after the point. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** Reads `11`, `-3`, `5.00`, `1e3`; null for anything else, for over 1,000 characters, and for exponents beyond ±400. */
export function parseDecimal(_text: string): Decimal | null {
  throw new Error('not built yet');
}

export function formatDecimal(_value: Decimal): string {
  throw new Error('not built yet');
}

export function add(_a: Decimal, _b: Decimal): Decimal {
  throw new Error('not built yet');
}

export function subtract(_a: Decimal, _b: Decimal): Decimal {
  throw new Error('not built yet');
}

export function times(_a: Decimal, _n: bigint): Decimal {
  throw new Error('not built yet');
}

/** -1, 0 or 1. */
export function compare(_a: Decimal, _b: Decimal): number {
  throw new Error('not built yet');
}

/** How many whole steps lie in a distance; null when it is not a whole number of them. */
export function wholeSteps(_distance: Decimal, _step: Decimal): bigint | null {
  throw new Error('not built yet');
}
