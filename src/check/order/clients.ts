import type { Operation } from '../../history/operation.ts';

/** A read in the session `read-<name of the reading>` was made by the prober for itself. */
const isProbers = ({ f, session, reading }: Operation): boolean =>
  f === 'read' && session.startsWith(PREFIX) && session === `${PREFIX}${reading}`;

const PREFIX = 'read-';

/**
 * Numbers the clients of the operations at some places: whose own writes a read must see. Where the prober made the
 * reads it is one client, or one for each identity, whoever of its connections wrote; otherwise sessions tell.
 */
export function clientsOf(operations: readonly Operation[], index: Int32Array): Int32Array {
  const oneEach = operations.some(isProbers);
  const numbers = new Map<string | number, number>();
  return index.map((at) => {
    const { identity = 0, session } = operations[at] as Operation;
    const name = oneEach ? identity : session;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}
