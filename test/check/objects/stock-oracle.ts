/** One operation on a stock, as plainly as it can be said. */
export interface StockOp {
  readonly does: 'grant' | 'refuse' | 'release';
  readonly certain: boolean;
  readonly start: number;
  /** Infinity where not certain. */
  readonly end: number;
  readonly things: readonly string[];
  /** Names the hold; null: any. */
  readonly hold: string | null;
}

/** Whether some sequence of all certain and some uncertain ones is legal, by writing down every sequence. */
export function isLegalSomehow(ops: readonly StockOp[], limit: number): boolean {
  const extend = (sequence: readonly StockOp[], left: readonly StockOp[]): boolean => {
    if (!isLegal(sequence, limit)) return false;
    if (left.every(({ certain }) => !certain)) return true;
    return left.some((op) => {
      const rest = left.filter((other) => other !== op);
      if (rest.some((other) => other.certain && other.end < op.start)) return false;
      return extend([...sequence, op], rest);
    });
  };
  return extend([], ops);
}

function isLegal(sequence: readonly StockOp[], limit: number): boolean {
  let held: { thing: string; hold: string | null }[] = [];
  for (const { does, things, hold } of sequence) {
    const room = things.every((thing) => held.filter((one) => one.thing === thing).length < limit);
    if (does === 'grant' && !room) return false;
    if (does === 'refuse' && room) return false;
    if (does === 'grant') held = [...held, ...things.map((thing) => ({ thing, hold }))];
    if (does !== 'release') continue;
    if (hold !== null) held = held.filter((one) => one.hold !== hold);
    else
      for (const thing of things) {
        const at = held.findIndex((one) => one.thing === thing);
        held = held.filter((_, i) => i !== at);
      }
  }
  return true;
}

/** Whether a refusal was under way together with one that may have held for a moment what it asked for. */
export const isAnyPassed = (ops: readonly StockOp[]): boolean =>
  ops.some((one) =>
    ops.some(
      (other) =>
        one.does === 'refuse' &&
        other !== one &&
        (other.does === 'refuse' || (other.does === 'grant' && !other.certain)) &&
        other.start <= one.end &&
        other.end >= one.start,
    ),
  );
