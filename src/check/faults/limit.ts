import { parseDecimal } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { Checker, Claim } from '../claim.ts';
import { admitsNobody, answersOf } from '../ledger/answers.ts';
import type { Facts } from '../ledger/facts.ts';
import { intentsOf } from '../ledger/intents.ts';
import type { RoundRun } from '../ledger/rounds.ts';
import { type Scope, scopesOf } from '../ledger/scopes.ts';
import { usedBefore } from '../objects/used.ts';
import { groupedBy, mayCount } from '../objects/writes.ts';
import { claimOf, type Off, offRange } from './counted.ts';

/**
 * CP104, CP106 and CP105: of N sent to a quota or a stock, exactly the smaller of N and the limit are admitted, in a
 * round, in each phase, or of each identity. Windows of time are judged elsewhere; so is what is given back, and what is reserved by name.
 */
export const limited: Checker = (facts) => {
  const limit = limitOf(facts.header);
  if (limit === null || admitsNobody(facts)) return [];
  const used = new UsedUp(facts.header, limit);
  return facts.rounds.flatMap((round) => {
    const claims = isCounted(round) ? claimsOf(facts, round, limit, used) : [];
    used.add(round);
    return claims;
  });
};

/** Nothing in it is given back, or reserved by name. */
const isCounted = ({ phases }: RoundRun): boolean =>
  !phases.some(({ writes }) => writes.some(({ f, items }) => f === 'release' || items !== undefined));

function claimsOf(facts: Facts, round: RoundRun, limit: number, used: UsedUp): readonly Claim[] {
  const scopes = scopesFor(facts.header, round);
  const offs = scopes.flatMap((scope) => offOf(scope, limit, used.ahead(scope)) ?? []);
  const claims = offs.map((off) => claimOf(facts, off, offs, scopes));
  return facts.header.limitPer === 'identity' ? oneOfEach(claims) : claims;
}

/** null where there is none, or it is of a window. */
export function limitOf({ object, limit, limitPer }: HistoryHeader): number | null {
  if (object !== 'quota' && object !== 'reservation') return null;
  if (limitPer !== null && limitPer !== 'round' && limitPer !== 'phase' && limitPer !== 'identity') return null;
  return limit === null || parseDecimal(limit) === null ? null : Math.floor(Number(limit));
}

function scopesFor({ limitPer }: HistoryHeader, round: RoundRun): readonly Scope[] {
  const scopes = scopesOf({ perPhase: limitPer === 'phase' }, round);
  return limitPer === 'identity' ? scopes.flatMap(byIdentity) : scopes;
}

function byIdentity(scope: Scope): readonly Scope[] {
  const groups = new Map<number, Operation[]>();
  for (const write of scope.writes) {
    const own = groups.get(write.identity ?? 0);
    if (own) own.push(write);
    else groups.set(write.identity ?? 0, [write]);
  }
  return [...groups.values()].map((writes) => ({ ...scope, writes }));
}

/**
 * How much of a limit may have been used ahead of a round: by what was read, and by earlier rounds of a key that nothing
 * sets anew. A limit of a phase turns with it.
 */
class UsedUp {
  readonly #header: HistoryHeader;
  readonly #limit: number;
  readonly #earlier = new Map<string, number>();

  constructor(header: HistoryHeader, limit: number) {
    this.#header = header;
    this.#limit = limit;
  }

  ahead({ round, writes: [one] }: Scope): number {
    if (this.#header.limitPer === 'phase' || one === undefined) return 0;
    const read = usedBefore(this.#header, round.before, BigInt(this.#limit))(round.round);
    return Number(read) + (this.#earlier.get(this.#place(one)) ?? 0);
  }

  add({ phases }: RoundRun): void {
    if (this.#header.setup) return;
    const counted = phases.flatMap(({ writes }) => writes.filter(mayCount));
    for (const [place, writes] of groupedBy(counted, (one) => this.#place(one)))
      this.#earlier.set(place, (this.#earlier.get(place) ?? 0) + intentsOf(writes).length);
  }

  #place({ key, identity = 0 }: Operation): string {
    return this.#header.limitPer === 'identity' ? `${identity} ${key}` : key;
  }
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

/** Of many identities the first that is off, and how many there are. */
function oneOfEach(claims: readonly Claim[]): readonly Claim[] {
  return claims
    .filter((claim, i) => claims.findIndex(({ code }) => code === claim.code) === i)
    .map((claim) => {
      const alike = claims.filter(({ code }) => code === claim.code);
      const sum = (of: 'min' | 'max') => alike.reduce((n, { count }) => n + (count[of] ?? 0), 0);
      const message = `Of one identity, ${claim.message}${alike.length > 1 ? `; so for ${alike.length} identities` : ''}`;
      return { ...claim, message, count: { min: sum('min'), max: sum('max') } };
    });
}
