import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProbeError } from '../../src/errors.ts';
import { createHistoryWriter, readHistory } from '../../src/history/codec.ts';
import type { HistoryEntry } from '../../src/history/history.ts';
import { openHistory } from '../../src/history/stream.ts';
import { historyOf } from '../support/history.ts';

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

/** The same value, with white space that only the long way reads. */
const spaced = (value: object): string => JSON.stringify(value).replace('{', '{ ');

const SCALARS = [
  ...[null, true, -1, 0, 1, 0.5, 2 ** 53 - 1, []],
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
  /** The short way has learned the keys by the time that the last line comes. */
  const bothWays = async (base: object, line: object): Promise<readonly [unknown, unknown]> => [
    await outcome(sealed([header, JSON.stringify(base), JSON.stringify(line)])),
    await outcome(sealed([header, spaced(base), spaced(line)])),
  ];

  it.each(BASES)(
    'reads what the long way reads, and refuses what it refuses: %s with any one key changed',
    async (_, base) => {
      for (const key of Object.keys(base)) {
        for (const value of SCALARS) {
          const line = { ...base, [key]: value };
          const [short, long] = await bothWays(base, line);
          expect(short, JSON.stringify(line)).toEqual(long);
        }
      }
    },
  );

  it('does so with several keys changed as well', async () => {
    const changes = fc.dictionary(fc.constantFrom(...Object.keys(write)), fc.constantFrom(...SCALARS), { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...BASES), changes, async ([, base], change) => {
        const [short, long] = await bothWays(base, { ...base, ...change });
        expect(short).toEqual(long);
      }),
      { numRuns: 300 },
    );
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
    const lines = `${header}\n${plain}\n${plain}\n${odd}\n`;
    const sha256 = createHash('sha256').update(lines).digest('hex');
    const found = await outcome(`${lines}${JSON.stringify({ footer: true, operations: 3, sha256 })}\n`);
    let parsed: unknown = null;
    try {
      parsed = JSON.parse(odd);
    } catch {
      expect(found).toMatch(/^4: the line is not JSON/);
      return;
    }
    expect(found).toEqual([write, write, parsed]);
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
