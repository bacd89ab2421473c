import type { Operation } from '../../../src/history/operation.ts';
import type { Execution } from './execution.ts';

/** When the writes that are one intent can have had their one effect, and whether they had it for certain. */
interface Meant {
  readonly from: number;
  readonly to: number;
  readonly comes: 'yes' | 'maybe' | 'no';
}

/** What a number at rest and the answers around it cannot both be, in words; null where all of it can be. */
export function contradictionIn({ world, history }: Execution): string | null {
  const { operations } = history;
  const keys = new Set(operations.map(({ key, round }) => (world.setup ? `${key} ${round}` : key)));
  for (const place of keys) {
    // What was not heard of before a setup may come after it.
    const own = operations.filter(
      ({ key, round, counts }) =>
        (world.setup ? `${key} ${round}` : key) === place ||
        (world.setup && counts === 'unknown' && place.startsWith(`${key} `)),
    );
    const found = wrongNumber({ world, history }, own) ?? tooMany({ world, history }, own);
    if (found !== null) return found;
  }
  return null;
}

function meantBy(operations: readonly Operation[]): readonly Meant[] {
  const groups = new Map<string, Operation[]>();
  for (const one of operations) {
    if (one.f === 'read' || one.counts === 'notSent') continue;
    const name = one.intent ?? `#${one.id}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()].map((attempts) => {
    const may = attempts.filter(({ counts }) => counts !== 'rejected');
    const yes = may.filter(({ counts }) => counts === 'acknowledged');
    return {
      from: Math.min(...(may.length > 0 ? may : attempts).map(({ invoke }) => invoke)),
      to: Math.min(Number.POSITIVE_INFINITY, ...yes.map(({ complete }) => complete as number)),
      comes: yes.length > 0 ? 'yes' : may.length > 0 ? 'maybe' : 'no',
    };
  });
}

/** What was last read after each phase, and ahead of the first. */
function standsIn(operations: readonly Operation[]): readonly Operation[] {
  const lasts = new Map<string, Operation>();
  for (const one of operations.toSorted((a, b) => a.invoke - b.invoke || a.id - b.id))
    if (one.f === 'read' && one.role !== 'during' && one.outcome === 'ok')
      lasts.set(`${one.round} ${one.phaseIndex}`, one);
  return [...lasts.values()];
}

function wrongNumber({ world }: Execution, own: readonly Operation[]): string | null {
  // What one machine read among the writes of another may be old, which is a fault only where that is asked.
  if (world.asked.adds > 0 || world.machines > 1) return null;
  const meant = meantBy(own);
  const stands = standsIn(own);
  for (const from of stands)
    for (const to of stands) {
      const [begin, end] = [from.complete as number, to.complete as number];
      if (begin >= to.invoke) continue;
      const liesBetween = (one: Meant): boolean => begin < one.from && one.to < to.invoke;
      const mayLieBetween = (one: Meant): boolean => one.to >= from.invoke && one.from <= end;
      const least = meant.filter((one) => one.comes === 'yes' && liesBetween(one)).length;
      const most = meant.filter((one) => one.comes !== 'no' && mayLieBetween(one)).length;
      const rise = (Number(to.value) - Number(from.value)) * (world.asked.step === '-1' ? -1 : 1);
      if (rise < least || rise > most) return `#${from.id} to #${to.id}: ${rise} is not from ${least} to ${most}`;
    }
  return null;
}

/** More were let in than a limit of the whole key, or of the round that a setup began, leaves room for. */
function tooMany({ world, history }: Execution, own: readonly Operation[]): string | null {
  const { header } = history;
  const isCounted =
    header.limit !== null && header.limitPer === 'round' && !world.givesBack && world.things.length === 0;
  if (!isCounted) return null;
  for (const round of new Set(own.map((one) => one.round))) {
    const admitted = meantBy(own.filter((one) => one.round === round)).filter(({ comes }) => comes === 'yes').length;
    if (admitted > world.limit) return `round ${round}: ${admitted} of ${world.limit} were let in`;
  }
  return null;
}
