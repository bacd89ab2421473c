import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProbeError } from '../../../src/errors.ts';
import { createHistoryWriter, readHistory } from '../../../src/history/codec.ts';
import { type HistoryEntry, isOperation } from '../../../src/history/history.ts';
import { openHistory } from '../../../src/history/reader/stream.ts';
import { copyOf, OperationTable } from '../../../src/history/reader/table.ts';
import { historyOf } from '../../support/history.ts';

const sample = historyOf([
  { before: ['0', '0'], phases: [{ acknowledged: 3, rejected: 1, unknown: 1, notSent: 1, after: ['2', '3'] }] },
]);
const read = sample.operations[0] as object;
const write = sample.operations.find((op) => op.counts === 'acknowledged') as object;

async function* inChunks(text: string, size = 64): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size);
}

function sealed(lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  const operations = lines.filter((line) => 'f' in JSON.parse(line)).length;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text}${JSON.stringify({ footer: true, operations, sha256 })}\n`;
}

/** What reading comes to: the entries, or the message. */
async function outcome(text: string): Promise<unknown> {
  try {
    const { operations, marks } = await readHistory(inChunks(text, 10_000), 'saved.ndjson');
    return [...operations, ...marks];
  } catch (error) {
    if (isProbeError(error)) return `${error.place?.line}: ${error.message}`;
    throw error;
  }
}

/** The same where operations are made as those of a table. */
async function outcomeInTable(text: string): Promise<unknown> {
  try {
    const { batches, keepIn } = await openHistory(inChunks(text, 90), 'saved.ndjson');
    keepIn?.(new OperationTable());
    const entries: HistoryEntry[] = [];
    for await (const batch of batches) entries.push(...batch);
    return [...entries.filter(isOperation).map(copyOf), ...entries.filter((entry) => !isOperation(entry))];
  } catch (error) {
    if (isProbeError(error)) return `${error.place?.line}: ${error.message}`;
    throw error;
  }
}

/** The same value, with white space that only the long way reads. */
const spaced = (value: object): string => JSON.stringify(value).replace('{', '{ ');

const SCALARS = [
  ...[null, true, -1, 0, 1, 0.5, 2 ** 32 + 1, 2 ** 53 - 1, []],
  ...['', '1e3', 'x', 'a long text that is shared', 'é', '"', '\\', '\u007f'],
  ...['ok', 'fail', 'info', 'read', 'increment', 'acknowledged', 'notSent', 'during'],
];

/** What the contract of the format asks for, and no more. */
function sparse(line: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const own = ['phaseIndex', 'excerpt', 'sent', 'firstByte', 'ended', 'reading', 'role', 'returned'];
  return Object.fromEntries(Object.entries(line).filter(([key]) => !own.includes(key)));
}

const BASES: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['a read', { ...read }],
  ['a write', { ...write }],
  ['an unknown write', { ...write, outcome: 'info', counts: 'unknown', complete: null }],
  ['a refusal', { ...write, outcome: 'fail', counts: 'rejected' }],
  ['a read of a range', { ...read, value: '1', upTo: '3' }],
  ['a write of an amount', { ...write, amount: '2' }],
  ['a write of a machine', { ...write, machine: 'm' }],
  ['a line with more', { ...write, colour: 'red' }],
  ['a read of another tool', sparse({ ...read })],
  ['a write of another tool', sparse({ ...write })],
];

describe('The short way of reading a line', () => {
  const header = JSON.stringify({ ...sample.header, expect: { ...sample.header.expect, unique: true } });
  /** The short way, into objects and into a table, has learned the keys by the time that the last line comes. */
  const everyWay = async (base: object, line: object): Promise<readonly [unknown, unknown, unknown]> => {
    const first = { ...base, id: 1_000 };
    return [
      await outcome(sealed([header, JSON.stringify(first), JSON.stringify(line)])),
      await outcomeInTable(sealed([header, JSON.stringify(first), JSON.stringify(line)])),
      await outcome(sealed([header, spaced(first), spaced(line)])),
    ];
  };

  it.each(BASES)(
    'reads what the long way reads, and refuses what it refuses: %s with any one key changed',
    async (name, base) => {
      const turn = BASES.findIndex(([other]) => other === name);
      // Each value comes to each key of some of these lines, and to the keys of each line in turn.
      for (const [at, key] of Object.keys(base).entries()) {
        for (const value of SCALARS.filter((_, i) => (i + at + turn) % 3 === 0)) {
          const line = { ...base, [key]: value };
          const [short, tabled, long] = await everyWay(base, line);
          expect(short, JSON.stringify(line)).toEqual(long);
          expect(tabled, JSON.stringify(line)).toEqual(long);
        }
      }
    },
  );

  it('does so with several keys changed as well', async () => {
    const changes = fc.dictionary(fc.constantFrom(...Object.keys(write)), fc.constantFrom(...SCALARS), { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...BASES), changes, async ([, base], change) => {
        const [short, tabled, long] = await everyWay(base, { ...base, ...change });
        expect(short).toEqual(long);
        expect(tabled).toEqual(long);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['a"b', 'é'])('takes %s, which the header named for a line before, for no text of the file', async (name) => {
    const header = JSON.stringify({ ...sample.header, readings: [name] });
    const reads = [read, read, sparse({ ...read }), sparse({ ...read })];
    const lines = [header, ...reads.map((one, i) => JSON.stringify({ ...one, id: 1_000 + i }))];
    const odd = JSON.stringify(read).replace('"reading":"value"', `"reading":"${name}"`);
    async function* inLatin1(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${lines.join('\n')}\n`);
      yield Buffer.from(`${odd}\n`, 'latin1');
    }
    await expect(readHistory(inLatin1(), 'saved.ndjson')).rejects.toThrow(/the line is not JSON/);
  });

  it.each([
    ['a number with a leading zero', '"round":1', '"round":01'],
    ['a negative zero', '"phaseIndex":0', '"phaseIndex":-0'],
    ['a fraction', '"status":200', '"status":200.5'],
    ['a number of many digits', '"status":200', '"status":4522365385010730902'],
    ['an escape', '"process":"p', '"process":"\\u0070'],
    ['a key twice', '"round":1', '"round":7,"round":1'],
    ['a comma too many', '"round":1', '"round":1,'],
    ['a carriage return at its end', /\}$/, '}\r'],
    ['a space at its end', /\}$/, '} '],
    ['no end', /\}$/, ''],
  ])('leaves a line with %s to the long way', async (_, from, to) => {
    const header = JSON.stringify(sample.header);
    const plain = JSON.stringify(write);
    const odd = plain.replace(from, to);
    expect(odd).not.toBe(plain);
    const [first, second] = [1_000, 1_001].map((id) => ({ ...write, id }));
    const lines = `${header}\n${JSON.stringify(first)}\n${JSON.stringify(second)}\n${odd}\n`;
    const sha256 = createHash('sha256').update(lines).digest('hex');
    const found = await outcome(`${lines}${JSON.stringify({ footer: true, operations: 3, sha256 })}\n`);
    let parsed: unknown = null;
    try {
      parsed = JSON.parse(odd);
    } catch {
      expect(found).toMatch(/^4: the line is not JSON/);
      return;
    }
    expect(found).toEqual([first, second, parsed]);
  });
});

describe('A history that is read bit by bit', () => {
  let text = '';
  const writer = createHistoryWriter((part) => {
    text += part;
  }, sample.header);
  for (const entry of [...sample.operations, ...sample.marks]) writer.entry(entry);
  writer.end();

  it('tells its header first, and then its operations and marks in the order of the file', async () => {
    const { header, batches } = await openHistory(inChunks(text), 'saved.ndjson');
    expect(header).toEqual(sample.header);
    const entries: HistoryEntry[] = [];
    for await (const batch of batches) entries.push(...batch);
    expect(entries).toEqual([...sample.operations, ...sample.marks]);
  });

  it('needs no piece of the file any more when it asks for the next', async () => {
    async function* sameBuffer(size: number): AsyncGenerator<Uint8Array> {
      const bytes = Buffer.from(text);
      const piece = Buffer.alloc(size);
      for (let from = 0; from < bytes.length; from += size) {
        yield piece.subarray(0, bytes.copy(piece, 0, from));
        piece.fill('#');
      }
    }
    for (const size of [1, 7, 400, 1_000, 10_000]) {
      const { operations, marks } = await readHistory(sameBuffer(size), 'saved.ndjson');
      expect([...operations, ...marks]).toEqual([...sample.operations, ...sample.marks]);
    }
  });

  it('lets go of the file when nobody wants more', async () => {
    let closed = false;
    async function* chunks(): AsyncGenerator<string> {
      try {
        yield* inChunks(text);
      } finally {
        closed = true;
      }
    }
    const { batches } = await openHistory(chunks(), 'saved.ndjson');
    for await (const batch of batches) if (batch.length > 0) break;
    expect(closed).toBe(true);
  });

  it('rejects at its end when it was cut off', async () => {
    const { batches } = await openHistory(inChunks(text.slice(0, text.lastIndexOf('{"footer"'))), 'saved.ndjson');
    let seen = 0;
    const all = async (): Promise<void> => {
      for await (const batch of batches) seen += batch.length;
    };
    await expect(all()).rejects.toThrow(/cut off/);
    expect(seen).toBe(sample.operations.length + sample.marks.length);
  });
});

describe('what is odd about a file is named', () => {
  const header = JSON.stringify(sample.header);

  it('a second header, next to the first and further down', async () => {
    for (const lines of [
      [header, header, JSON.stringify(read)],
      [header, JSON.stringify(read), header],
    ])
      expect(await outcome(sealed(lines))).toBe(`${lines.lastIndexOf(header) + 1}: a second header stands here`);
  });

  it('a byte order mark', async () => {
    const text = sealed([header, JSON.stringify(read)]);
    expect(await outcome(`\ufeff${text}`)).toBe('1: a byte order mark stands ahead of the header');
  });

  it('a decimal number that is beyond what is read', async () => {
    for (const value of ['9'.repeat(1_001), `0.${'0'.repeat(1_000)}1`, '1e401', '1e-9999999'])
      expect(await outcome(sealed([header, JSON.stringify({ ...read, value })]))).toContain(
        '2: value: is beyond what is read: at most 1000 characters, and exponents from -400 to 400',
      );
    expect(await outcome(sealed([header, JSON.stringify({ ...read, value: 'x' })]))).toContain(
      'must be a decimal number in quotes for a read that was ok',
    );
    expect(await outcome(sealed([header, JSON.stringify({ ...write, amount: '1e401' })]))).toContain(
      '2: amount: is beyond what is read',
    );
  });
});
