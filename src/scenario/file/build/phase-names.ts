import { Mistake } from '../../text/mistake.ts';

/** Throws a Mistake for a name that is taken. */
export function takeName(name: string, taken: Set<string>): void {
  if (taken.has(name)) {
    throw new Mistake(`two phases are called ${JSON.stringify(name)}`, 'give each a name of its own, or none');
  }
  taken.add(name);
}

/** `spaced`, or `spaced-2` and so on where that is taken. */
export function freeName(kind: string, taken: ReadonlySet<string>): string {
  let name = kind;
  for (let number = 2; taken.has(name); number += 1) name = `${kind}-${number}`;
  return name;
}
