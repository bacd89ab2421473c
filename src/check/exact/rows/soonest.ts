/** Numbers of which the least is at hand: a binary heap. */
export class Soonest {
  readonly #heap: number[] = [];

  add(value: number): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(value);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as number) <= value) break;
      heap[at] = heap[parent] as number;
      at = parent;
    }
    heap[at] = value;
  }

  /** Takes the least number that is not below `bound`, and forgets those that are; null when none is left. */
  takeFrom(bound: number): number | null {
    while (this.#heap.length > 0) {
      const least = this.#take();
      if (least >= bound) return least;
    }
    return null;
  }

  #take(): number {
    const heap = this.#heap;
    const least = heap[0] as number;
    const last = heap.pop() as number;
    if (heap.length === 0) return least;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++;
      if ((heap[child] as number) >= last) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = last;
    return least;
  }
}
