import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Certificate, certificateOf, type Proof, proofOf } from '../../check/exact/certificate.ts';
import { proofOfAmounts } from '../../check/proof/amounts.ts';
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

/** A certificate, and what is left without a proof. */
export interface Certified {
  /** null where nothing proves the verdict. */
  readonly certificate: Certificate | null;
  /** Codes of faults that no proof is found for. */
  readonly unproven: readonly string[];
  /** Counters, and other objects, of which nothing is shown. */
  readonly undecided: number;
}

/** Writes the certificate of a verdict; says on stderr why there is none. */
export async function certify(saved: Saved, result: ScenarioResult, path: string, io: CliIo): Promise<void> {
  const { certificate, unproven, undecided } = certificateFor(saved, result);
  if (certificate === null) {
    const why =
      unproven.length > 0
        ? `${unproven.join(', ')} cannot be proven by counting`
        : `what shows that all is right is not known for ${undecided === 1 ? '1 object' : `${undecided} objects`}`;
    io.stderr.write(`no certificate: ${why}\n`);
    return;
  }
  await writeFile(resolve(io.cwd, path), `${JSON.stringify(certificate)}\n`).catch((error) => {
    throw unwritable(path, error);
  });
}

/** The certificate of a verdict, with every proof that the verifier takes. */
export function certificateFor({ history, sha256 }: Saved, { findings, verdict, require }: ScenarioResult): Certified {
  const counters = countersOf(history).map((counter) => proofOf(history, counter) ?? proofOfAmounts(history, counter));
  const known = counters.filter((proof): proof is Proof => proof !== null && holds(history, { counter: proof }));
  const faults = findings.filter(({ code }) => CODES[code].verdict === 'fail');
  const proofs = faults.map((finding) => firstThatHolds(history, candidatesFor(history, finding, require)));
  const unproven = faults.filter((_, i) => proofs[i] === null).map(({ code }) => code);
  const found = proofs.filter((candidate) => candidate !== null);
  const isOther = history.operations.some(({ f }) => f === 'reserve' || f === 'release' || f === 'effect');
  const undecided = counters.length - known.length + (isOther ? 1 : 0);
  const provesFault = found.length > 0 || known.some((proof) => 'witness' in proof);
  const isWithout = !provesFault && (verdict === 'fail' || undecided > 0);
  return { certificate: isWithout ? null : certificateOf(sha256, known, found), unproven, undecided };
}

function firstThatHolds(history: History, candidates: Iterable<Candidate>): Candidate | null {
  for (const finding of candidates) if (holds(history, { finding })) return finding;
  return null;
}
