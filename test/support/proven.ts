import { expect } from 'vitest';
import { requirementNamed } from '../../src/check/diagnosis/requirement.ts';
import { proofOfAmounts } from '../../src/check/proof/amounts.ts';
import { proofOf } from '../../src/check/proof/certificate.ts';
import { checkRecorded } from '../../src/check/recorded/recorded.ts';
import { SHOWN_BY } from '../../src/cli/check/certify.ts';
import { readHistory } from '../../src/history/codec.ts';
import type { History } from '../../src/history/history.ts';
import type { Operation } from '../../src/history/operation.ts';
import { type Verified, verify } from '../../src/verify/verify.ts';
import type { Claimed } from './claimed.ts';
import { chunksOf, sha256Of, textOf } from './saved.ts';
import { tamperings } from './tampered.ts';

/** The verifier takes a proof of each, from what would be saved alone; what is changed in some is refused, or true as well. */
export async function expectAllProven(claims: readonly Claimed[]): Promise<void> {
  for (const claim of claims) await expectProven(claim);
  await expectTampersRefused(claims);
}

async function expectProven({ history, certificate, codes, test }: Claimed): Promise<void> {
  const answer = await verify(chunksOf(history), JSON.parse(certificate));
  if (!answer.accepted) throw new Error(`${test}: the certificate is refused: ${answer.why}`);
  expect({ test, unproven: codes.filter((code) => !codesIn(answer).has(code)) }).toEqual({ test, unproven: [] });
}

function codesIn(answer: Verified): ReadonlySet<string> {
  if (!answer.accepted) return new Set();
  const shown = answer.counters.flatMap(({ form }) => Object.entries(SHOWN_BY).filter(([name]) => name === form));
  return new Set([...answer.findings.map(({ code }) => code), ...shown.flatMap(([, codes]) => codes)]);
}

/** Of each kind of proof one is tampered with in a file of tests, in so many ways; in fewer where a look takes long. */
const waysFor = ({ operations }: History): number => Math.min(20, Math.max(6, Math.floor(6_000 / operations.length)));

async function expectTampersRefused(all: readonly Claimed[]): Promise<void> {
  const kindOf = ({ certificate }: Claimed): string => [...new Set(certificate.match(/"form":"[^"]+"/g))].sort().join();
  const kinds = new Map(all.toReversed().map((claim) => [kindOf(claim), claim]));
  for (const claim of kinds.values()) {
    const saved = await readHistory(chunksOf(claim.history), 'the history');
    await expectCertificateTampersRefused(claim, saved);
    await expectHistoryTampersRefused(claim, saved);
  }
}

async function expectCertificateTampersRefused({ history, certificate, test }: Claimed, saved: History): Promise<void> {
  const ids = spread(saved.operations, 3).map(({ id }) => id);
  const known = readAs(saved);
  for (const changed of spread([...tamperings(JSON.parse(certificate), ids)], waysFor(saved))) {
    const answer = await verify(chunksOf(history), changed, known);
    if (answer.accepted)
      expect({ test, changed, untrue: untrueIn(saved, answer, false) }).toEqual({ test, changed, untrue: [] });
  }
}

/** The operations that a proof names are changed, and the certificate is made out for what comes of it. */
async function expectHistoryTampersRefused({ history, certificate, test }: Claimed, saved: History): Promise<void> {
  const claim = JSON.parse(certificate) as { readonly history: object };
  const named = new Set((certificate.match(/\d+/g) ?? []).map(Number));
  const ways = saved.operations.flatMap((one, at) =>
    named.has(one.id) ? changesOf(one).map((to) => ({ at, to })) : [],
  );
  for (const { at, to } of spread(ways, waysFor(saved))) {
    const changed: History = { ...saved, operations: saved.operations.flatMap((one, i) => (i === at ? to : one)) };
    const text = textOf(changed);
    if (text === history) continue;
    expect(await verify(chunksOf(text), claim)).toMatchObject({ accepted: false });
    const answer = await verify(chunksOf(text), { ...claim, history: { sha256: sha256Of(text) } }, readAs(changed));
    if (answer.accepted)
      expect({ test, at, to, untrue: untrueIn(changed, answer, true) }).toEqual({ test, at, to, untrue: [] });
  }
  expect(await verify(chunksOf(`${history} `), claim)).toMatchObject({ accepted: false });
}

/** It is not there, or shows or says something else. */
function changesOf(one: Operation): readonly Operation[][] {
  const other = (changes: Partial<Operation>): Operation[] => [{ ...one, ...changes }];
  const value = /^-?\d+$/.test(one.value ?? '') ? BigInt(one.value as string) : null;
  return [
    [],
    ...(value === null ? [] : [other({ value: String(value + 1n) }), other({ value: String(value - 1n) })]),
    ...(one.f === 'read' ? [] : [other({ outcome: 'fail', counts: 'rejected', value: null })]),
    ...(one.f === 'read' ? [] : [other({ outcome: 'info', counts: 'unknown', complete: null, value: null })]),
    ...(one.complete === null ? [] : [other({ invoke: one.complete, complete: one.complete })]),
  ];
}

/** What a verifier took as proven, and the checker does not find: by no name of what is off, or of a tampered history at all. */
function untrueIn(history: History, answer: Verified, isTampered: boolean): readonly string[] {
  if (!answer.accepted) return [];
  const findings = answer.findings.filter(({ code, require: level }) => {
    const result = checkRecorded(history, requirementNamed(level ?? history.header.require));
    return isTampered ? result.verdict === 'pass' : !result.findings.some((one) => isAkin(one.code, code));
  });
  const counters = answer.counters.filter(({ form, key, reading, round }) => {
    const places = [true, false].map((returns) => ({ key, reading, round, returns, others: false }));
    return (
      form !== null && !places.some((one) => isContradicted(proofOf(history, one) ?? proofOfAmounts(history, one)))
    );
  });
  return [
    ...findings.map(({ code, form }) => `${code} (${form})`),
    ...counters.map(({ form }) => `a counter (${form})`),
  ];
}

/** One fault is found by one name, and may be proven by another: what counts too little, and what counts too much. */
const AKIN = [
  ['CP101', 'CP107', 'CP108', 'CP109', 'CP113', 'CP114', 'CP115', 'CP119', 'CP120'],
  ['CP102', 'CP103', 'CP107', 'CP110', 'CP114', 'CP117'],
  ['CP104', 'CP106', 'CP110'],
];
const isAkin = (found: string, proven: string): boolean =>
  found === proven || AKIN.some((codes) => codes.includes(found) && codes.includes(proven));

const isContradicted = (proof: object | null): boolean => proof !== null && 'witness' in proof;

/** The bytes are read for their digest alone. */
const readAs =
  (history: History) =>
  async (chunks: AsyncIterable<unknown>): Promise<History> => {
    for await (const _ of chunks);
    return history;
  };

/** So many of a list at most, evenly. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)] as T);
}
