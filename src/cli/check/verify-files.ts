import { ProbeError } from '../../errors.ts';
import { readAny } from '../../history/formats/formats.ts';
import { printable } from '../../history/printable.ts';
import { verify } from '../../verify/verify.ts';
import type { CliIo } from '../io.ts';
import { openOptionsOf, type ReadFlags } from './flags.ts';
import { bytesOf, nameOf } from './source.ts';

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
  const answer = await verify(bytes, claim, (chunks) => readAny(chunks, nameOf(history), options));
  const why = answer.accepted ? '' : printable(answer.why, 1_000);
  const told = answer.accepted ? { accepted: true } : { accepted: false, why };
  const text = answer.accepted ? 'accepted: the certificate proves what it says of this history' : `refused: ${why}`;
  io.stdout.write(flags.json ? `${JSON.stringify(told)}\n` : `${text}\n`);
  return answer.accepted ? 0 : 1;
}

async function jsonOf(path: string, io: CliIo): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await bytesOf(path, io)) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    const place = { file: nameOf(path), line: 1, column: 1 };
    throw new ProbeError('file', 'this is not JSON', { place, mend: 'give what check --certificate wrote' });
  }
}
