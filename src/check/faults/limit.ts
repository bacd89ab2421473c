import type { HistoryHeader } from '../../history/history.ts';
import { printable } from '../../history/printable.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import { answersOf } from '../ledger/answers.ts';
import type { Facts } from '../ledger/facts.ts';
import { intentsOf } from '../ledger/intents.ts';
import { operationsIn, type RoundRun } from '../ledger/rounds.ts';
import { type Scope, scopesOf } from '../ledger/scopes.ts';
import { admitsNobody } from '../ledger/used-up.ts';
import { wholeLimit } from '../objects/limit.ts';
import { machinesOf } from '../objects/times.ts';
import { groupedBy, isRefused, isUnheard } from '../objects/writes.ts';
import { plural } from '../words.ts';
import { claimOf, type Off, offRange } from './counted.ts';
import { UsedAhead } from './used-ahead.ts';

/**
 * CP104, CP106 and CP105: of N sent to a quota or a stock, exactly the smaller of N and the limit are admitted, in a
 * round, in each phase, or of each identity. Windows of time are judged elsewhere; so is what is given back, and what is reserved by name.
 */
export const limited: Checker = (facts) => {
  const limit = limitOf(facts.header);
  if (limit === null || admitsNobody(facts)) return [];
  const used = new UsedAhead(facts, limit);
  const strays = straysIn(facts);
  return facts.rounds.flatMap((round) =>
    isCounted(round) && !strays(round) ? claimsOf(facts, round, limit, used) : [],
  );
};

/** Nothing in it is given back, or reserved by name. */
const isCounted = ({ phases }: RoundRun): boolean =>
  !phases.some(({ writes }) => writes.some(({ f, items }) => f === 'release' || items !== undefined));

/** Whether something of another round may be given back in this one: what was not heard, or is of another machine. */
function straysIn({ rounds }: Facts): (round: RoundRun) => boolean {
  const all = rounds.flatMap(operationsIn);
  const isAnyRound = machinesOf(all) > 1;
  const strays = all.filter((one) => one.f === 'release' && (isAnyRound || isUnheard(one)));
  if (strays.length === 0) return () => false;
  return ({ round, phases }) => {
    const keys = new Set(phases.flatMap(({ writes }) => writes.map(({ key }) => key)));
    return strays.some((one) => one.round !== round && keys.has(one.key));
  };
}

function claimsOf(facts: Facts, round: RoundRun, limit: number, used: UsedAhead): readonly Claim[] {
  const scopes = scopesFor(facts.header, round);
  const offs = scopes.flatMap((scope) => offOf(scope, limit, used.of(scope)) ?? []);
  const open = offs.filter(({ way, scope: { writes } }) => way === 'over' && writes.some(used.isBegunAnew));
  const sure = offs.filter((off) => !open.includes(off));
  const claims = sure.map((off) => claimOf(facts, off, sure, scopes));
  const keys = new Set(scopes.map(({ writes }) => writes[0]?.key));
  const shut = scopes.filter((scope) => scope.writes.some(isRefused) && used.isShut(scope));
  return [
    ...oneOfEach(claims, facts.header.limitPer === 'identity' ? 'identity' : 'key', keys.size),
    ...open.slice(0, 1).map(begunAnew),
    ...shut.slice(0, 1).map(letNobodyIn),
  ];
}

/** No run sends so many. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** null where there is none, it is below 0, or it is of a window; one beyond all that can be sent is as good as any such. */
export function limitOf({ object, limit, limitPer }: HistoryHeader): number | null {
  if (object !== 'quota' && object !== 'reservation') return null;
  if (limitPer !== null && limitPer !== 'round' && limitPer !== 'phase' && limitPer !== 'identity') return null;
  const whole = wholeLimit({ limit });
  return whole === null ? null : Number(whole < MOST ? whole : MOST);
}

function scopesFor({ limitPer }: HistoryHeader, round: RoundRun): readonly Scope[] {
  const scopes = scopesOf({ perPhase: limitPer === 'phase' }, round);
  return scopes.flatMap((scope) => byKey(scope, limitPer === 'identity'));
}

/** Each key has a limit of its own, as far as anybody knows: keys are counters. */
function byKey(scope: Scope, isOfIdentity: boolean): readonly Scope[] {
  const groups = groupedBy(scope.writes, ({ key, identity = 0 }) => (isOfIdentity ? `${identity} ${key}` : key));
  return [...groups.values()].map((writes) => ({ ...scope, writes }));
}

function offOf(scope: Scope, limit: number, used: number): Off | null {
  const sent = intentsOf(scope.writes).filter(({ counts }) => counts !== 'notSent').length;
  if (sent === 0) return null;
  const answers = { ...answersOf(scope.writes, 'keys'), notSent: 0 };
  const room = Math.max(0, limit - used);
  const least = Math.min(sent, room);
  const words = sent < room ? `all ${sent}` : room < limit ? `${least} to ${limit}` : `${limit}`;
  const asked = { count: 'acknowledged', answers, scope, words };
  const over = offRange(asked, 'atMost', { least: limit, most: limit, isNumber: true });
  if (over?.sure) return over;
  return offRange(asked, 'equals', { least, most: limit, isNumber: true });
}

/** Of many identities, or keys, the first that is off, and how many there are. */
function oneOfEach(claims: readonly Claim[], each: 'identity' | 'key', keys: number): readonly Claim[] {
  if (each === 'key' && keys <= 1) return claims;
  return [
    ...groupedBy(claims, ({ code, phase }) => `${code} ${each === 'key' ? (phase?.index ?? '') : ''}`).values(),
  ].map((alike) => {
    const [claim] = alike as readonly [Claim];
    const sum = (of: 'min' | 'max') => alike.reduce((n, { count }) => n + (count[of] ?? 0), 0);
    const others = alike.length > 1 ? `; so for ${alike.length} ${each === 'key' ? 'keys' : 'identities'}` : '';
    const message = `Of one ${each}, ${claim.message}${others}`;
    return { ...claim, message, count: { min: sum('min'), max: sum('max') } };
  });
}

const MAX_SHOWN = 3;
const MAX_NAME = 80;

/** CP302: more than the limit, of a key that each of several machines has a setup for. */
function begunAnew({ scope: { round, phase, writes }, answers }: Off): Claim {
  const key = printable(writes[0]?.key ?? '', MAX_NAME);
  return {
    code: 'CP302',
    round: round.round,
    phase,
    count: UNCOUNTED,
    message: `${plural(answers.least, 'write')} on ${key} were admitted, more than the limit, and the setup of another machine may have begun it anew meanwhile`,
    argument: 'Several machines wrote to one key, and each has requests ahead of its rounds that may set it anew.',
    witness: answers.having.slice(0, MAX_SHOWN),
  };
}

/** CP309: a key that never let anybody in, where others did, and of which no number tells that some was left. */
function letNobodyIn({ round, phase, writes }: Scope): Claim {
  const refused = writes.filter(isRefused);
  return {
    code: 'CP309',
    round: round.round,
    phase,
    count: UNCOUNTED,
    message: `Nobody was let in on ${printable(writes[0]?.key ?? '', MAX_NAME)}, in any round: ${plural(refused.length, 'write')} refused`,
    argument:
      'Its limit may have been used up before, by whoever came ahead of this run, or they were refused too early: no number that was read ahead of them tells which.',
    witness: refused.slice(0, MAX_SHOWN),
  };
}
