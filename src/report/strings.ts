/** A copy of plain data in which every string, but no name of a member, went through `change`. */
export function strings<T>(data: T, change: (text: string) => string): T {
  return each(data, change) as T;
}

function each(data: unknown, change: (text: string) => string): unknown {
  if (typeof data === 'string') return change(data);
  if (Array.isArray(data)) return data.map((item) => each(item, change));
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, each(value, change)]));
}
