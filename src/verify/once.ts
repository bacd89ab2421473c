import type { History } from '../history/history.ts';

/** Works out something of a history and a name once, however many proofs ask for it. */
export function once<Of extends History, Name extends string, T>(
  make: (of: Of, name: Name) => T,
): (of: Of, name: Name) => T {
  const known = new WeakMap<Of, Map<Name, T>>();
  return (of, name) => {
    const byName = known.get(of) ?? new Map<Name, T>();
    known.set(of, byName);
    const made = byName.get(name);
    if (made !== undefined) return made;
    const value = make(of, name);
    byName.set(name, value);
    return value;
  };
}
