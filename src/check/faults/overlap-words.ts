import type { Scope } from '../ledger/scopes.ts';
import { listed } from '../words.ts';
import type { Off } from './counted.ts';

const peakOf = ({ phases }: Scope): number => Math.max(0, ...phases.map(({ peak }) => peak));
const isApart = (scope: Scope): boolean => scope.phase !== null && peakOf(scope) <= 1;

/** Whether it takes overlap to be off like this, as far as the other phases tell. */
export function overlapWords(off: Off, all: readonly Off[], scopes: readonly Scope[]): string {
  const { scope } = off;
  if (scope.phase === null) return overRound(off);
  if (isApart(scope)) return 'No race: these writes never overlapped.';
  const alike = all.filter((other) => other.sure && other.way === off.way && isApart(other.scope));
  if (alike.length > 0) {
    const names = listed(alike.map((other) => other.scope.phase?.name ?? ''));
    return `It is so in ${names} too, where writes did not overlap: not a race.`;
  }
  const right = scopes.some((other) => isApart(other) && !all.some((one) => one.scope === other));
  return right ? 'It was right where writes did not overlap, so it takes a race.' : '';
}

/** Of a whole round: whether those that did not overlap are too many by themselves. */
function overRound({ scope, answers, way, by }: Off): string {
  if (scope.phases.every(({ peak }) => peak <= 1)) return 'No race: these writes never overlapped.';
  if (way === 'under') return '';
  const apart = new Set(scope.phases.filter(({ peak }) => peak <= 1).map(({ info }) => info.index));
  const alone = answers.having.filter(({ phaseIndex }) => apart.has(phaseIndex)).length;
  const right = answers.least - by.min;
  return alone > right ? `${alone} of them did not overlap any other: not a race.` : '';
}
