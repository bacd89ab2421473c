import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { requirementNamed } from '../../src/check/diagnosis/requirement.ts';
import { proofOfAmounts } from '../../src/check/proof/amounts.ts';
import { proofOf } from '../../src/check/proof/certificate.ts';
import { countersOf } from '../../src/check/recorded/counters.ts';
import { checkRecorded } from '../../src/check/recorded/recorded.ts';
import { certificateFor } from '../../src/cli/check/certify.ts';
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

it.each(['latest', 'eventual', 'read-your-writes', 'bounded:1ms'])(
  'whatever is smallest in a history, a fail by %s has a proof of what it is called',
  async (level) => {
    for (const name of files) {
      for await (const { id, history } of readCorpus(chunksOf(readFileSync(`${FOLDER}/${name}`, 'utf8')), name)) {
        const result = checkRecorded(history, requirementNamed(level));
        if (result.verdict !== 'fail' || BY_ORDER.has(id)) continue;
        const { certificate } = certificateFor({ history, sha256: '' }, result);
        const held = certificate?.counters.map((counter) => holds(history, { counter }));
        const findings = certificate?.findings?.map((finding) => holds(history, { finding })) ?? [];
        expect({ id, verdict: certificate?.verdict, held, findings }).toEqual({
          ...{ id, verdict: 'violation' },
          ...{ held: held?.map(() => true), findings: findings.map(() => true) },
        });
      }
    }
  },
);
