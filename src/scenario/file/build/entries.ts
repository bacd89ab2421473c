import type { CountExpectation, ReadingExpectation, SumExpectation } from '../../../history/history.ts';
import { checkedStep, isDecimal, negative } from '../../text/decimal.ts';
import { Mistake } from '../../text/mistake.ts';
import { nearest } from '../../text/nearest.ts';
import type { Check, Path } from '../../text/source.ts';
import type { RawChange, RawSum } from '../schema/expect.ts';
import { shareOf } from './context.ts';
import { boundsOf, type Names, quantityOf, saysBounds } from './quantity.ts';

/** What one reading is held to; `falls`: by a count, so that its step has the other sign. */
export type ReadingEntry = ReadingExpectation & { readonly falls: boolean };

export interface Entries {
  readonly readings: readonly ReadingEntry[];
  readonly counts: readonly CountExpectation[];
  readonly sums: readonly SumExpectation[];
}

type Raw = Readonly<Record<string, unknown>>;

/** Words of `expect` that stand for something else than a reading or a count. */
export const OTHER_WORDS = ['unique', 'limit', 'sumsTo', 'sameBody', 'unharmed'];

/** Reads one `expect`, of the scenario or (by its index) of a phase. `within`: what readings say of themselves. */
export function entriesOf(
  raw: Raw,
  path: Path,
  names: Names,
  { within, phaseIndex, check }: { within: ReadonlyMap<string, number>; phaseIndex: number | null; check: Check },
): Entries {
  const judged = (perPhase = false) => (phaseIndex === null ? { perPhase } : { perPhase: true, phaseIndex });
  const readings: ReadingEntry[] = [];
  const counts: CountExpectation[] = [];
  for (const [name, given] of Object.entries(raw)) {
    if (given === undefined || OTHER_WORDS.includes(name)) continue;
    const at = [...path, name];
    const change = typeof given === 'object' ? (given as RawChange) : { equals: given as string | number };
    if (names.counts.includes(name)) {
      check.attempt(
        at,
        undefined,
        () => void counts.push({ count: name, ...judged(change.perPhase), ...countOf(change, names) }),
      );
    } else if (check.attempt(at, false, () => isRead(name, names), 'key')) {
      const share = { share: within.get(name) };
      check.attempt(
        at,
        undefined,
        () => void readings.push({ reading: name, ...judged(change.perPhase), ...readingOf(change, names, share) }),
      );
    }
  }
  const sums = sumsIn(raw.sumsTo as RawSums, [...path, 'sumsTo']).map(({ sum, at }) => ({
    ...sumOf(sum, at, names, check),
    ...judged(sum.perPhase),
  }));
  return { readings, counts, sums };
}

type RawSums = RawSum | readonly RawSum[] | undefined;

/** One sum, or several, each with its place. */
function sumsIn(given: RawSums, path: Path): readonly { readonly sum: RawSum; readonly at: Path }[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) return [{ sum: given as RawSum, at: path }];
  return (given as readonly RawSum[]).map((sum, index) => ({ sum, at: [...path, index] }));
}

function isRead(name: string, { counts, readings }: Names): true {
  if (readings.includes(name)) return true;
  const known = [...readings, ...counts, ...OTHER_WORDS];
  const near = nearest(name, known);
  const mend = near ? `did you mean ${near}?` : `add it to read, or expect one of: ${known.join(', ')}`;
  throw new Mistake(`there is no reading called ${JSON.stringify(name)}`, mend);
}

function countOf(raw: RawChange, names: Names) {
  if ((raw.risesBy ?? raw.fallsBy ?? raw.within ?? raw.step) !== undefined)
    throw new Mistake(
      'a count of writes neither rises nor falls',
      'such as { equals: 5 }, { atLeast: 1 } or { atMost: 5 }',
    );
  if (!saysBounds(raw)) throw new Mistake('it is not said what is expected', 'such as { equals: 5, perPhase: true }');
  return boundsOf(raw, names);
}

function readingOf(raw: RawChange, names: Names, { share }: { readonly share: number | undefined }) {
  const { risesBy, fallsBy } = raw;
  if (risesBy !== undefined && fallsBy !== undefined)
    throw new Mistake('a reading rises or falls, not both', 'keep one of risesBy and fallsBy');
  const by = risesBy ?? fallsBy;
  if (by === undefined && !saysBounds(raw))
    throw new Mistake('it is not said what is expected', 'such as { risesBy: acknowledged, perPhase: true }');
  const within = raw.within === undefined ? share : shareOf(raw.within);
  const amount = by === undefined ? null : quantityOf(by, names.counts, 'a count');
  const falls = fallsBy !== undefined && amount !== null;
  if (raw.step !== undefined && (amount === null || isDecimal(amount)))
    throw new Mistake(
      'a step is for a reading that rises or falls by a count',
      'leave it out, or add risesBy: acknowledged',
    );
  return {
    risesBy: falls ? negative(amount) : amount,
    falls: falls && !isDecimal(amount),
    ...(raw.step === undefined ? {} : { step: checkedStep(String(raw.step)) }),
    ...boundsOf(raw, names),
    ...(within === undefined || within === 0 ? {} : { within }),
  };
}

function sumOf({ of, equals }: RawSum, path: Path, names: Names, check: Check): Pick<SumExpectation, 'of' | 'equals'> {
  for (const [index, name] of of.entries()) {
    check.attempt([...path, 'of', index], undefined, () => void isRead(name, { counts: [], readings: names.readings }));
  }
  const known = [...names.counts, ...names.readings.filter((name) => !of.includes(name))];
  return { of, equals: check.attempt([...path, 'equals'], '0', () => quantityOf(equals, known)) };
}
