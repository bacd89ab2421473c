import { ProbeError } from '../../errors.ts';
import { readAny } from '../../history/formats/formats.ts';
import { printable } from '../../history/printable.ts';
import { type Verified, verify } from '../../verify/verify.ts';
import type { CliIo } from '../io.ts';
import { openOptionsOf, type ReadFlags } from './flags.ts';
import { bytesOf, closed, nameOf } from './source.ts';

export interface VerifyRequest {
  readonly history: string;
  readonly certificate: string;
  readonly flags: ReadFlags & { readonly json?: boolean };
  readonly io: CliIo;
}

/** Checks a certificate against its history and says what came of it; returns the exit code. */
export async function verifyFiles({ history, certificate, flags, io }: VerifyRequest): Promise<number> {
  const options = openOptionsOf(flags);
  const claim = await jsonOf(certificate, io);
  const bytes = await bytesOf(history, io);
  const answer = await verify(bytes, claim, (chunks) => readAny(chunks, nameOf(history), options)).finally(() =>
    closed([bytes]),
  );
  const told = answer.accepted ? answer : { accepted: false, why: printable(answer.why, 1_000) };
  io.stdout.write(flags.json ? `${JSON.stringify(told)}\n` : `${wordsOf(answer).join('\n')}\n`);
  return answer.accepted ? 0 : 1;
}

/** What was proven, and what it rests on. */
function wordsOf(answer: Verified): readonly string[] {
  if (!answer.accepted) return [`refused: ${printable(answer.why, 1_000)}`];
  const { verdict, counters, findings, assumptions } = answer;
  const shown = counters.slice(0, MOST_SHOWN).map(({ key, reading, round, verdict: of, form }) => {
    const where = [
      key === '' ? 'the counter' : `counter ${printable(key, 80)}`,
      ...(reading === null ? [] : [printable(reading, 80)]),
      ...(round === null ? [] : [`round ${round}`]),
    ].join(', ');
    return `  ${where}: ${of}${form === null ? ', by an order of its operations' : ` (${form})`}`;
  });
  const more = counters.length - shown.length;
  return [
    `accepted: ${verdict}; what the certificate says of this history is proven`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more counters`] : []),
    ...findings.map(({ code, form, require: level }) => {
      const under = level === null ? '' : `, for ${printable(level, 40)}`;
      return `  ${code} (${form}${under})`;
    }),
    `given that ${assumptions.map((one) => printable(one, 200)).join('; ')}`,
  ];
}

const MOST_SHOWN = 20;

/** As long as a text can be here. */
const MOST_BYTES = 500_000_000;

const tooLong = (path: string): ProbeError =>
  new ProbeError('file', `${printable(path, 300)} is longer than ${MOST_BYTES} bytes`, {
    mend: 'give what check --certificate wrote',
  });

async function jsonOf(path: string, io: CliIo): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of await bytesOf(path, io)) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw tooLong(path);
    // A copy: what is given holds until the next is asked for.
    chunks.push(Buffer.from(chunk));
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    const place = { file: nameOf(path), line: 1, column: 1 };
    throw new ProbeError('file', 'this is not JSON', { place, mend: 'give what check --certificate wrote' });
  }
}
