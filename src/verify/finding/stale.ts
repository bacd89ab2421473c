import type { Operation } from '../../history/operation.ts';
import { copyOf } from '../../history/reader/table.ts';
import { returnsValues } from '../../history/returned.ts';
import { contradict } from '../contradiction.ts';
import { viewOf } from '../counter.ts';
import { must } from '../refused.ts';
import { isCounting } from './counting.ts';
import type { FormOf } from './forms.ts';
import { intentsOf } from './intents.ts';
import { isYes, mayCount, operationOf, type Saved } from './saved.ts';

/**
 * A read shows less than others had shown, or than was acknowledged, before it began. For CP113 and CP109 under
 * `read-your-writes` all of that is of its own client; for `bounded` it lies further back than the bound.
 */
export function isStale(saved: Saved, form: FormOf<'stale'>, code: string): boolean {
  const { key, reading, round, returns, floors, increments, read: id, require } = form;
  const { header } = saved;
  const [read, others] = [operationOf(saved, id), [...floors, ...increments].map((one) => operationOf(saved, one))];
  must(/^(latest|read-your-writes|bounded:\d+(\.\d+)?ms)$/.test(require), `nothing of reads is required by ${require}`);
  must(!isCounting(saved, reading), `a look at ${reading} moves it`);
  must(!returns || returnsValues(header), 'the history does not say that answers return the value');
  must(
    (LEVELS[code] ?? []).includes(/^[a-z-]*/.exec(require)?.[0] ?? ''),
    `${code} is nothing that ${require} forbids`,
  );
  must((read.f !== 'read') === (code === 'CP119'), `operation ${id} does not show ${code}`);
  must(code !== 'CP109' || (increments.length === 0 && others.some(({ f }) => f === 'read')), 'no read shows more');
  must(code !== 'CP113' || others.some(({ f }) => f !== 'read'), 'nothing was written before');
  const ownOnly = require === 'read-your-writes' || code === 'CP113';
  const isOwn = (one: Operation): boolean => one.role === 'before' || isOneClient(saved, one, read);
  if (ownOnly) must(others.every(isOwn), 'not all is of one client');
  const boundNs = Number(/^bounded:(\d+(?:\.\d+)?)ms$/.exec(require)?.[1] ?? 0) * 1e6;
  const meant = meantOnce(saved);
  const aged = boundNs === 0 ? meant : meant.map((one) => (one === read ? earlier(one, boundNs) : one));
  const counter = { key, reading, round, returns, others: true, order: [], initial: header.initial ?? '0' };
  const view = viewOf({ ...saved, operations: aged }, counter);
  const witness = {
    form: increments.length > 0 ? ('behind' as const) : ('inversion' as const),
    floors,
    increments,
    ceilings: [id],
  };
  contradict(view, witness, counter);
  return true;
}

/** What forbids what a finding is of. */
const LEVELS: Readonly<Record<string, readonly string[]>> = {
  CP108: ['latest', 'bounded'],
  CP109: ['latest', 'bounded', 'read-your-writes'],
  CP113: ['latest', 'bounded', 'read-your-writes'],
  CP119: ['latest'],
};

/** By session; where the prober read for itself (in a session `read-…`) it is one client, or one for each identity. */
function isOneClient({ operations }: Saved, a: Operation, b: Operation): boolean {
  const isProbers = ({ f, session, reading }: Operation): boolean => f === 'read' && session === `read-${reading}`;
  return operations.some(isProbers) ? (a.identity ?? 0) === (b.identity ?? 0) : a.session === b.session;
}

/** One write for each intent: the attempt that was acknowledged first, for what it or an earlier one at the same did. */
function meantOnce({ operations }: Saved): readonly Operation[] {
  const again = intentsOf(operations).filter(({ attempts }) => attempts.length > 1);
  if (again.length === 0) return operations;
  const taken = new Map<Operation, Operation | null>();
  for (const { attempts } of again) {
    const yes = attempts.filter(isYes).sort((a, b) => (a.complete ?? 0) - (b.complete ?? 0));
    const one = yes[0] ?? attempts.find(mayCount) ?? attempts[0];
    const invoke = attempts.reduce((least, other) => Math.min(least, other.invoke), Number.POSITIVE_INFINITY);
    for (const attempt of attempts) taken.set(attempt, attempt === one ? { ...copyOf(attempt), invoke } : null);
  }
  return operations.map((one) => taken.get(one) ?? (taken.has(one) ? null : one)).filter((one) => one !== null);
}

const earlier = (read: Operation, ns: number): Operation => ({ ...copyOf(read), invoke: read.invoke - ns });
