import type { CountExpectation } from '../../../history/history.ts';
import type { Draft } from '../../parts/draft.ts';
import { byDefault } from '../../parts/expect.ts';
import type { Scenario } from '../../scenario.ts';
import { isDecimal } from '../../text/decimal.ts';
import { Mistake } from '../../text/mistake.ts';
import { nearest } from '../../text/nearest.ts';
import type { Check, Path } from '../../text/source.ts';
import { durationOf } from '../../text/time.ts';
import type { RawLimit } from '../schema/limit.ts';
import type { RawScenario } from '../schema.ts';
import type { Entries, ReadingEntry } from './entries.ts';

export type Limit = NonNullable<Scenario['limit']>;

const SCOPES = ['round', 'phase', 'identity'];

/** The most that is admitted; of a reservation one a round, unless the scenario says otherwise. */
export function limitOf(raw: RawScenario, counts: readonly CountExpectation[], check: Check): Limit | null {
  const { object } = raw;
  const { given, path } = givenLimit(raw, check);
  if (given === undefined) return object === 'reservation' ? impliedLimit(counts, raw.load?.length ?? 0) : null;
  if (object !== 'quota' && object !== 'reservation') {
    check.attempt(
      path,
      undefined,
      () => {
        throw new Mistake(`a ${object ?? 'counter'} has no limit`, 'add object: quota, or object: reservation');
      },
      'key',
    );
  }
  const { count, per = 'round' } = typeof given === 'number' ? { count: given } : given;
  return { count: String(count), per: check.attempt([...path, 'per'], 'round', () => scopeOf(per)) };
}

/** A quota or a reservation says how many there are, or else what is asked of it: that each answer counts is no limit. */
export function checkLimited(raw: RawScenario, { limit }: Pick<Draft, 'limit'>, check: Check): void {
  const { object, load = [] } = raw;
  if ((object !== 'quota' && object !== 'reservation') || limit !== undefined) return;
  if (asks(raw.expect) || load.some(({ expect }) => asks(expect))) return;
  check.attempt(
    ['object'],
    undefined,
    () => {
      throw new Mistake(`a ${object} needs a limit`, 'add limit: 5, or expect: { acknowledged: { atMost: 5 } }');
    },
    'key',
  );
}

/** Whether it says anything but a limit. */
const asks = (expect: object | undefined): boolean =>
  Object.entries(expect ?? {}).some(([word, said]) => word !== 'limit' && said !== undefined);

/** `limit` of the scenario, or of its `expect`. */
function givenLimit({ limit, expect }: RawScenario, check: Check): { given: RawLimit | undefined; path: Path } {
  const path = ['expect', 'limit'];
  if (expect?.limit === undefined) return { given: limit, path: ['limit'] };
  if (limit !== undefined) {
    check.attempt(
      path,
      undefined,
      () => {
        throw new Mistake('the limit is said twice', 'keep one: limit of the scenario, or limit of expect');
      },
      'key',
    );
  }
  return { given: expect.limit, path };
}

function scopeOf(per: string): string {
  if (SCOPES.includes(per)) return per;
  const near = nearest(per, SCOPES);
  if (near !== null) throw new Mistake(`${JSON.stringify(per)} is not what a limit is of`, `did you mean ${near}?`);
  const timeMs = durationOf(per);
  if (timeMs > 0) return `${timeMs}ms`;
  throw new Mistake('a window of 0 holds nothing', 'such as 1m');
}

/** What a reservation expects of `acknowledged` is how many there are; where that is a range or of some phases, it stands alone. */
function impliedLimit(counts: readonly CountExpectation[], phases: number): Limit | null {
  const said = counts.filter(({ count }) => count === 'acknowledged');
  const [first] = said;
  if (first === undefined) return { count: '1', per: 'round' };
  const { equals } = first;
  const isOne = equals !== undefined && isDecimal(equals) && said.every((one) => one.equals === equals);
  if (!isOne) return null;
  const ofPhases = said.filter(({ phaseIndex }) => phaseIndex !== undefined).length;
  if (ofPhases > 0) return ofPhases === said.length && ofPhases === phases ? { count: equals, per: 'phase' } : null;
  return { count: equals, per: first.perPhase ? 'phase' : 'round' };
}

/**
 * What readings are held to where nothing is said of them: by a counter and a quota that each acknowledged write counts
 * once, by an effect that each key does. A quota whose window turns, or that is of identities, has no one number.
 */
export function defaultReadings(raw: RawScenario, { sums }: Entries, limit: Limit | null): readonly ReadingEntry[] {
  const { object = 'counter', expect, read = {} } = raw;
  const per = limit?.per ?? 'round';
  if (object === 'reservation' || object === 'custom' || sums.length > 0) return [];
  if (object !== 'counter' && (asks(expect) || (expect !== undefined && expect.limit === undefined))) return [];
  if (object === 'quota' && per !== 'round' && per !== 'phase') return [];
  return Object.keys(read).map((reading) => ({ ...byDefault(reading, object), falls: false }));
}
