import { expect } from 'vitest';
import { check } from '../../src/check/check.ts';
import { certificateFor } from '../../src/cli/check/certify.ts';
import type { History } from '../../src/history/history.ts';
import { CODES } from '../../src/verdict/codes.ts';
import type { ScenarioResult } from '../../src/verdict/report.ts';
import { type Claimed, claim, claimsOf } from './claimed.ts';
import { inColumns } from './history.ts';
import { sha256Of, textOf } from './saved.ts';

/** A property judges thousands of histories; so many of one test are saved, and read again. */
const MOST_OF_A_TEST = 20;
/** And so many are judged in columns too: all tests together are thousands. */
const MOST_IN_COLUMNS = 2;

/**
 * The result itself. Where it fails, the verifier must take a proof of every fault in it, from the saved history and the
 * saved certificate alone; and what is changed in either is refused, or is true as well. Throws, or fails the file
 * when all its tests are over.
 */
export function certified(history: History, result: ScenarioResult): ScenarioResult {
  expectAlikeInColumns(history);
  if (result.verdict !== 'fail') return result;
  const { certificate, unproven } = certificateFor({ history, sha256: '' }, result);
  if (certificate?.verdict !== 'violation' || unproven.length > 0)
    throw new Error(`a fail without a certificate: ${unproven.join(', ')}`);
  const codes = result.findings.map(({ code }) => code).filter((code) => CODES[code].verdict === 'fail');
  const test = expect.getState().currentTestName ?? '';
  if (claimsOf(test) < MOST_OF_A_TEST) claim(claimOf(history, certificate, { codes, test }));
  return result;
}

const compared = new Map<string, number>();

/** How a history is kept is no matter of what is found in it. */
function expectAlikeInColumns(history: History): void {
  const test = expect.getState().currentTestName ?? '';
  const before = compared.get(test) ?? 0;
  compared.set(test, before + 1);
  if (before >= MOST_IN_COLUMNS) return;
  const written = (result: ScenarioResult): unknown => JSON.parse(JSON.stringify(result));
  expect(written(check(inColumns(history)))).toEqual(written(check(history)));
}

function claimOf(history: History, certificate: object, more: Pick<Claimed, 'codes' | 'test'>): Claimed {
  const text = textOf(history);
  return {
    ...more,
    history: text,
    certificate: JSON.stringify({ ...certificate, history: { sha256: sha256Of(text) } }),
  };
}
