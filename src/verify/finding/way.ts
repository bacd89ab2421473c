import { add, type Decimal, subtract } from '../../history/decimal.ts';
import type { ReadingExpectation } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { type Intent, intentsOf, isOne } from './intents.ts';
import { decimalOf, isNegative, negated, sizeOf, ZERO } from './numbers.ts';
import type { Base } from './rest.ts';
import { precedes, type Saved } from './saved.ts';

/** What moved a number, from one place at rest to another. Distances are counted in the direction of the writes. */
export interface Way {
  readonly rise: Decimal;
  readonly step: Decimal;
  /** What the writes that count for certain, and lie between for certain, make together. */
  readonly least: Decimal;
  /** And with all that may count or may lie between. */
  readonly most: Decimal;
  /** And with all that were refused. */
  readonly mostWithRefused: Decimal;
  /** And with every attempt counted by itself. */
  readonly mostWithRepeats: Decimal;
  /** What those of unknown fate make of `most`, and those whose place is not certain. */
  readonly open: Decimal;
  readonly intents: readonly Intent[];
}

export function wayOf(saved: Saved, expectation: ReadingExpectation, base: Base, to: Operation): Way {
  const text = expectation.step ?? saved.header.step;
  const signed = decimalOf(text, 'the step');
  const distance = subtract(decimalOf(to.value, `operation ${to.id}`), base.value);
  const counted = countedBy(saved, expectation);
  const near = intentsOf(saved.operations.filter(({ key }) => key === to.key)).filter((intent) =>
    mayLieBetween(saved, intent, base, to),
  );
  const own = (intents: readonly Intent[]): Decimal =>
    intents.map(({ attempts: [first] }) => sizeOf(decimalOf(first?.amount ?? text, 'an amount'))).reduce(add, ZERO);
  const certain = near.filter((intent) => isOne(intent, counted) && liesBetween(saved, intent, base, to));
  const possible = near.filter((intent) => isOne(intent, counted) || intent.comes === 'maybe');
  const refused = near.filter((intent) => intent.comes === 'no' && !possible.includes(intent));
  const repeats = [...possible, ...refused].flatMap(({ attempts }) =>
    attempts.slice(1).map((attempt) => ({ attempts: [attempt], comes: 'yes' as const })),
  );
  const [least, most] = [own(certain), own(possible)];
  const mostWithRefused = add(most, own(refused));
  return {
    rise: isNegative(signed) ? negated(distance) : distance,
    ...{ step: sizeOf(signed), least, most, mostWithRefused },
    mostWithRepeats: add(mostWithRefused, own(repeats)),
    open: subtract(most, least),
    intents: near,
  };
}

/** The name of the writes that move a reading. */
function countedBy({ header }: Saved, { risesBy }: ReadingExpectation): string {
  const isName = risesBy !== null && !/^-?\d/.test(risesBy) && !header.readings.includes(risesBy);
  return isName ? risesBy : 'acknowledged';
}

/** It began after the one number was read, and was acknowledged before the other was. */
function liesBetween(saved: Saved, { attempts }: Intent, { read }: Base, to: Operation): boolean {
  const after =
    read === null
      ? attempts.every((one) => isOwn(saved, one, to))
      : attempts.every((one) => precedes(saved, read, one));
  return after && attempts.some((one) => one.outcome !== 'info' && precedes(saved, one, to));
}

/** Unless it was acknowledged before the one number was read, or sent after the other was. */
function mayLieBetween(saved: Saved, { attempts, comes }: Intent, { read }: Base, to: Operation): boolean {
  if (attempts.every((one) => precedes(saved, to, one))) return false;
  if (read === null) return attempts.some((one) => isOwn(saved, one, to)) || comes === 'maybe';
  // What was refused, and yet applied, was applied before it was answered, as far as anybody can say.
  return !attempts.some((one) => one.outcome !== 'info' && precedes(saved, one, read)) || comes === 'maybe';
}

/** Of the round that a setup began, or of the whole history. */
const isOwn = ({ header }: Saved, one: Operation, to: Operation): boolean => !header.setup || one.round === to.round;
