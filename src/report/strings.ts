type Change = (text: string) => string;

const NONE: ReadonlySet<string> = new Set();

/** A copy of plain data in which every string, but no name and no value of a member in `except`, went through `change`. */
export function strings<T>(data: T, change: Change, except: ReadonlySet<string> = NONE): T {
  return each(data, change, except) as T;
}

function each(data: unknown, change: Change, except: ReadonlySet<string>): unknown {
  if (typeof data === 'string') return change(data);
  if (Array.isArray(data)) return data.map((item) => each(item, change, except));
  if (data === null || typeof data !== 'object') return data;
  // What is kept as columns has its members when it is asked for them alone.
  if ('toJSON' in data && typeof data.toJSON === 'function') return each(data.toJSON(), change, except);
  const entries = Object.entries(data);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, except.has(name) ? value : each(value, change, except)]),
  );
}
