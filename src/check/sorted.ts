/** So many places are moved for each, on average, before it is left to a sort that does not mind. */
const NEAR = 40;

/** Sorts in place, and tells. Times of a recording nearly rise, which takes one pass; those without end may lie anywhere. */
export function sorted(values: Float64Array): Float64Array {
  let finite = 0;
  for (let i = 0; i < values.length; i++) {
    if ((values[i] as number) < Number.POSITIVE_INFINITY) values[finite++] = values[i] as number;
  }
  values.fill(Number.POSITIVE_INFINITY, finite);
  const ended = values.subarray(0, finite);
  if (!insert(ended)) ended.sort();
  return values;
}

/** Whether it is done: false as soon as it takes too many moves. */
function insert(values: Float64Array): boolean {
  let left = NEAR * values.length;
  for (let i = 1; i < values.length; i++) {
    const value = values[i] as number;
    let place = i;
    for (; place > 0 && (values[place - 1] as number) > value; place--) values[place] = values[place - 1] as number;
    values[place] = value;
    left -= i - place;
    if (left < 0) return false;
  }
  return true;
}
