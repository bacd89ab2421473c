import { createHash } from 'node:crypto';
import { isProbeError } from '../errors.ts';
import { readHistory } from '../history/codec.ts';
import type { History } from '../history/history.ts';
import { type Certificate, type Proof, parseCertificate } from './certificate.ts';
import { contradict } from './contradiction.ts';
import { belongs, viewOf } from './counter.ts';
import { verifyFinding } from './finding/finding.ts';
import { savedOf } from './finding/saved.ts';
import { mustFollow } from './follows.ts';
import { partOf } from './part.ts';
import { type Proven, provenBy } from './proven.ts';
import { must, Refused } from './refused.ts';
import { replay } from './replay.ts';

export type Verified = ({ readonly accepted: true } & Proven) | { readonly accepted: false; readonly why: string };

/**
 * Checks a verdict by the saved history (its bytes) and the certificate (parsed JSON) alone: that the certificate is of
 * this history, and that each of its proofs holds. It knows how to replay and to count, and nothing of how proofs are
 * found. Never rejects for what the two hold; a history that is malformed is refused. `read` makes a history of bytes in
 * another format than the project's own.
 */
export async function verify(
  history: AsyncIterable<Uint8Array | string>,
  certificate: unknown,
  read: (chunks: AsyncIterable<Uint8Array | string>) => Promise<History> = (chunks) =>
    readHistory(chunks, 'the history'),
): Promise<Verified> {
  try {
    const claim = parseCertificate(certificate);
    must(claim !== null, 'this is no certificate of version 1');
    const hash = createHash('sha256');
    const saved = await read(hashed(history, hash));
    must(hash.digest('hex') === claim.history.sha256, 'the certificate is of another history: the sha256 differs');
    verifyClaim(saved, claim);
    return { accepted: true, ...provenBy(saved.header, claim) };
  } catch (error) {
    if (error instanceof Refused || isProbeError(error)) return { accepted: false, why: error.message };
    throw error;
  }
}

async function* hashed(
  chunks: AsyncIterable<Uint8Array | string>,
  hash: { update(chunk: Uint8Array | string): unknown },
) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Whether one proof holds by itself: of a counter or of a finding, as it would stand in a certificate. */
export function holds(history: History, part: { readonly counter: unknown } | { readonly finding: unknown }): boolean {
  const isCounter = 'counter' in part;
  const claim = parseCertificate({
    format: 'counter-probe-certificate',
    version: 1,
    history: { sha256: '' },
    verdict: 'violation',
    counters: isCounter ? [part.counter] : [],
    findings: isCounter ? [] : [part.finding],
  });
  try {
    for (const proof of claim?.counters ?? []) verifyCounter(history, proof);
    for (const finding of claim?.findings ?? []) verifyFinding(savedOf(history), finding);
    return claim !== null;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

function verifyCounter(history: History, proof: Proof): void {
  const own = partOf(history, proof);
  mustFollow(own, proof);
  const view = viewOf(own, proof);
  if ('order' in proof) replay(view, proof);
  else contradict(view, proof.witness, proof);
}

/** How many findings one certificate may have: each may take a look at every operation. */
export const mostFindings = ({ operations }: Pick<History, 'operations'>): number =>
  Math.min(1_000, Math.max(32, Math.floor(20_000_000 / operations.length)));

function verifyClaim(history: History, { verdict, counters, findings = [] }: Certificate): void {
  must(
    findings.length <= mostFindings(history),
    `the certificate has ${findings.length} findings, and ${mostFindings(history)} are looked into`,
  );
  mustBeFew(counters);
  for (const proof of counters) verifyCounter(history, proof);
  if (findings.length > 0) {
    const saved = savedOf(history);
    for (const finding of findings) verifyFinding(saved, finding);
  }
  const broken = findings.length > 0 || counters.some((proof) => 'witness' in proof);
  if (verdict === 'violation') must(broken, 'the certificate speaks of a violation and has none');
  else must(!broken, 'the certificate has a violation and speaks of none');
  if (verdict === 'linearizable') mustCover(history, counters);
}

/** More of one counter show nothing that these do not. */
function mustBeFew(counters: Certificate['counters']): void {
  const counts = new Map<string, number>();
  for (const { key, reading, round } of counters) {
    const name = JSON.stringify([key, reading, round]);
    const count = (counts.get(name) ?? 0) + 1;
    must(count <= MOST_PROOFS, `the certificate has more than ${MOST_PROOFS} proofs of one counter`);
    counts.set(name, count);
  }
}

const MOST_PROOFS = 32;

/** A history is linearizable only if all that took effect in it is explained. */
function mustCover({ header, operations }: History, counters: Certificate['counters']): void {
  const nameOf = (key: string, round: number | null): string => JSON.stringify([key, round]);
  const proofs = new Map<string, Proof[]>();
  for (const proof of counters) {
    const name = nameOf(proof.key, proof.round);
    const own = proofs.get(name);
    if (own) own.push(proof);
    else proofs.set(name, [proof]);
  }
  for (const operation of operations) {
    must(
      !['reserve', 'release', 'effect'].includes(operation.f),
      `operation ${operation.id} is of a stock or of effects: what shows that they are right is not looked into`,
    );
    const own = proofs.get(nameOf(operation.key, header.setup ? operation.round : null)) ?? [];
    const matters = operation.outcome === 'ok' && ['increment', 'admit', 'read'].includes(operation.f);
    must(
      !matters || own.some((proof) => belongs(operation, proof)),
      `operation ${operation.id} is of no counter in the certificate`,
    );
  }
}
