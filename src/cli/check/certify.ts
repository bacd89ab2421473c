import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type Certificate,
  certificateOf,
  type Proof,
  proofOf,
  type WitnessOfIds,
} from '../../check/exact/certificate.ts';
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
  /** Of a counter among them it is known that no order explains it, which is no fault by what was required. */
  readonly isOutOfOrder: boolean;
}

/** Writes the certificate of a verdict; says on stderr why there is none, or what it does not prove. */
export async function certify(saved: Saved, result: ScenarioResult, path: string, io: CliIo): Promise<void> {
  const { certificate, unproven, undecided, isOutOfOrder } = certificateFor(saved, result);
  const codes = [...new Set(unproven)].join(', ');
  if (certificate === null) {
    const why =
      unproven.length > 0
        ? `${codes} cannot be proven by counting`
        : isOutOfOrder
          ? 'what was required is kept, and no order of the operations explains every value'
          : `what shows that all is right is not known for ${undecided === 1 ? '1 object' : `${undecided} objects`}`;
    io.stderr.write(`no certificate: ${why}\n`);
    return;
  }
  if (unproven.length > 0)
    io.stderr.write(`the certificate does not prove ${codes}: that cannot be done by counting\n`);
  await writeFile(resolve(io.cwd, path), `${JSON.stringify(certificate)}\n`).catch((error) => {
    throw unwritable(path, error);
  });
}

/**
 * The certificate of a verdict, with every proof that the verifier takes. Of a verdict that is no fail it speaks of no
 * violation: what is out of order there breaches nothing that was required, or may have another cause.
 */
export function certificateFor({ history, sha256 }: Saved, { findings, verdict, require }: ScenarioResult): Certified {
  const counters = countersOf(history).map((counter) => proofOf(history, counter) ?? proofOfAmounts(history, counter));
  const faults = findings.filter(({ code }) => CODES[code].verdict === 'fail');
  const codes = new Set<string>(faults.map(({ code }) => code));
  const known = counters.filter(
    (proof): proof is Proof => proof !== null && shows(proof, codes) && holds(history, { counter: proof }),
  );
  const proofs = faults.map((finding) => firstThatHolds(history, candidatesFor(history, finding, require)));
  const shown = new Set(known.flatMap((proof) => ('witness' in proof ? SHOWN_BY[proof.witness.form] : [])));
  const unproven = faults.filter(({ code }, i) => proofs[i] === null && !shown.has(code)).map(({ code }) => code);
  const found = proofs.filter((candidate) => candidate !== null);
  const isOther = history.operations.some(({ f }) => f === 'reserve' || f === 'release' || f === 'effect');
  const undecided = counters.length - known.length + (isOther ? 1 : 0);
  const provesFault = found.length > 0 || known.some((proof) => 'witness' in proof);
  const isWithout = !provesFault && (verdict === 'fail' || undecided > 0);
  const isOutOfOrder = counters.some(
    (proof) => proof !== null && 'witness' in proof && !known.includes(proof) && holds(history, { counter: proof }),
  );
  return { certificate: isWithout ? null : certificateOf(sha256, known, found), unproven, undecided, isOutOfOrder };
}

/** What a contradiction may be a fault of. */
const SHOWN_BY: Readonly<Record<WitnessOfIds['form'], readonly string[]>> = {
  duplicate: ['CP101', 'CP112', 'CP119'],
  inversion: ['CP101', 'CP108', 'CP109', 'CP113', 'CP118', 'CP119'],
  lost: ['CP101', 'CP108', 'CP109', 'CP113', 'CP119'],
  overflow: ['CP104'],
  impossible: ['CP102', 'CP105', 'CP114', 'CP118', 'CP119'],
  jump: ['CP102', 'CP105', 'CP114', 'CP118', 'CP119'],
  unreachable: ['CP101', 'CP114', 'CP119'],
};

/** An order, or a contradiction that is one of the faults. */
const shows = (proof: Proof, faults: ReadonlySet<string>): boolean =>
  !('witness' in proof) || SHOWN_BY[proof.witness.form].some((code) => faults.has(code));

function firstThatHolds(history: History, candidates: Iterable<Candidate>): Candidate | null {
  for (const finding of candidates) if (holds(history, { finding })) return finding;
  return null;
}
