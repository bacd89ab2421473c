import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeCorpusHistory, parseCorpusHistory } from '../../src/check/exact/corpus.ts';
import { ANOMALIES } from '../../src/check/exact/labels.ts';
import { contradictions } from '../../src/cli/check/labels.ts';
import { ROOT } from '../support/source.ts';
import { corpusFiles } from './generate.ts';

const FOLDER = `${ROOT}test/histories/corpus`;
const made = corpusFiles();

if (process.env.UPDATE) {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of made) writeFileSync(`${FOLDER}/${name}`, text);
}

describe('the corpus of histories', () => {
  it('is what its generator makes, byte for byte (UPDATE=1 writes it)', () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...made.keys()]);
    for (const [name, text] of made) expect(readFileSync(`${FOLDER}/${name}`, 'utf8'), name).toBe(text);
  });

  it('has every anomaly, every variant, and what is hard: unknown fates, ties, start values', () => {
    const all = [...made.values()].join('');
    const has = (word: string): boolean => all.includes(word);
    expect(ANOMALIES.filter((anomaly) => !has(`"anomaly":"${anomaly}"`))).toEqual([]);
    const words = ['"outcome":"info"', '"outcome":"rejected"', '"valueHi"', '"delta":5', '"initial":-3', '"type":"T"'];
    expect(words.filter((word) => !has(word))).toEqual([]);
    expect(/"invoke":(\d),"complete":\1,/.test(all)).toBe(true);
    expect(all.length).toBeLessThan(300_000);
    expect(all.split('\n').length).toBeGreaterThan(300);
  });

  it.each([...made])('%s: every verdict of brute force is that of the check', (name, text) => {
    for (const [i, line] of text.trimEnd().split('\n').entries()) {
      const labelled = JSON.parse(line);
      const found = judgeCorpusHistory(parseCorpusHistory(labelled, { file: name, line: i + 1 }));
      expect(found.verdict, labelled.id).toBe(labelled.verdict);
      expect(contradictions(found, labelled), labelled.id).toEqual([]);
      expect(name).toContain(`.${labelled.verdict}`);
    }
  });
});
