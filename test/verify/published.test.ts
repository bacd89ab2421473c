import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { proofOf } from '../../src/check/exact/certificate.ts';
import { proofOfAmounts } from '../../src/check/proof/amounts.ts';
import { countersOf } from '../../src/check/recorded/counters.ts';
import { readCorpus } from '../../src/history/formats/corpus-read.ts';
import { holds } from '../../src/verify/verify.ts';
import { chunksOf } from '../support/saved.ts';
import { ROOT } from '../support/source.ts';

const FOLDER = `${ROOT}test/histories`;
const files = ['public.jsonl', ...readdirSync(`${FOLDER}/corpus`).map((name) => `corpus/${name}`)];

/** Of different amounts, and contradicted only by trying every order. */
const BY_ORDER: ReadonlySet<string> = new Set(['delta.violation-07']);

it.each(files)('%s: every violation has a proof, and what is proven is what is said', async (name) => {
  const unproven: string[] = [];
  for await (const { id, history, labels } of readCorpus(chunksOf(readFileSync(`${FOLDER}/${name}`, 'utf8')), name)) {
    const [proof] = countersOf(history).map((counter) => proofOf(history, counter) ?? proofOfAmounts(history, counter));
    if (history.operations.length === 0) continue;
    if (proof == null) {
      // An order of different amounts is not looked for.
      if (labels.verdict === 'violation') unproven.push(id);
      continue;
    }
    const verdict = 'witness' in proof ? 'violation' : 'linearizable';
    const told = { id, verdict, holds: holds(history, { counter: proof }) };
    expect(told).toEqual({ id, verdict: labels.verdict, holds: true });
  }
  expect(unproven.filter((id) => !BY_ORDER.has(id))).toEqual([]);
});
