import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../../src/history/formats/format.ts';
import { readAny } from '../../../src/history/formats/formats.ts';
import { formsOf, type Syntax } from '../../../src/history/formats/forms.ts';
import { jsonSyntax } from '../../../src/history/formats/json.ts';
import { inPieces } from './arbitrary.ts';

it('A long form is read in a time that grows with it, however small the pieces', async () => {
  const text = `[{"a":"${'x'.repeat(1_000_000)}"},{"b":1}]`;
  let looked = 0;
  const counting: Syntax = {
    ...jsonSyntax,
    form(all, from) {
      looked += all.length - from;
      return jsonSyntax.form(all, from);
    },
  };
  const found = [];
  for await (const forms of formsOf(inPieces(text, 1_000), 'it', counting)) found.push(...forms);
  expect(found.map(({ line, column }) => [line, column])).toEqual([
    [1, 2],
    [1, text.indexOf('{"b"') + 1],
  ]);
  expect(looked).toBeLessThan(4 * text.length);
});

/** Without an end. */
async function* endless(begin: string, piece: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(begin);
  for (const bytes = Buffer.from(piece.repeat(500_000)); ; ) yield bytes;
}

describe('What has no end is refused', () => {
  it.each<[FormatName, string, string, RegExp]>([
    ['edn', '\n{:a "', 'x', /what begins here is longer than 64 MB/],
    ['elle-json', '\n[{"a":"', 'x', /longer than 64 MB/],
    ['porcupine', '{"a":', '[', /longer than 64 MB/],
    ['corpus', '{"a":"', 'x', /longer than 64 MB/],
    ['ndjson', '{"a":"', 'x', /longer than 64 MB/],
    ['edn', '', '\0', /not EDN: .* cannot stand here/],
    ['porcupine', '', '\0', /not JSON: an object must begin here/],
    ['ndjson', '', '\0', /longer than 64 MB/],
  ])('as %s, from %j on', async (from, begin, piece, message) => {
    await expect(readAny(endless(begin, piece), 'it', { from })).rejects.toThrow(message);
  });
});
