import type { Operation } from '../../history/operation.ts';

/** A read in the session `read-<name of the reading>` was made by the prober for itself. */
const isProbers = ({ f, session, reading }: Operation): boolean =>
  f === 'read' && session.startsWith(PREFIX) && session === `${PREFIX}${reading}`;

const PREFIX = 'read-';

/**
 * Numbers the clients of the operations at some places: whose own writes a read must see. Where the prober made the
 * reads and had no identities it is one client, whoever of its connections wrote; otherwise sessions tell, as each
 * identity has one, and who only reads has another.
 */
export function clientsOf(operations: readonly Operation[], index: Int32Array): Int32Array {
  const isOne = operations.some(isProbers) && operations.every(({ identity }) => identity === undefined);
  const numbers = new Map<string, number>();
  return index.map((at) => {
    const name = isOne ? '' : (operations[at] as Operation).session;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}
