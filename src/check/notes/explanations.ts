import { parseDecimal } from '../../history/decimal.ts';
import type { Note } from '../../verdict/report.ts';
import type { Facts } from '../ledger/facts.ts';
import type { RoundReading } from '../ledger/ledger.ts';

/** What may explain a number beside a fault, and was not told apart from it; nothing in it changes the verdict. */
export const explanations = (facts: Facts): readonly Note[] => [
  ...neverMoved(facts),
  ...countedOnce(facts),
  ...holes(facts),
  ...windowEdge(facts),
];

/** A number that stands still whatever is written may be another one than what the writes move. */
function neverMoved({ ledgers, header }: Facts): readonly Note[] {
  const names = [...new Set(ledgers.map(({ expectation }) => expectation.reading))];
  const still = names.filter((name) => ledgers.filter((one) => one.expectation.reading === name).every(isStill));
  return still.map((name) => {
    const value = header.readings.length > 1 ? `The value of ${name}` : 'The value';
    const message = `${value} never moved, whatever was acknowledged: is this the number that these writes move? --read and --take say where it is (read: in a scenario file).`;
    return { code: 'never-moved', message };
  });
}

/** Held to rise by what its writes came to, and as it was after each of them. */
function isStill(entry: RoundReading): boolean {
  const written = entry.legs.filter(({ acknowledged }) => acknowledged > 0);
  const isCounted = !entry.measure.plain && parseDecimal(entry.expectation.risesBy ?? '') === null;
  return entry.doubt === null && isCounted && written.length > 0 && written.every(({ rise }) => rise === 0n);
}

/** One counted of a burst and none after it looks like something else as well. */
function countedOnce({ ledgers }: Facts): readonly Note[] {
  const message =
    'One write counted and none after it. A target that counts each caller once (deduplication by address, user or body), or a reading from a cache, would look the same; that was not told apart here. Writes under several identities would tell (identities: in a scenario file).';
  return ledgers.some(isCountedOnce) ? [{ code: 'other-explanations', message }] : [];
}

function isCountedOnce({ doubt, legs }: RoundReading): boolean {
  const [first, ...others] = doubt === null ? legs.filter(({ acknowledged }) => acknowledged > 0) : [];
  return (
    first !== undefined &&
    others.length > 0 &&
    first.rise === 1n &&
    first.acknowledged > 1 &&
    others.every(({ rise }) => rise === 0n)
  );
}

/** Numbers that were handed out may leave some out: each is still the only one. */
function holes({ header, rounds }: Facts): readonly Note[] {
  if (!header.expect.unique) return [];
  for (const { round, phases } of rounds) {
    const given = phases
      .flatMap(({ writes }) => writes)
      .flatMap(({ counts, returned }) => {
        return counts === 'acknowledged' && returned !== null && /^\d{1,15}$/.test(returned) ? [Number(returned)] : [];
      });
    const least = given.reduce((min, number) => Math.min(min, number), Number.POSITIVE_INFINITY);
    const most = given.reduce((max, number) => Math.max(max, number), Number.NEGATIVE_INFINITY);
    const missing = most - least + 1 - new Set(given).size;
    if (given.length < 2 || missing <= 0 || missing > given.length * MOSTLY_GIVEN) continue;
    const message = `The numbers handed out in round ${round} go from ${least} to ${most} and leave out ${missing}: refused writes and sequences of a database do that, and no number is given twice by it.`;
    return [{ code: 'holes', message }];
  }
  return [];
}

/** More holes than that is no series. */
const MOSTLY_GIVEN = 10;

/** A limit per time lets twice as many in across the edge of two windows. */
function windowEdge({ header, rounds }: Facts): readonly Note[] {
  const limit = Number(header.limit);
  if (!/^\d+ms$/.test(header.limitPer ?? '') || !Number.isSafeInteger(limit) || limit < 1) return [];
  for (const { round, phases } of rounds) {
    const over = phases.find(
      ({ info, counts }) =>
        info.kind === 'concurrent' && counts.acknowledged > limit && counts.acknowledged <= 2 * limit,
    );
    if (over === undefined) continue;
    const message = `In ${over.info.name} of round ${round} ${over.counts.acknowledged} were admitted with a limit of ${limit} per window: where a window turned within the burst, up to ${2 * limit} are right.`;
    return [{ code: 'window-edge', message }];
  }
  return [];
}
