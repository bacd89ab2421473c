import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CorpusVerdict, judgeCorpusHistory, parseCorpusHistory } from '../../../src/check/exact/corpus.ts';
import { ROOT } from '../../support/source.ts';

type Labelled = CorpusVerdict & { readonly note?: string };

const file = 'test/histories/public.jsonl';
const lines = readFileSync(`${ROOT}${file}`, 'utf8').trimEnd().split('\n');
const labelled = lines.map((line, i): readonly [string, Labelled, CorpusVerdict] => {
  const value = JSON.parse(line);
  return [value.id, value, judgeCorpusHistory(parseCorpusHistory(value, { file, line: i + 1 }))];
});

describe('the public histories', () => {
  it('are 300', () => {
    expect(labelled.length).toBe(300);
  });

  it.each(labelled)('%s is judged as it is labelled', (_, { id, verdict, anomaly, levels, staleness }, judged) => {
    expect(judged).toEqual({ id, verdict, anomaly, levels, staleness });
  });
});
