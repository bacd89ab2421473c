import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProbeError, type ProbeError } from '../../src/errors.ts';
import { createHistoryWriter, readHistory } from '../../src/history/codec.ts';
import type { History, HistoryEntry } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { headerOf, historyOf } from '../support/history.ts';

function written(history: History): string {
  let text = '';
  const writer = createHistoryWriter((part) => {
    text += part;
  }, history.header);
  const entries: readonly HistoryEntry[] = [...history.operations, ...history.marks];
  for (const entry of entries) writer.entry(entry);
  writer.end();
  return text;
}

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (let i = 0; from < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? bytes.length;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

const read = (text: string | Uint8Array): Promise<History> =>
  readHistory(inPieces(Buffer.from(text), [1_000]), 'saved.ndjson');

async function refusal(text: string | Uint8Array): Promise<ProbeError> {
  try {
    await read(text);
  } catch (error) {
    if (isProbeError(error)) return error;
    throw error;
  }
  throw new Error('the history was not refused');
}

/** Lines with a footer that fits them. */
function sealed(lines: readonly object[]): string {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const operations = lines.filter((line) => 'f' in line).length;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text}${JSON.stringify({ footer: true, operations, sha256 })}\n`;
}

const sample = historyOf([
  { before: ['0', '0'], phases: [{ acknowledged: 3, rejected: 1, unknown: 1, notSent: 1, after: ['2', '3'] }] },
  { setupFailed: 'the setup was answered 500' },
  { before: [null], stop: { why: 'unreadable', message: 'nothing to read' } },
]);
const [operation] = sample.operations as readonly [Operation];

describe('two operations with one id', () => {
  const of = (id: number) => ({ ...operation, id });

  it.each([0, 31, 2 ** 20, 2 ** 27, Number.MAX_SAFE_INTEGER])(
    'are refused, by the line of the second (%i)',
    async (id) => {
      const { message, place } = await refusal(sealed([sample.header, of(id), of(id === 0 ? 1 : 0), of(id)]));
      expect(message).toContain(`two operations have the id ${id}`);
      expect(place).toMatchObject({ line: 4 });
    },
  );

  it('are no two whose ids are far apart, in no order', async () => {
    const ids = [2 ** 27 + 1, 5, 2 ** 26, 32, 0, 1, 2 ** 30, 31, 64];
    const { operations } = await read(sealed([sample.header, ...ids.map(of)]));
    expect(operations.map(({ id }) => id)).toEqual(ids);
  });
});

describe('a saved history', () => {
  it('reads back as it was', async () => {
    expect(await read(written(sample))).toEqual(sample);
  });

  it('reads back as it was, whatever text is in it and however it is cut into pieces', async () => {
    const text = fc.string({ unit: 'binary' });
    const any = fc.record({
      value: fc.option(fc.bigInt().map(String), { nil: null }),
      reason: fc.option(text, { nil: null }),
      key: text,
      returned: fc.option(text, { nil: null }),
      invoke: fc.maxSafeNat(),
      status: fc.option(fc.nat(999), { nil: null }),
    });
    const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 });
    const write = sample.operations.find((op) => op.counts === 'acknowledged');
    if (!write) throw new Error('no write');
    await fc.assert(
      fc.asyncProperty(fc.array(any), text, sizes, async (changes, scenario, cuts) => {
        const operations = changes.map(
          (change, id): Operation => ({ ...write, ...change, id, complete: change.invoke }),
        );
        const history = { header: headerOf({ scenario }), operations, marks: sample.marks };
        const chunks = inPieces(Buffer.from(written(history)), cuts);
        expect(await readHistory(chunks, 'saved.ndjson')).toEqual(history);
      }),
    );
  });

  it('streams: each line is written when it happens', () => {
    const parts: string[] = [];
    const writer = createHistoryWriter((part) => parts.push(part), sample.header);
    expect(parts).toHaveLength(1);
    writer.entry(operation);
    expect(parts).toHaveLength(2);
    writer.end();
    expect(JSON.parse(parts[2] ?? '')).toMatchObject({ footer: true, operations: 1 });
  });

  it('may hold keys that nobody knows', async () => {
    const lines = [
      { ...sample.header, extra: 1 },
      { ...operation, colour: 'red' },
    ];
    const history = await read(sealed(lines));
    expect(history).toEqual({ header: sample.header, operations: [operation], marks: [] });
  });

  it('is refused when it is cut off, wherever that is', async () => {
    const whole = written(sample);
    const length = fc.integer({ min: 0, max: Buffer.byteLength(whole) - 2 });
    await fc.assert(
      fc.asyncProperty(length, async (bytes) => {
        const error = await refusal(Buffer.from(whole).subarray(0, bytes));
        expect(error.code).toBe('history');
        expect(error.message).toMatch(/cut off|empty/);
      }),
    );
  });

  it('is refused when one of its bytes was changed', async () => {
    const whole = Buffer.from(written(sample));
    const at = fc.integer({ min: 0, max: whole.length - 2 });
    await fc.assert(
      fc.asyncProperty(at, fc.integer({ min: 1, max: 255 }), async (index, difference) => {
        const altered = Buffer.from(whole);
        altered[index] = (altered[index] ?? 0) ^ difference;
        // The footer's own text may be changed into other text that says the same (an unknown key, white space).
        fc.pre(index < whole.lastIndexOf('\n', whole.length - 2));
        expect((await refusal(altered)).code).toBe('history');
      }),
    );
  });

  it('is refused when a line was taken out, and says where that shows', async () => {
    const lines = written(sample).split('\n');
    const error = await refusal([...lines.slice(0, 3), ...lines.slice(4)].join('\n'));
    expect(error.message).toMatch(/promises \d+ operations and there are \d+/);
    expect(error.place).toMatchObject({ file: 'saved.ndjson', line: lines.length - 2 });
    expect(error.mend).not.toBeNull();
  });

  it('is refused when lines follow the footer', async () => {
    expect((await refusal(`${written(sample)}{}\n`)).message).toMatch(/after the footer/);
  });

  it.each([
    ['nothing at all', '', /empty/],
    ['something that is not JSON', 'hello\n', /not JSON/],
    ['another format', sealed([{ format: 'other' }]), /not a history/],
    ['a later version', sealed([{ ...sample.header, version: 2 }]), /version 2 .* not known/],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d, 0x0a]), /not JSON/],
    ['a list for a line', sealed([sample.header, []]), /not a JSON object/],
  ])('is refused when it holds %s', async (_, text, message) => {
    const error = await refusal(text);
    expect(error.message).toMatch(message);
    expect(error.place?.line).toBeGreaterThan(0);
  });

  const write = sample.operations.find((op) => op.counts === 'acknowledged') as Operation;
  it.each([
    ['a number for a value', { ...operation, value: 1 }, /^value: /],
    ['text for a number that was read', { ...operation, value: 'ten' }, /^value: .*decimal/],
    ['a half nanosecond', { ...operation, invoke: 0.5 }, /^invoke: /],
    ['an end before its beginning', { ...operation, invoke: 9e9 }, /^complete: .*before/],
    ['an end of an unknown outcome', { ...write, outcome: 'info', counts: 'unknown' }, /^complete: .*null/],
    ['no end of a known outcome', { ...write, complete: null }, /^complete: .*null/],
    ['a refusal that was acknowledged', { ...write, outcome: 'fail' }, /^counts: /],
    ['a read without its reading', { ...operation, reading: null }, /^reading: /],
    ['a phase that is not in the header', { ...write, phaseIndex: 7 }, /phaseIndex 7 is none of/],
    ['a line of no kind', { hello: true }, /^id: /],
    ['a mark without its round', { settled: true }, /^round: /],
  ])('is refused when it holds %s', async (_, line, message) => {
    const error = await refusal(sealed([sample.header, line]));
    expect(error.message).toMatch(message);
    expect(error.place?.line).toBe(2);
  });

  it.each([
    ['a step of nothing', { step: '0' }, /^step: /],
    ['phases out of order', { phases: [...sample.header.phases].reverse() }, /^phases: /],
    [
      'a count of words',
      { expect: { readings: [{ reading: 'v', risesBy: 'many', perPhase: true }], unique: false } },
      /^expect/,
    ],
  ])('is refused when its header has %s', async (_, change, message) => {
    const error = await refusal(sealed([{ ...sample.header, ...change }]));
    expect(error.message).toMatch(message);
    expect(error.place?.line).toBe(1);
  });
});
