import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { Finding } from '../../verdict/finding.ts';
import { judgeEffect } from '../objects/effect.ts';
import { judgeQuota } from '../objects/quota.ts';
import { judgeReservation } from '../objects/reservation.ts';
import { answerProofs, countProofs, limitProofs, pairProofs } from './of-answers.ts';
import { boundProofs, duringProofs, sumProofs } from './of-bounds.ts';
import { harmProofs, slowProofs } from './of-harm.ts';
import { numberProofs, staleProofs, wayProofs } from './of-numbers.ts';
import type { Candidate, FindingProof } from './proof.ts';

/** Where a finding was made. */
export interface Place {
  readonly history: History;
  readonly finding: Finding;
  /** Every operation of its round, or of the run. */
  readonly near: readonly Operation[];
  /** What reads were held to, as in the header of a history. */
  readonly require: string;
}

type Source = (place: Place) => Iterable<FindingProof>;

const SOURCES: Readonly<Record<string, readonly Source[]>> = {
  CP101: [wayProofs('short', 'off')],
  CP102: [wayProofs('surplus', 'off')],
  CP103: [wayProofs('surplus', 'off')],
  CP104: [countProofs, limitProofs('over'), objectProofs],
  CP105: [countProofs, limitProofs('under'), objectProofs, answerProofs('room', 'refused')],
  CP106: [countProofs, limitProofs('over'), objectProofs],
  CP107: [sumProofs, boundProofs, wayProofs('unlike', 'surplus', 'off'), duringProofs],
  CP108: [staleProofs],
  CP109: [staleProofs],
  CP110: [wayProofs('surplus', 'off'), countProofs, pairProofs('effects'), objectProofs],
  CP111: [pairProofs('answers'), objectProofs],
  CP112: [pairProofs('same')],
  CP113: [staleProofs],
  CP114: [wayProofs('uneven', 'off', 'surplus'), boundProofs, duringProofs, countProofs],
  CP115: [wayProofs('crash', 'short')],
  CP116: [harmProofs, slowProofs],
  CP117: [wayProofs('off'), objectProofs],
  CP118: [numberProofs],
  CP119: [objectProofs, staleProofs],
  CP120: [numberProofs],
};

/** Proofs that a finding may have, the likeliest first; which of them hold is for the verifier to say. */
export function* candidatesFor(history: History, finding: Finding, require: string): Generator<Candidate> {
  const near = history.operations.filter(({ round }) => finding.round === null || round === finding.round);
  for (const source of SOURCES[finding.code] ?? []) {
    for (const proof of source({ history, finding, near, require })) yield { code: finding.code, proof };
  }
}

/** Those that the laws of objects come with. */
function objectProofs({ history: { header, operations }, finding }: Place): readonly FindingProof[] {
  return [judgeQuota, judgeReservation, judgeEffect]
    .flatMap((judge) => judge(header, operations))
    .flatMap(({ code, proof }) => (code === finding.code && proof !== null ? [proof] : []));
}
