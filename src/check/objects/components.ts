import type { Operation } from '../../history/operation.ts';
import type { Stock } from './stock.ts';
import { thingsOf } from './things.ts';

/** A stock as parts that share no thing: what goes on in one says nothing of another. */
export function componentsOf(stock: Stock): readonly Stock[] {
  const rootOf = joinedThings([...stock.reserves, ...stock.releases]);
  const parts = new Map<string, { reserves: Operation[]; releases: Operation[] }>();
  const partOf = (one: Operation) => {
    const root = rootOf(thingsOf(one)[0] ?? '');
    const part = parts.get(root) ?? { reserves: [], releases: [] };
    parts.set(root, part);
    return part;
  };
  for (const one of stock.reserves) partOf(one).reserves.push(one);
  for (const one of stock.releases) partOf(one).releases.push(one);
  return [...parts.values()].map((part) => ({ ...stock, ...part }));
}

/** Things asked for together are of one part. */
function joinedThings(operations: readonly Operation[]): (thing: string) => string {
  const parents = new Map<string, string>();
  const rootOf = (thing: string): string => {
    let root = thing;
    for (let up = parents.get(root); up !== undefined && up !== root; up = parents.get(root)) root = up;
    for (let at = thing; at !== root; ) {
      const up = parents.get(at) ?? root;
      parents.set(at, root);
      at = up;
    }
    return root;
  };
  for (const operation of operations) {
    const [first = '', ...others] = thingsOf(operation);
    for (const other of others) parents.set(rootOf(other), rootOf(first));
  }
  return rootOf;
}
