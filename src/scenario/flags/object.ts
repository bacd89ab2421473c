import { DEFAULTS, LIMITS } from '../parts/defaults.ts';
import type { Draft, PhaseDraft, ReadingDraft } from '../parts/draft.ts';
import { byDefault } from '../parts/expect.ts';
import { concurrent, plain, retry, spaced } from '../parts/phases.ts';
import type { PhaseSpec } from '../scenario.ts';
import type { RunFlags } from './types.ts';
import { flagTime, oneOf, usage, wholeNumber } from './values.ts';

type Probed = Pick<Draft, 'object' | 'limit'>;

/** What is probed: a quota with `--limit`, a reservation with `--unique`, an effect with `--retry`, else a counter. */
export function objectOf({ limit, unique, retry: retried }: RunFlags): Probed {
  const given = [limit !== undefined && '--limit', unique && '--unique', retried !== undefined && '--retry'].filter(
    (flag) => flag !== false && flag !== undefined,
  );
  const [first, second] = given;
  if (second !== undefined)
    throw usage(second, `does not go with ${first}`, 'give one of them, or write a scenario file');
  if (limit !== undefined) {
    const count = String(wholeNumber('--limit', limit, 1, LIMITS.spaced));
    return { object: 'quota', limit: { count, per: 'round' } };
  }
  if (unique) return { object: 'reservation', limit: { count: '1', per: 'round' } };
  return { object: retried === undefined ? 'counter' : 'effect' };
}

/** What the number that is read is held to. Of a reservation it is not known what it should be. */
export function expectOf(
  { object }: Probed,
  readings: readonly ReadingDraft[],
  isUnique: boolean,
): Pick<Draft, 'expect'> {
  const held = object === 'reservation' ? [] : readings;
  return { expect: { readings: held.map(({ name }) => byDefault(name, object)), unique: isUnique } };
}

/** `-c` together and `--spaced` in turn; in turn and lost once with `--retry`; none in turn where a limit is of the round. */
export function phasesFromFlags(flags: RunFlags): readonly PhaseDraft[] {
  const { concurrency, spacing, retry: retried } = flags;
  const given = concurrency ?? String(DEFAULTS.concurrency);
  const count = wholeNumber('-c/--concurrency', given, 1, LIMITS.concurrency);
  const usual = flags.limit !== undefined || flags.unique ? 0 : count;
  const inTurn = flags.spaced === undefined ? usual : wholeNumber('--spaced', flags.spaced, 0, LIMITS.spaced);
  const everyMs = spacing === undefined ? DEFAULTS.everyMs : flagTime('--spacing', spacing);
  const connections = connectionsOf(flags.connections);
  const together: readonly PhaseSpec[] = retried !== undefined && concurrency === undefined ? [] : [concurrent(count)];
  if (retried === undefined) {
    return [...together, ...(inTurn === 0 ? [] : [spaced(inTurn, { everyMs, connections })])].map(plain);
  }
  oneOf('--retry', retried, ['lost-reply', 'lost-request']);
  if (inTurn === 0) throw usage('--spaced', '0 leaves no write to try again', 'leave it out, or give at least 1');
  const lose = retried === 'lost-request' ? 'request' : 'reply';
  return [...together, retry(inTurn, { everyMs, lose })].map(plain);
}

function connectionsOf(text: string | undefined): 'fresh' | number {
  return text === undefined || text === 'fresh' ? 'fresh' : wholeNumber('--connections', text, 1, LIMITS.concurrency);
}
