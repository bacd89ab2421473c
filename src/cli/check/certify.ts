import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Certificate, certificateOf, type Proof, proofOf } from '../../check/exact/certificate.ts';
import { candidatesFor } from '../../check/proof/candidates.ts';
import type { Candidate } from '../../check/proof/proof.ts';
import { countersOf } from '../../check/recorded/counters.ts';
import type { History } from '../../history/history.ts';
import { CODES } from '../../verdict/codes.ts';
import type { ScenarioResult } from '../../verdict/report.ts';
import { holds } from '../../verify/verify.ts';
import type { CliIo } from '../io.ts';
import { unwritable } from '../run/history-file.ts';

interface Saved {
  readonly history: History;
  readonly sha256: string;
}

/** Writes the certificate of a verdict; says on stderr what has none. */
export async function certify(saved: Saved, result: ScenarioResult, path: string, io: CliIo): Promise<void> {
  const { certificate, without } = certificateFor(saved, result);
  if (without.length > 0) io.stderr.write(`no proof of ${without.join(', ')} that can be checked by counting\n`);
  if (certificate === null) return;
  await writeFile(resolve(io.cwd, path), `${JSON.stringify(certificate)}\n`).catch((error) => {
    throw unwritable(path, error);
  });
}

/**
 * The certificate of a verdict, with every proof that the verifier takes; null where there is none. `without`: what is
 * left without a proof.
 */
export function certificateFor(
  { history, sha256 }: Saved,
  { findings, verdict, require }: ScenarioResult,
): { readonly certificate: Certificate | null; readonly without: readonly string[] } {
  const counters = countersOf(history).map((counter) => proofOf(history, counter));
  const known = counters.filter((proof): proof is Proof => proof !== null && holds(history, { counter: proof }));
  const faults = findings.filter(({ code }) => CODES[code].verdict === 'fail');
  const proven = faults.map((finding) => firstThatHolds(history, candidatesFor(history, finding, require)));
  const without = faults.filter((_, i) => proven[i] === null).map(({ code }) => code);
  const found = proven.filter((candidate) => candidate !== null);
  const provesFault = found.length > 0 || known.some((proof) => 'witness' in proof);
  if (!provesFault && verdict === 'fail') return { certificate: null, without };
  if (!provesFault && known.length < counters.length) {
    return {
      certificate: null,
      without: [...without, `${counters.length - known.length} of ${counters.length} counters`],
    };
  }
  return { certificate: certificateOf(sha256, known, found), without: provesFault ? [] : without };
}

function firstThatHolds(history: History, candidates: Iterable<Candidate>): Candidate | null {
  for (const finding of candidates) if (holds(history, { finding })) return finding;
  return null;
}
