import type { HistoryHeader } from '../../../src/history/history.ts';
import type { Operation } from '../../../src/history/operation.ts';
import { headerOf } from '../../support/history.ts';

type Changes = Partial<Omit<Operation, 'id'>>;

let next = 0;

function write(f: Operation['f'], [invoke, complete]: readonly [number, number | null], changes: Changes): Operation {
  const id = next++;
  const outcome = changes.outcome ?? (complete === null ? 'info' : 'ok');
  return {
    id,
    process: `p${id}`,
    session: `s${id}`,
    f,
    key: 'k',
    phase: 'concurrent',
    phaseIndex: 0,
    round: 1,
    invoke,
    complete,
    outcome,
    counts: outcome === 'ok' ? 'acknowledged' : outcome === 'info' ? 'unknown' : 'rejected',
    value: null,
    status: outcome === 'info' ? null : outcome === 'ok' ? 200 : 409,
    reason: null,
    excerpt: null,
    attempt: `a-${id}`,
    sent: invoke,
    firstByte: complete,
    ended: complete,
    reading: null,
    role: null,
    returned: null,
    ...changes,
  };
}

/** Taken between two times. */
export const yes = (f: Operation['f'], from: number, to: number, changes: Changes = {}): Operation =>
  write(f, [from, to], changes);
/** Refused between two times. */
export const no = (f: Operation['f'], from: number, to: number, changes: Changes = {}): Operation =>
  write(f, [from, to], { outcome: 'fail', ...changes });
/** Sent, and never answered. */
export const maybe = (f: Operation['f'], from: number, changes: Changes = {}): Operation =>
  write(f, [from, null], changes);
/** A number read. */
export const saw = (value: string, from: number, to: number, changes: Changes = {}): Operation =>
  write('read', [from, to], { value, counts: null, reading: 'value', role: 'settle', ...changes });

export const quotaOf = (limit: number, limitPer = 'round', changes: Partial<HistoryHeader> = {}): HistoryHeader =>
  headerOf({ object: 'quota', limit: String(limit), limitPer, ...changes });

export const stockOf = (limit: number, changes: Partial<HistoryHeader> = {}): HistoryHeader =>
  headerOf({ object: 'reservation', limit: String(limit), limitPer: 'round', ...changes });

export const times = <T>(n: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: n }, (_, i) => make(i));

export const codesOf = (findings: readonly { readonly code: string }[]): readonly string[] =>
  findings.map(({ code }) => code);
