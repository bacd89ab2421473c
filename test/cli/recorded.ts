type Done = readonly [f: 'add' | 'read' | 'add-and-get', value: number | string | null, from: number, to: number];

/** Clients are told by their place in the list, unless they are named; times are milliseconds. */
export const edn = (calls: readonly Done[], processes: readonly number[] = calls.map((_, i) => i)): string => {
  const said = ([f, value]: Done): string =>
    f === 'read' ? `${value ?? 'nil'}` : f === 'add' ? '1' : `[1 ${value ?? 'nil'}]`;
  return calls
    .flatMap((call, i) => [
      {
        at: call[2],
        line: `:type :invoke, :process ${processes[i]}, :f :${call[0]}, :value ${call[0] === 'read' ? 'nil' : 1}`,
      },
      { at: call[3], line: `:type :ok, :process ${processes[i]}, :f :${call[0]}, :value ${said(call)}` },
    ])
    .sort((a, b) => a.at - b.at)
    .map(({ at, line }) => `{:time ${at * 1_000_000}, ${line}}\n`)
    .join('');
};

export const right = edn([
  ['add', 1, 0, 2],
  ['add', 1, 1, 3],
  ['read', 2, 4, 5],
]);
export const lost = edn([
  ['add', 1, 0, 2],
  ['add', 1, 1, 3],
  ['read', 1, 4, 5],
]);
/** Client 0 adds, and reads too little; later it reads right. */
export const ownNotSeen = edn(
  [
    ['add', 1, 0, 2],
    ['read', 0, 10, 11],
    ['read', 1, 20, 21],
  ],
  [0, 0, 0],
);
/** The same, but another client reads. */
export const stale = edn([
  ['add', 1, 0, 2],
  ['read', 0, 10, 11],
  ['read', 1, 20, 21],
]);
export const backwards = edn(
  [
    ['add', 1, 0, 20],
    ['read', 1, 2, 3],
    ['read', 0, 5, 6],
    ['read', 1, 30, 31],
  ],
  [0, 1, 1, 1],
);
