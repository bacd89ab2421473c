import type { Expectation } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { printable } from '../../history/printable.ts';
import type { Checker, Claim } from '../claim.ts';
import { type Intent, intentsOf } from '../ledger/intents.ts';
import type { RoundRun } from '../ledger/rounds.ts';
import { plural } from '../words.ts';

const MAX_SHOWN = 4;
const MAX_VALUE = 60;

/**
 * CP112: acknowledged writes of one round and counter that were given the same value, where values must not repeat. What was
 * meant once and sent again may be given the same again.
 */
export const handedOutTwice: Checker = ({ header, rounds }) =>
  header.expect.unique ? rounds.flatMap((round) => repeatsIn(round, header.expect)) : [];

/** Of what counter a write is, beside its key. */
const counterOf = ({ identity, phaseIndex }: Operation, { uniquePer = [] }: Expectation): readonly unknown[] =>
  uniquePer.map((per) => (per === 'identity' ? (identity ?? 0) : phaseIndex));

function repeatsIn(round: RoundRun, expect: Expectation): readonly Claim[] {
  const groups = new Map<string, Operation[]>();
  const given = intentsOf(round.phases.flatMap((phase) => phase.writes)).flatMap(firstGiven);
  for (const write of given) {
    const place = JSON.stringify([write.key, write.returned, ...counterOf(write, expect)]);
    const group = groups.get(place);
    if (group) group.push(write);
    else groups.set(place, [write]);
  }
  const repeated = [...groups.values()].filter((group) => group.length > 1);
  return repeated.length === 0 ? [] : [claim(round, given.length, repeated)];
}

/** The attempts at one thing, without those that were given what another was. */
function firstGiven({ attempts }: Intent): readonly Operation[] {
  const given = attempts.filter(({ counts, returned }) => counts === 'acknowledged' && returned !== null);
  return given.filter(({ returned }, i) => given.findIndex((other) => other.returned === returned) === i);
}

function claim({ round, phases }: RoundRun, given: number, repeated: readonly (readonly Operation[])[]): Claim {
  const extra = repeated.reduce((n, group) => n + group.length - 1, 0);
  const worst = repeated.reduce((a, b) => (b.length > a.length ? b : a));
  const indexes = new Set(repeated.flatMap((group) => group.map((write) => write.phaseIndex)));
  const [index = -1] = indexes;
  const value = printable(worst[0]?.returned ?? '', MAX_VALUE);
  return {
    code: 'CP112',
    round,
    phase: indexes.size === 1 ? (phases[index]?.info ?? null) : null,
    count: { min: extra, max: extra },
    message: `${given} writes were given a value each, and only ${given - extra} different ones: ${value} was handed out to ${plural(worst.length, 'write')}`,
    argument: `Each of these writes was acknowledged, and each answer holds the same ${value}: at most one of them can be the only one to have it.`,
    witness: worst.slice(0, MAX_SHOWN),
  };
}
