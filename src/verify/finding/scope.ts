import { parseDecimal } from '../../history/decimal.ts';
import type { Operation } from '../../history/operation.ts';
import { must } from '../refused.ts';
import type { Saved } from './saved.ts';

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

/** Whether two writes share one limit for certain. */
export function isOneScope(per: Per, a: Operation, b: Operation): boolean {
  if (typeof per !== 'string') return a.key === b.key && (a.identity ?? 0) === (b.identity ?? 0);
  if (a.round !== b.round) return false;
  if (per === 'phase') return a.phaseIndex === b.phaseIndex;
  return per === 'round' || (a.key === b.key && (a.identity ?? 0) === (b.identity ?? 0));
}

/** Whether two may share it: a key may live on from round to round. */
export function mayBeOneScope({ header }: Saved, per: Per, a: Operation, b: Operation): boolean {
  if (typeof per !== 'string') return true;
  if (per === 'phase') return a.round === b.round && a.phaseIndex === b.phaseIndex;
  const round = a.round === b.round || (!header.setup && a.key === b.key);
  return round && (per === 'round' || (a.identity ?? 0) === (b.identity ?? 0));
}
