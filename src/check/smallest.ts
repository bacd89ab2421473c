/**
 * Leaves out of some items what it can while the rest still is what it was, in larger pieces first; in the end no single
 * one can be left out. `isStill` is asked at most `most` times, and then more is kept than need be.
 */
export function smallest<T>(items: readonly T[], isStill: (some: readonly T[]) => boolean, most: number): readonly T[] {
  let kept = items;
  let asked = 0;
  for (let size = Math.ceil(items.length / 2); ; size = Math.ceil(size / 2)) {
    const before = kept.length;
    for (let at = kept.length; at > 0 && asked < most; at -= size) {
      const without = kept.toSpliced(Math.max(0, at - size), Math.min(size, at));
      asked += 1;
      if (isStill(without)) kept = without;
    }
    if (asked >= most || (size <= 1 && kept.length === before)) return kept;
  }
}
