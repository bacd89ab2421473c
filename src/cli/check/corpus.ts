import { parse } from 'lossless-json';
import { type CorpusVerdict, judgeCorpusHistory, parseCorpusHistory } from '../../check/exact/corpus.ts';
import { ProbeError } from '../../errors.ts';
import { parseDecimal } from '../../history/decimal.ts';
import { printable } from '../../history/printable.ts';
import { blocksOf } from '../../history/reader/lines.ts';
import { aligned } from '../../report/layout.ts';
import type { CliIo } from '../io.ts';
import { contradictions } from './labels.ts';
import { bytesOf, nameOf } from './source.ts';

interface Judged {
  readonly found: CorpusVerdict;
  /** What the line says otherwise, in words; none where it has no labels. */
  readonly contradicted: readonly string[];
}

/**
 * Judges a file with one history a line and compares with the labels there are. Returns the exit code: 1 when a label is
 * contradicted. Nothing is on stdout when it rejects.
 */
export async function checkCorpus(path: string, json: boolean, io: CliIo): Promise<number> {
  const judged: Judged[] = [];
  for await (const [value, line] of jsonLines(await bytesOf(path, io), nameOf(path))) {
    const found = judgeCorpusHistory(parseCorpusHistory(value, { file: nameOf(path), line }));
    judged.push({ found, contradicted: contradictions(found, value as object) });
  }
  if (judged.length === 0)
    throw new ProbeError('history', 'there is no history in it', {
      place: { file: nameOf(path), line: 1, column: 1 },
      mend: 'write one history a line; see docs/corpus.md',
    });
  const wrong = judged.filter(({ contradicted }) => contradicted.length > 0);
  io.stdout.write(json ? judged.map(({ found }) => `${JSON.stringify(found)}\n`).join('') : told(judged));
  for (const { found, contradicted } of json ? wrong : [])
    io.stderr.write(`${printable(`${found.id}: ${contradicted.join(', ')}`, 400)}\n`);
  return wrong.length === 0 ? 0 : 1;
}

function told(judged: readonly Judged[]): string {
  const having = (verdict: CorpusVerdict['verdict']): number =>
    judged.filter(({ found }) => found.verdict === verdict).length;
  const wrong = judged.filter(({ contradicted }) => contradicted.length > 0).length;
  const rows = judged.map(({ found: { id, verdict, anomaly }, contradicted }) => [
    printable(id, 80),
    verdict,
    anomaly ?? '',
    contradicted.length === 0 ? '' : `contradicted: ${printable(contradicted.join(', '), 300)}`,
  ]);
  const counts = `${having('linearizable')} linearizable, ${having('violation')} not, ${having('unknown')} unknown`;
  return `${[...aligned(rows), `${judged.length} histories: ${counts}; ${wrong} contradicted`].join('\n')}\n`;
}

async function* jsonLines(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<readonly [value: unknown, line: number]> {
  const decoder = new TextDecoder();
  let line = 0;
  const tooLong = (): ProbeError => broken('the line is longer than a history may be', file, line + 1);
  for await (const block of blocksOf(chunks, tooLong)) {
    const lines = decoder.decode(block, { stream: true }).split('\n');
    // A block ends with a line feed, but for the last.
    if (lines.at(-1) === '') lines.pop();
    for (const text of lines) {
      line += 1;
      if (text.trim() !== '') yield [parsed(text, file, line), line];
    }
  }
  if (decoder.decode() !== '') throw broken('the line ends within a character', file, line);
}

function parsed(text: string, file: string, line: number): unknown {
  try {
    return isDelicate(text) ? parse(text, null, exactNumber) : JSON.parse(text);
  } catch {
    throw broken('the line is not JSON', file, line);
  }
}

const broken = (what: string, file: string, line: number): ProbeError =>
  new ProbeError('history', what, { place: { file, line, column: 1 }, mend: 'write one history a line' });

/** Has a number that a double may not hold. */
const isDelicate = (text: string): boolean => /\d{16}|\d[eE]/.test(text);

/** A double where it is the number that stands there, or nearly for a fraction; else an integer with all its digits. */
function exactNumber(text: string): number | bigint {
  const [decimal, double] = [parseDecimal(text), Number(text)];
  if (decimal === null) throw new Error('too large or too small');
  if (decimal.scale === 0) return Number.isSafeInteger(double) ? double : decimal.unscaled;
  if (Number.isInteger(double)) throw new Error('a fraction with too many digits');
  return double;
}
