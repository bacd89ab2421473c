import type { Operation } from '../../history/operation.ts';
import { returnsValues } from '../../history/returned.ts';
import { contradict } from '../contradiction.ts';
import { viewOf } from '../counter.ts';
import { must } from '../refused.ts';
import type { FormOf } from './forms.ts';
import { operationOf, type Saved } from './saved.ts';

/**
 * A read shows less than others had shown, or than was acknowledged, before it began. For CP113 and CP109 under
 * `read-your-writes` all of that is of its own client; for `bounded` it lies further back than the bound.
 */
export function isStale(saved: Saved, form: FormOf<'stale'>, code: string): boolean {
  const { key, reading, round, returns, floors, increments, read: id, require } = form;
  const { header } = saved;
  const [read, others] = [operationOf(saved, id), [...floors, ...increments].map((one) => operationOf(saved, one))];
  must(require !== 'eventual', 'nothing is required of reads');
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
  const aged =
    boundNs === 0 ? saved.operations : saved.operations.map((one) => (one === read ? earlier(one, boundNs) : one));
  const counter = { key, reading, round, returns, others: true, order: [], initial: header.initial ?? '0' };
  const view = viewOf({ ...saved, operations: aged }, counter);
  const witness = {
    form: increments.length > 0 ? ('lost' as const) : ('inversion' as const),
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

const earlier = (read: Operation, ns: number): Operation => ({ ...read, invoke: read.invoke - ns });
