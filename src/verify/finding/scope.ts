import { parseDecimal } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import { once } from '../once.ts';
import { must } from '../refused.ts';
import { operationsOn, type Saved } from './saved.ts';

export type Per = 'round' | 'phase' | 'identity' | { readonly windowNs: number };

export function perOf({ header }: Saved): Per {
  const per = header.limitPer ?? 'round';
  if (per === 'round' || per === 'phase' || per === 'identity') return per;
  const ms = Number(/^(\d+(?:\.\d+)?)ms$/.exec(per)?.[1] ?? 0);
  must(ms > 0, `a limit per ${per} is not known`);
  return { windowNs: ms * 1e6 };
}

export function limitOf({ header }: Saved, otherwise: string | null = null): bigint {
  const decimal = parseDecimal(header.limit ?? otherwise ?? '');
  must(decimal !== null && decimal.unscaled >= 0n, 'the history has no limit');
  return decimal.unscaled / 10n ** BigInt(decimal.scale);
}

/** Whether two writes share one limit for certain: keys are counters, and each may have its own. */
export function isOneScope(per: Per, a: Operation, b: Operation): boolean {
  if (a.key !== b.key) return false;
  const isOneIdentity = (a.identity ?? 0) === (b.identity ?? 0);
  if (typeof per !== 'string') return isOneIdentity;
  if (a.round !== b.round) return false;
  if (per === 'phase') return a.phaseIndex === b.phaseIndex;
  return per === 'round' || isOneIdentity;
}

/** Whether two may share it: a key may live on from round to round, and keys may share one limit. */
export function mayBeOneScope(saved: Saved, per: Per, a: Operation, b: Operation): boolean {
  if (typeof per !== 'string') return true;
  const isUnheard = a.counts === 'unknown';
  if (per === 'phase') return (a.round === b.round && a.phaseIndex === b.phaseIndex) || (isUnheard && a.key === b.key);
  const livesOn = !saved.header.setup || isUnheard || isSetAmid(saved, a.key);
  const round = a.round === b.round || (a.key === b.key && livesOn);
  return round && (per === 'round' || (a.identity ?? 0) === (b.identity ?? 0));
}

/** Whether the setup of one machine may set a key anew amid the writes of another. */
export const isSetAmid = once((saved: Saved, key: string): boolean => {
  const writes = operationsOn(saved, key).filter(({ f }) => f !== 'read');
  return saved.header.setup && new Set(writes.map(({ machine }) => machine ?? '')).size > 1;
});

export function mustNotBeSetAmid(saved: Saved, { key }: Operation): void {
  must(!isSetAmid(saved, key), 'the setup of another machine may have set it anew meanwhile');
}
