import { resolve } from 'node:path';
import type { Counter } from '../../check/exact/operations.ts';
import { proofOfAmounts, proofsOfAmounts } from '../../check/proof/amounts.ts';
import { candidatesFor } from '../../check/proof/candidates.ts';
import {
  type Certificate,
  certificateOf,
  otherProofsOf,
  type Proof,
  proofOf,
  type WitnessOfIds,
} from '../../check/proof/certificate.ts';
import type { Candidate } from '../../check/proof/proof.ts';
import { partsOf } from '../../check/recorded/counters.ts';
import type { History } from '../../history/history.ts';
import { CODES } from '../../verdict/codes.ts';
import type { ScenarioResult } from '../../verdict/report.ts';
import { holds, mostFindings } from '../../verify/verify.ts';
import type { CliIo } from '../io.ts';
import { writeWhole } from '../run/whole-file.ts';
import { unwritable } from '../run/writable.ts';

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
  await writeWhole(resolve(io.cwd, path), `${JSON.stringify(certificate)}\n`).catch((error) => {
    throw unwritable(path, error);
  });
}

/**
 * The certificate of a verdict, with every proof that the verifier takes. Of a verdict that is no fail it speaks of no
 * violation: what is out of order there breaches nothing that was required, or may have another cause.
 */
export function certificateFor({ history, sha256 }: Saved, { findings, verdict, require }: ScenarioResult): Certified {
  const faults = findings.filter(({ code }) => CODES[code].verdict === 'fail');
  const codes = new Set<string>(faults.map(({ code }) => code));
  const places = partsOf(history).map(({ counter, operations }) => ({ counter, own: { ...history, operations } }));
  const counters = places.map(({ counter, own }) => proofOf(own, counter) ?? proofOfAmounts(own, counter));
  const smallest = counters.filter(
    (proof): proof is Proof => proof !== null && shows(proof, codes) && holds(history, { counter: proof }),
  );
  const proofs = faults.map((finding) => firstThatHolds(history, candidatesFor(history, finding, require)));
  const left = new Set(faults.filter((_, i) => proofs[i] === null).map(({ code }) => code as string));
  for (const code of smallest.flatMap(shownBy)) left.delete(code);
  const wrong = places.filter((_, i) => isContradicted(counters[i]));
  const known = [...smallest, ...wrong.flatMap(({ counter, own }) => [...othersThatShow(history, own, counter, left)])];
  const unproven = faults.filter(({ code }) => left.has(code)).map(({ code }) => code);
  const found = fewOf(proofs, mostFindings(history));
  const isOther = history.operations.some(({ f }) => f === 'reserve' || f === 'release' || f === 'effect');
  const undecided = counters.length - smallest.length + (isOther ? 1 : 0);
  const provesFault = found.length > 0 || known.some((proof) => 'witness' in proof);
  const isWithout = !provesFault && (verdict === 'fail' || undecided > 0);
  const isKnown = new Set(known);
  const isOutOfOrder = counters.some(
    (proof) => proof !== null && 'witness' in proof && !isKnown.has(proof) && holds(history, { counter: proof }),
  );
  return { certificate: isWithout ? null : certificateOf(sha256, known, found), unproven, undecided, isOutOfOrder };
}

/** What a contradiction may be a fault of. */
export const SHOWN_BY: Readonly<Record<WitnessOfIds['form'], readonly string[]>> = {
  duplicate: ['CP101', 'CP112', 'CP119'],
  inversion: ['CP101', 'CP108', 'CP109', 'CP113', 'CP118', 'CP119'],
  lost: ['CP101', 'CP108', 'CP109', 'CP113', 'CP119'],
  behind: ['CP108', 'CP109', 'CP113', 'CP119'],
  overflow: ['CP104'],
  impossible: ['CP102', 'CP105', 'CP114', 'CP118', 'CP119'],
  jump: ['CP102', 'CP105', 'CP108', 'CP109', 'CP113', 'CP114', 'CP118', 'CP119'],
  unreachable: ['CP101', 'CP114', 'CP119'],
  unordered: ['CP101', 'CP114', 'CP119'],
};

const isContradicted = (proof: Proof | null | undefined): boolean => proof != null && 'witness' in proof;

const shownBy = (proof: Proof): readonly string[] => ('witness' in proof ? SHOWN_BY[proof.witness.form] : []);

/** Contradictions beside the smallest, each of which shows a fault that is `left` without a proof; and takes it out. */
function* othersThatShow(history: History, own: History, counter: Counter, left: Set<string>): Generator<Proof> {
  if (left.size === 0) return;
  for (const proof of contradictionsOn(own, counter)) {
    const shown = shownBy(proof).filter((code) => left.has(code));
    if (shown.length === 0 || !holds(history, { counter: proof })) continue;
    for (const code of shown) left.delete(code);
    yield proof;
    if (left.size === 0) return;
  }
}

function* contradictionsOn(history: History, counter: Counter): Generator<Proof> {
  yield* otherProofsOf(history, counter);
  yield* proofsOfAmounts(history, counter);
}

/** An order, or a contradiction that is one of the faults. */
const shows = (proof: Proof, faults: ReadonlySet<string>): boolean =>
  !('witness' in proof) || SHOWN_BY[proof.witness.form].some((code) => faults.has(code));

function firstThatHolds(history: History, candidates: Iterable<Candidate>): Candidate | null {
  let left = mostTries(history);
  for (const finding of candidates) {
    if (holds(history, { finding })) return finding;
    left -= 1;
    if (left === 0) return null;
  }
  return null;
}

/** Each may take a look at every operation. */
const mostTries = ({ operations }: History): number => Math.max(100, Math.floor(10_000_000 / operations.length));

/** The same proof once; and of more than can be looked into the first of each code. */
function fewOf(proofs: readonly (Candidate | null)[], most: number): readonly Candidate[] {
  const all = [...new Map(proofs.filter((one) => one !== null).map((one) => [JSON.stringify(one), one])).values()];
  return all.length <= most ? all : all.filter(({ code }, i) => all.findIndex((one) => one.code === code) === i);
}
